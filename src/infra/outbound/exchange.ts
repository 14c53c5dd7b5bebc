import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { type FailureCode, type FailureFacts, failureOf, OutboundFailure } from './failure.ts'

export type Headers = Readonly<Record<string, string>>

/** The longest time that opening a connection may take, including the name lookup and TLS. */
export const maxConnectMs = 10_000

/** One request, checked and ready to be sent. */
export interface Call {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: string | Uint8Array | Readable | null
  readonly timeoutMs: number
  readonly connectTimeoutMs: number
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
  readonly beforeFirstByte: (() => void) | undefined
  /** Resets the connection of an abandoned call, so that none of its bytes arrive later. */
  readonly reset: (() => void) | undefined
}

/** Receives the response as it arrives. The last call is `end` or `fail`, once. */
interface Sink {
  head(status: number, headers: Headers): void
  /** Returns false if it cannot accept more data until `resume` is called. */
  chunk(bytes: Buffer): boolean
  end(): void
  fail(failure: OutboundFailure): void
}

interface Exchange {
  resume(): void
  stop(): void
}

/**
 * Sends one request and receives its response. undici calls `onRequestStart` in the same turn in which it hands the
 * first byte to an open socket. That is the last moment to stop, and the boundary between `sent: 'no'` and `sent:
 * 'maybe'`. A second start would be a hidden repeat by the library, and is stopped.
 */
export function exchange(dispatcher: Dispatcher, call: Call, sink: Sink): Exchange {
  const { url, body, signal } = call
  let controller: Dispatcher.DispatchController | null = null
  let started = false
  let settled = false
  let status: number | null = null
  let bytes = 0

  const failNow = (code: FailureCode, facts: Partial<FailureFacts> = {}) =>
    settle(new OutboundFailure(code, url.origin, { sent: started ? 'maybe' : 'no', status, ...facts }))
  const onAbort = () => failNow('aborted')
  const onBodyError = (cause: Error) => failNow('body_failed', { cause })
  const callTimer = setTimeout(() => failNow('timeout'), call.timeoutMs)
  const connectTimer = setTimeout(() => failNow('connect_timeout'), call.connectTimeoutMs)

  function settle(failure: OutboundFailure | null): void {
    if (settled) return
    settled = true
    clearTimeout(callTimer)
    clearTimeout(connectTimer)
    signal?.removeEventListener('abort', onAbort)
    if (failure === null) {
      sink.end()
      return
    }
    if (started) call.reset?.()
    controller?.abort(failure)
    if (body instanceof Readable) body.destroy()
    sink.fail(failure)
  }

  if (body instanceof Readable) body.on('error', onBodyError)
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()
  if (settled) return { resume() {}, stop() {} }

  dispatcher.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method: call.method,
      headers: call.headers,
      body,
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    {
      onRequestStart(given) {
        // If this throws, no byte of the request is written to the socket.
        if (settled || started) throw new Error('This request is over, or was already sent.')
        try {
          call.beforeFirstByte?.()
        } catch (cause) {
          failNow('stopped', { cause })
          throw cause
        }
        controller = given
        started = true
        clearTimeout(connectTimer)
      },
      onResponseStart(_, code, headers) {
        if (settled || code < 200) return
        status = code
        const announced = Number(headers['content-length'] ?? 0)
        if (announced > call.maxBytes && call.method !== 'HEAD') return failNow('too_large', { sent: 'answered' })
        sink.head(code, joined(headers))
      },
      onResponseData(given, chunk) {
        if (settled) return
        bytes += chunk.length
        if (bytes > call.maxBytes) return failNow('too_large', { sent: 'answered' })
        if (!sink.chunk(chunk)) given.pause()
      },
      onResponseEnd: () => settle(null),
      onResponseError: (_, error) => settle(failureOf(error, url.origin, started, status)),
    },
  )
  return {
    resume: () => {
      if (!settled) controller?.resume()
    },
    stop: onAbort,
  }
}

/** Joins a header that occurs more than once into one list, as HTTP defines it. */
function joined(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : (value ?? []).join(', '),
    ]),
  )
}
