import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    arrival: ArrivalLimits
  }
}

/** How much may lie between the line and its reader. With less each waits for the other at every turn. */
export const flowBytes = 256 * 1024

export interface ArrivalLimits {
  /** How long no byte may come before a body that is a stream counts as stopped. */
  readonly idleMs: number
  /** How long such a body may take as a whole. */
  readonly wholeMs: number
}

/**
 * How long a request may take to arrive. Node ends each that is not there as a whole after 30 seconds, by one limit for
 * all routes; a file over a slow line takes longer, and that is no fault as long as bytes come. So where a route reads
 * its body as a stream, Node's verdict is passed over, and the stream keeps time by itself.
 */
const patient = new WeakMap<Socket, IncomingMessage>()

/** Whether what is arriving on this connection is a body that keeps time by itself. */
export const isPatient = (socket: Socket): boolean => patient.get(socket)?.complete === false

export interface BodyLimit {
  readonly maxBytes: number
  /** It has to be there within the time of any other request, as a whole: no line is so slow, and strangers may send it. */
  readonly isShort?: boolean
}

/**
 * The body of a request as a stream, for routes with `body: 'multipart' | 'raw'`. It fails with a refusal when it stops
 * coming, when the client goes away, and when it is longer than allowed. To destroy it ends the reading, not the
 * connection: the answer still has to go out.
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
    fail(new Refusal('malformed_request', { detail: 'The body ended before it was there as a whole.' }))
  const late = (detail: string) => fail(new Refusal('request_timeout', { detail }))

  // While we do not read, it is not the client who is slow.
  const idle = setTimeout(() => {
    if (raw.isPaused()) idle.refresh()
    else late(`For ${idleMs / 1_000} seconds no byte has come; send the body without such pauses.`)
  }, idleMs)
  const whole = setTimeout(() => late(`The whole body must arrive within ${spanOf(wholeMs)}.`), wholeMs)
  const release = () => {
    clearTimeout(idle)
    clearTimeout(whole)
    raw.off('data', take).off('end', end).off('close', gone)
    if (!raw.readableEnded) raw.pause()
    if (patient.get(raw.socket) === raw) patient.delete(raw.socket)
  }

  patient.set(raw.socket, raw)
  raw.pause()
  raw.on('data', take).on('end', end).on('close', gone)
  if (raw.destroyed) gone()
  else if (declaredBytes(raw) > limit.maxBytes) fail(tooLarge(limit.maxBytes))
  return body
}

const spanOf = (ms: number): string =>
  ms < 120_000 ? `${Math.ceil(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`

/** What `Content-Length` says; 0 where it says nothing. */
export const declaredBytes = (raw: IncomingMessage): number => Number(raw.headers['content-length'] ?? 0)

export const tooLarge = (maxBytes: number): Refusal =>
  new Refusal('media_too_large', { detail: `A file may have up to ${maxBytes} bytes; this one has more.` })
