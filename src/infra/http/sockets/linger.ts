import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { dropRest, isOverdue } from '../request/arrival.ts'

export interface LingerLimits {
  readonly lingerMs: number
  readonly lingerBytes: number
}

const defaults: LingerLimits = { lingerMs: 2_000, lingerBytes: 16 * 1024 * 1024 }

/** A remaining body that is known to be shorter is read and dropped, and the connection is kept. */
const shortBytes = 1024 * 1024

/**
 * Makes a response reach a client that is still sending. A connection that is closed with unread bytes of the client is
 * reset, and the reset may overtake the response. So the response announces the end of the connection, our side is
 * closed, and for a short while incoming bytes are read and dropped.
 */
export function lingerWhenUnread(app: FastifyInstance, limits: Partial<LingerLimits> = {}): void {
  const { lingerMs, lingerBytes } = { ...defaults, ...limits }
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request
    if (!raw.complete && (mayBeLong(raw) || isOverdue(raw))) {
      reply.header('connection', 'close')
      swallowRest(raw, lingerMs, lingerBytes)
    }
    if (!raw.complete || request.routeOptions.config?.body) dropRest(raw)
    done()
  })
}

function mayBeLong({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > shortBytes
}

/** Reads and drops the rest of the body. Node calls `destroySoon` after the last response of a connection is sent. */
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
