import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

export interface LingerLimits {
  readonly lingerMs: number
  readonly lingerBytes: number
}

const defaults: LingerLimits = { lingerMs: 2_000, lingerBytes: 16 * 1024 * 1024 }

/** A rest of a body that is known to be shorter is read away, and the connection is kept. */
const shortBytes = 1024 * 1024

/**
 * How an answer reaches a client that is still sending. A connection that is closed while bytes of the client are
 * unread is reset, and the reset may overtake the answer; so the answer says that the connection ends with it, our side
 * is closed, and for a short while what still comes is read and dropped.
 */
export function lingerWhenUnread(app: FastifyInstance, limits: Partial<LingerLimits> = {}): void {
  const { lingerMs, lingerBytes } = { ...defaults, ...limits }
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request
    if (!raw.complete && mayBeLong(raw)) {
      reply.header('connection', 'close')
      swallowRest(raw, lingerMs, lingerBytes)
    }
    // What has been begun is read on, else nothing more would be read from a connection that is kept.
    if (!raw.complete || request.routeOptions.config?.body) raw.resume()
    done()
  })
}

function mayBeLong({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > shortBytes
}

/** Node calls `destroySoon` when the last answer of a connection is out. */
function swallowRest(raw: IncomingMessage, lingerMs: number, lingerBytes: number): void {
  const { socket } = raw
  const destroySoon = socket.destroySoon.bind(socket)
  let leftBytes = lingerBytes
  let isAnswered = false
  raw.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length
    if (leftBytes < 0 && isAnswered) socket.destroy()
  })
  socket.destroySoon = () => {
    if (raw.complete || leftBytes < 0) return destroySoon()
    isAnswered = true
    socket.end()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
    raw.once('end', destroySoon)
  }
}
