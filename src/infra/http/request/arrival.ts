import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    arrival: ArrivalLimits
  }
}

/** The most bytes buffered between the connection and the reader. With less, each waits for the other too often. */
export const flowBytes = 256 * 1024

interface ArrivalLimits {
  /** The maximum pause between two bytes of a streamed body; after that the body counts as stopped. */
  readonly idleMs: number
  /** The maximum total time for a streamed body. */
  readonly wholeMs: number
}

/**
 * The requests whose bodies keep their own time limits. Node ends each request that has not arrived completely after 30
 * seconds, with one limit for all routes. A file over a slow connection takes longer, which is fine while bytes arrive.
 * So if a route reads its body as a stream, Node's timeout is ignored and the stream enforces its own limits.
 */
const patient = new WeakMap<Socket, IncomingMessage>()

/**
 * Requests that have timed out, either by Node's timeout, which Node does not check again, or by the limits of their
 * body.
 */
const overdue = new WeakSet<IncomingMessage>()

/**
 * Returns true if Node's timeout does not apply, because a body with separate limits is arriving on this connection.
 */
export function passOverTimeout(socket: Socket): boolean {
  const raw = patient.get(socket)
  if (raw?.complete !== false) return false
  overdue.add(raw)
  return true
}

/** True for a request whose body has timed out: nothing else would close its connection. */
export const isOverdue = (raw: IncomingMessage): boolean => !raw.complete && overdue.has(raw)

/** The streams that read the bodies of requests. */
const opened = new WeakMap<IncomingMessage, Readable>()

/**
 * Stops reading a request that has its response. The rest of its body is dropped as it arrives: until the last byte is
 * read, the next request on the connection waits.
 */
export function dropRest(raw: IncomingMessage): void {
  opened.get(raw)?.destroy()
  raw.resume()
}

interface BodyLimit {
  readonly maxBytes: number
  /**
   * True if the entire body must arrive within the time limit of an ordinary request. Such a body is small enough for
   * any connection, and anyone may send it.
   */
  readonly isShort?: boolean
}

/**
 * Opens the body of a request as a stream, for routes with `body: 'multipart' | 'raw'`. The stream fails with a refusal
 * if the body stops arriving, if the client disconnects, or if the body is longer than allowed. Destroying the stream
 * stops the reading but keeps the connection open, because the response still has to be sent.
 */
export function openBody(request: FastifyRequest, limit: BodyLimit): Readable {
  const { raw } = request
  const { idleMs } = request.server.arrival
  const wholeMs = limit.isShort ? idleMs : request.server.arrival.wholeMs
  let leftBytes = limit.maxBytes
  const body = new Readable({
    highWaterMark: flowBytes,
    read: () => void raw.resume(),
    destroy(error, done) {
      release()
      done(error)
    },
  })
  // The body may fail before its reader listens. The reader gets the error when it begins, and the process never does.
  body.on('error', () => {})
  const fail = (refusal: Refusal) => void body.destroy(refusal)

  const take = (chunk: Buffer) => {
    leftBytes -= chunk.length
    if (leftBytes < 0) return fail(tooLarge(limit.maxBytes))
    idle.refresh()
    if (!body.push(chunk)) raw.pause()
  }
  const end = () => {
    raw.off('close', gone)
    body.push(null)
  }
  const gone = () =>
    fail(new Refusal('malformed_request', { detail: 'The request body ended before it was complete.' }))
  const late = (detail: string) => {
    overdue.add(raw)
    fail(new Refusal('request_timeout', { detail }))
  }

  // A pause in which the server does not read is not caused by the client.
  const idle = setTimeout(() => {
    if (raw.isPaused()) idle.refresh()
    else late(`No data was received for ${idleMs / 1_000} seconds. Send the body without long pauses.`)
  }, idleMs)
  const whole = setTimeout(() => late(`The whole body must arrive within ${spanOf(wholeMs)}.`), wholeMs)
  const release = () => {
    clearTimeout(idle)
    clearTimeout(whole)
    raw.off('data', take).off('end', end).off('close', gone)
    if (!raw.readableEnded) raw.pause()
    if (patient.get(raw.socket) === raw) patient.delete(raw.socket)
  }

  opened.set(raw, body)
  patient.set(raw.socket, raw)
  raw.pause()
  raw.on('data', take).on('end', end).on('close', gone)
  if (raw.destroyed) gone()
  else if (declaredBytes(raw) > limit.maxBytes) fail(tooLarge(limit.maxBytes))
  return body
}

const spanOf = (ms: number): string =>
  ms < 120_000 ? `${Math.ceil(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`

/** Returns the value of `Content-Length`, or 0 if there is none. */
export const declaredBytes = (raw: IncomingMessage): number => Number(raw.headers['content-length'] ?? 0)

export const tooLarge = (maxBytes: number): Refusal =>
  new Refusal('media_too_large', { detail: `Files can be up to ${maxBytes} bytes. This one is larger.` })

/**
 * Returns a signal that aborts when the client disconnects before its response was sent. After the body of a request
 * has been read, only the response reveals this.
 */
export function clientGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
