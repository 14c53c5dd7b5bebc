import type { Failures } from '../../../core/network.ts'
import type { Rules } from '../rules.ts'
import { grantRefused, refusal, throttled, tooLong, unauthorized } from './refusals.ts'

/**
 * The network's own words for failures that can happen around any call. The network itself never says how long to wait.
 */
export function createFailures(rules: Readonly<Rules>): Failures {
  const deadToken = (call: string, why: 'expired' | 'revoked') =>
    call === 'token'
      ? grantRefused(
          400,
          rules.refusedGrant,
          'The provided authorization grant or refresh token is invalid, expired or revoked.',
        )
      : unauthorized(why)
  return {
    serverError: () => refusal(500, { code: 'INTERNAL_SERVER_ERROR', message: 'Internal Server Error' }),
    rateLimited: (retryAfterMs) => ({
      ...throttled(),
      ...(retryAfterMs === null ? {} : { headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) } }),
    }),
    expiredToken: ({ call }) => deadToken(call, 'expired'),
    revokedToken: ({ call }) => deadToken(call, 'revoked'),
    rejected: () => refusal(400, tooLong('/commentary', rules.maxText)),
    noSuchCall: () => refusal(404, { code: 'RESOURCE_NOT_FOUND', message: 'No virtual resource found' }),
    badBody(reason) {
      if (reason === 'too_large')
        return refusal(413, { code: 'REQUEST_TOO_LARGE', message: 'Request Entity Too Large' })
      if (reason === 'type') return refusal(415, { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Unsupported Media Type' })
      return refusal(400, { code: 'ILLEGAL_ARGUMENT', message: 'Cannot parse request entity' })
    },
  }
}
