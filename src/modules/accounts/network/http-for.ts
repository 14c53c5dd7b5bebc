import { Readable } from 'node:stream'
import { type Answer, CallFailed, type Failure, type Http, type HttpRequest } from '#connectors/connector.ts'
import { OutboundFailure } from '#infra/outbound/failure.ts'
import type { OutboundRequest } from '#infra/outbound/outbound.ts'
import { seconds } from '#kernel/clock.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { CallDeps } from '../deps.ts'
import { findAddresses, findApiVersion, findApp, isTrustedAddress } from './addresses.ts'

/**
 * The HTTP client for a connector's calls, on top of the outbound guard. A URL that the operator configured may be
 * anywhere. A host named by a user or by a network's document must be public and use https, whatever it resolves to.
 */
interface HttpFor {
  readonly network: Network
  readonly mode: Mode
  /** Throws if the call may no longer be made. */
  readonly beforeFirstByte?: () => void
  /** The time at which every call ends. */
  readonly deadline: Date
  readonly signal: AbortSignal
  /** True to use a new connection. */
  readonly fresh: boolean
}

const usualTimeoutMs = seconds(20)
const usualMaxBytes = 1024 * 1024
/** The maximum size kept of an error response's body. */
const refusalMaxBytes = 64 * 1024

export function httpFor(deps: CallDeps, options: HttpFor): Http {
  const addresses = findAddresses(deps.config, options.network, options.mode)
  return {
    addresses: addresses ?? {},
    app: findApp(deps.config, options.network, options.mode),
    ...findApiVersion(deps.config, options.network),
    now: deps.clock.now(),
    ownClient: { publicUrl: deps.config.publicUrl, signingKey: () => deps.clientKeys.signing() },
    serverApps: deps.serverApps(options.network),
    async send(request) {
      if (!addresses) throw failUnsent('network_off')
      const ours = request.foreign !== true && isTrustedAddress(deps.config, options, request.url)
      if (!ours && request.foreign !== true && !/^https:/i.test(request.url)) throw failUnsent('https_required')
      const leftMs = options.deadline.getTime() - deps.clock.now().getTime()
      if (leftMs <= 0) throw failUnsent('deadline')
      const answer = await sendRequest(deps, {
        ...toOutboundRequest(request),
        timeoutMs: Math.min(request.timeoutMs ?? usualTimeoutMs, leftMs),
        signal: options.signal,
        fresh: options.fresh,
        userNamed: !ours,
        ...omitUndefined({ beforeFirstByte: options.beforeFirstByte }),
      })
      const named = ours ? {} : { isUserNamed: true as const }
      if (answer.status >= 200 && answer.status < 300) return { ...answer, ...named }
      const body = answer.body.subarray(0, refusalMaxBytes).toString('utf8')
      const { status, headers } = answer
      throw new CallFailed({
        sent: 'answered',
        status,
        headers,
        body,
        code: null,
        ...named,
      })
    },
  }
}

/** Headers that contain credentials, which are never sent to another host. */
const credential = /^(?:authorization|cookie|dpop)$/i

function toOutboundRequest(request: HttpRequest) {
  const headers = Object.entries(request.headers ?? {})
  const { body } = request
  return {
    url: request.url,
    method: request.method,
    headers: Object.fromEntries(request.foreign ? headers.filter(([name]) => !credential.test(name)) : headers),
    maxBytes: Math.max(request.maxBytes ?? usualMaxBytes, refusalMaxBytes),
    ...omitUndefined({ body: body && !isBytes(body) ? Readable.from(body, { objectMode: false }) : body }),
  }
}

const isBytes = (body: NonNullable<HttpRequest['body']>): body is string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array

async function sendRequest(deps: CallDeps, request: OutboundRequest): Promise<Answer> {
  try {
    return await deps.outbound.request(request)
  } catch (error) {
    if (error instanceof OutboundFailure) throw new CallFailed(toFailure(error, request.url))
    throw error
  }
}

/**
 * Builds the failure of a call. The status of a truncated response proves nothing, because the rest of the response is
 * unknown.
 */
const toFailure = ({ sent, status, code }: OutboundFailure, url: string): Failure => ({
  sent,
  status: sent === 'answered' ? status : null,
  headers: {},
  body: '',
  code,
  ...hostOf(url),
})

function hostOf(url: string): Pick<Failure, 'host'> {
  const host = URL.parse(url)?.host
  return host ? { host } : {}
}

const failUnsent = (code: string): CallFailed =>
  new CallFailed({ sent: 'no', status: null, headers: {}, body: '', code })
