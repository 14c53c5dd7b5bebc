import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { CallLog, LoggedCall } from '../control/call-log.ts'
import type { Exchanges } from '../control/exchanges.ts'
import type { Faults, Strike, Target } from '../control/faults.ts'
import type { Latency } from '../control/latency.ts'
import type { Network, Route } from '../network.ts'
import { BadBody, readBody } from './body.ts'
import { type Answer, type Incoming, Refused } from './request.ts'
import type { Found } from './router.ts'
import { send } from './send.ts'

interface Around {
  readonly faults: Faults
  readonly latency: Latency
  readonly calls: CallLog
  readonly exchanges: Exchanges
  /** Ends pending waits when the sandbox closes. */
  readonly closing: AbortSignal
}

const defaultMaxBytes = 1_000_000
const defaultDelayMs = 5_000

/**
 * Serves a call to a network, with its faults and latency. A fault of the stage `after` affects only the response: the
 * call has already taken effect.
 */
export async function serveCall(
  found: Found,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  around: Around,
): Promise<void> {
  const { network, route, path } = found
  const method = request.method ?? 'GET'
  if (!route) {
    request.resume()
    return send(response, network.failures.noSuchCall(method, path))
  }
  if (route.forPeople) {
    const incoming = await readIncoming(network, route, { found, url, request })
    return send(response, 'call' in incoming ? await handled(network, route, incoming) : incoming)
  }
  const logged = around.calls.begin(network.id, route.call)
  try {
    await answerCall(network, route, { found, url, request, response, around, logged })
  } catch (error) {
    // A client that has disconnected, or the sandbox closing, is not an error.
    if (!around.closing.aborted && !request.errored && !response.destroyed) throw error
  } finally {
    around.calls.end(logged, response.writableFinished || response.headersSent ? response.statusCode : 0)
  }
}

interface Given {
  readonly found: Found
  readonly url: URL
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly around: Around
  readonly logged: LoggedCall
}

async function answerCall(network: Network, route: Route, given: Given): Promise<void> {
  const { request, response, around, logged } = given
  const incoming = await readIncoming(network, route, given)
  if (!('call' in incoming)) return send(response, incoming)
  around.exchanges.begin(logged.seq, incoming)
  const reply = (answer: Answer, how?: 'half') => {
    around.exchanges.end(logged.seq, answer)
    send(response, answer, how)
  }
  const account = network.accountOf(incoming)
  logged.account = account
  logged.call = incoming.call
  const target: Target = {
    network: network.id,
    account,
    call: incoming.call,
    token: route.token ?? null,
    writes: route.writes ?? false,
    processes: route.processes ?? false,
  }
  const { faults, latency, closing } = around
  const wait = (ms: number) => (ms > 0 ? pause(ms, undefined, { signal: closing }) : undefined)
  const { thereMs, backMs } = latency.next()
  const slow = faults.take('first', target)
  await wait(thereMs + (slow ? (slow.delayMs ?? defaultDelayMs) : 0))

  const before = faults.take('before', target)
  logged.fault = before?.kind ?? slow?.kind ?? null
  if (before) {
    const no = instead(network, before, incoming)
    await wait(backMs)
    return no ? reply(no) : void request.socket.destroy()
  }

  const within = faults.take('within', target)
  if (within) logged.fault = within.kind
  const slowProcessingMs = within ? (within.delayMs ?? 60_000) : 0
  const answer = await handled(network, route, { ...incoming, slowProcessingMs })
  const after = faults.take('after', target)
  if (after) logged.fault = after.kind
  await wait(backMs)

  switch (after?.kind) {
    case undefined:
      return reply(answer)
    case 'error_after':
      return reply(network.failures.serverError())
    case 'timeout_after':
      if (!response.destroyed) await once(response, 'close', { signal: closing })
      return
    case 'drop_after':
      return void request.socket.destroy()
    case 'truncate_after':
      return reply(answer, 'half')
    default:
      after?.kind satisfies undefined
  }
}

/** Returns the response of a fault that occurs before the call. Null closes the connection without a response. */
function instead({ failures }: Network, fault: Strike<'before'>, incoming: Incoming): Answer | null {
  switch (fault.kind) {
    case 'error_before':
      return failures.serverError()
    case 'reset':
      return null
    case 'rate_limit':
      return failures.rateLimited(fault.retryAfterMs ?? null, incoming)
    case 'expired_token':
      return failures.expiredToken(incoming)
    case 'revoked_token':
      return failures.revokedToken(incoming)
    case 'reject':
      return failures.rejected(incoming)
    default:
      return fault.kind satisfies never
  }
}

async function readIncoming(
  network: Network,
  route: Route,
  given: Pick<Given, 'found' | 'url' | 'request'>,
): Promise<Incoming | Answer> {
  const { found, url, request } = given
  const maxBytes = typeof route.maxBytes === 'function' ? route.maxBytes() : (route.maxBytes ?? defaultMaxBytes)
  try {
    const body = await readBody(request, route.accepts ?? [], maxBytes, route.keepsCutBody)
    const incoming: Incoming = {
      call: route.call,
      method: route.method,
      path: found.path,
      params: found.params,
      query: url.searchParams,
      search: url.search.slice(1),
      headers: request.headers,
      bearer: /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null,
      body,
      remoteAddress: request.socket.remoteAddress ?? '',
      slowProcessingMs: 0,
    }
    return route.calls ? { ...incoming, call: route.calls.of(incoming) } : incoming
  } catch (error) {
    if (error instanceof BadBody) return network.failures.badBody(error.reason, error.message)
    throw error
  }
}

async function handled(network: Network, route: Route, incoming: Incoming): Promise<Answer> {
  try {
    return await route.handle(incoming)
  } catch (error) {
    if (error instanceof Refused) return error.answer
    // A bug in the sandbox, which must not look like an error of the client.
    console.error(`sandbox: ${network.id} ${route.call} failed`, error)
    return network.failures.serverError()
  }
}
