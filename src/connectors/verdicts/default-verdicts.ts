import type { Failure, Step, Verdict } from '#connectors/connector.ts'

/** Distinguishes visible steps from invisible ones. Only a step's kind of repeat matters here. */
type Repeat = Step<never, never>['repeat']

/** Complete responses which mean that the request had no effect and that repeating it changes nothing. */
const refusals = new Set([400, 403, 404, 405, 406, 410, 413, 414, 415, 422, 426, 431])

/**
 * Returns the verdict for a failure that a network's own table has no row for. After a visible call only a complete
 * refusal is a refusal; any other response, or none, leaves the outcome unknown.
 */
export function defaultVerdict(failure: Failure, repeat: Repeat, now: Date): Verdict {
  const { sent, status, code, host, own } = failure
  const seen = repeat !== 'safe'
  if (own) return { is: 'retry', of: 'call', why: `The network’s response could not be used: ${code}.` }
  if (sent === 'no') return { is: 'retry', of: 'call', why: whyNotReached(failure), code: 'network_unreachable' }
  if (sent === 'answered' && status !== null) {
    if (status === 401) return { is: 'reauth', why: 'We’ve lost access to this account. Reconnect it.' }
    if (status === 429) return parkedUntil(failure, now)
    if (refusals.has(status))
      return { is: 'refused', code: `http_${status}`, why: `The network rejected the request with status ${status}.` }
    if (status >= 300 && status < 400)
      return {
        is: 'operator',
        why:
          `The network redirected the request (status ${status}), so its URL has changed. Correct the URL in ` +
          `the settings.`,
        code: 'address_moved',
      }
  }
  const from = host === undefined ? '' : ` from ${host}`
  const why = status === null ? `Incomplete response${from}: ${code ?? 'cut off'}.` : `The network returned ${status}.`
  return seen ? { is: 'doubt', why } : { is: 'retry', of: 'call', why }
}

/** Reasons by the transport's error code. */
const reasons: Readonly<Record<string, string>> = {
  dns: 'its name does not resolve',
  unreachable: 'it does not accept connections',
  connect_timeout: 'the connection timed out',
  tls: 'its certificate is not trusted',
  address_not_allowed: 'it has no public IP address',
}

function whyNotReached({ code, host }: Failure): string {
  if (code === 'https_required')
    return (
      'Nothing was sent: the URL of the account’s server does not begin with https. Connect this account ' +
      'again. A sandbox account may be from an earlier version.'
    )
  if (host === undefined) return `Nothing was sent: ${code ?? 'no connection'}.`
  return `Couldn’t reach ${host}. Nothing was sent: ${reasons[code ?? ''] ?? code ?? 'no connection'}.`
}

function parkedUntil({ headers }: Failure, now: Date): Verdict {
  const waitMs = retryAfterMs(headers['retry-after'], now)
  const until = waitMs === null ? {} : { until: new Date(now.getTime() + waitMs) }
  return { is: 'retry', of: 'account', ...until, why: 'This account has reached the network’s rate limit.' }
}

const longestWaitMs = 24 * 3_600_000

/** Reads seconds or a date. A wait of more than a day is a network error and is reduced to a day. */
export function retryAfterMs(text: string | undefined, now: Date): number | null {
  if (text === undefined) return null
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1_000), longestWaitMs) : null
}
