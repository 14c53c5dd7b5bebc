import { type Answer, Refused } from '../../../core/http/request.ts'
import type { Failures } from '../../../core/network.ts'
import type { Rules } from '../rules.ts'

/** Rejects with `{ error }`. OAuth adds `error_description`, and the proxy responds in HTML. */
export function no(status: number, error: string, more: Readonly<Record<string, unknown>> = {}): never {
  throw new Refused({ status, body: { error, ...more } })
}

export const invalid = (what: string): never => no(422, `Validation failed: ${what}`)
export const notFound = (): never => no(404, 'Record not found')

type TokenFault = 'is invalid' | 'was revoked' | 'expired'

export function tokenRefused(fault: TokenFault): Answer {
  const error = `The access token ${fault}`
  const headers = {
    'www-authenticate': `Bearer realm="Doorkeeper", error="invalid_token", error_description="${error}"`,
  }
  return { status: 401, headers, body: { error } }
}

/** The reset is an ISO date, not a number of seconds, and the server sends no `Retry-After`. */
export const limitHeaders = (limit: number, remaining: number, reset: Date): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': reset.toISOString(),
})

export const tooMany = (headers: Readonly<Record<string, string>>): Answer => ({
  status: 429,
  headers,
  body: { error: 'Too many requests' },
})

const proxyPage = (status: string): string =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`

export function createFailures(rules: Rules, msNow: () => number): Failures {
  return {
    serverError: () => ({
      status: 503,
      body: { error: 'There was a temporary problem serving your request, please try again' },
    }),
    rateLimited: (retryAfterMs) =>
      tooMany(retryAfterMs === null ? {} : limitHeaders(300, 0, new Date(msNow() + retryAfterMs))),
    expiredToken: () => tokenRefused('expired'),
    revokedToken: () => tokenRefused('was revoked'),
    rejected: () => ({
      status: 422,
      body: { error: `Validation failed: Text character limit of ${rules.max_characters} exceeded` },
    }),
    noSuchCall: () => ({ status: 404, body: { error: 'Record not found' } }),
    badBody(reason) {
      if (reason === 'too_large') return { status: 413, body: proxyPage('413 Request Entity Too Large') }
      if (reason === 'type') return { status: 415, body: { error: 'Unsupported Media Type' } }
      return { status: 400, body: { error: 'Error occurred while parsing request parameters' } }
    },
  }
}
