import type { Failures } from '../../../core/network.ts'
import type { Platform } from '../state/platform.ts'
import { oauthRefusal, refusal } from './envelope.ts'

/** The network's answers to the faults that can occur in any call. */
export function createFailures(platform: Platform): Failures {
  const isOAuth = (call: string) => call === 'token' || call === 'revoke'
  const deadToken = (call: string) =>
    isOAuth(call)
      ? oauthRefusal(platform, 'invalid_grant', 'Refresh token is invalid or expired.')
      : refusal(platform, 401, 'access_token_invalid')
  return {
    serverError: () => refusal(platform, 500, 'internal_error'),
    // The answer never says how long to wait.
    rateLimited: () => refusal(platform, 429, 'rate_limit_exceeded'),
    expiredToken: ({ call }) => deadToken(call),
    revokedToken: ({ call }) => deadToken(call),
    rejected: () => refusal(platform, 400, 'invalid_params'),
    noSuchCall: () => refusal(platform, 404, 'not_found'),
    badBody(reason, detail) {
      if (reason === 'too_large') return refusal(platform, 413, 'invalid_param', detail)
      return refusal(platform, 400, 'invalid_params', detail)
    },
  }
}
