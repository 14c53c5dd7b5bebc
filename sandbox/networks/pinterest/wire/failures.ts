import type { Failures } from '../../../core/network.ts'
import { expired } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import { responded, unknownToken } from './refusals.ts'

/** The network's answers to the faults that can occur in any call. */
export function createFailures(platform: Platform): Failures {
  const deadGrant = () =>
    platform.rules.refusedGrant === 401
      ? unknownToken()
      : responded(400, 283, 'The refresh token is invalid or has expired.')
  return {
    serverError: () => responded(500, 0, 'Unexpected error.'),
    rateLimited: (retryAfterMs) =>
      responded(429, 8, 'This request exceeded a rate limit.', {
        ...(retryAfterMs === null
          ? {}
          : {
              'x-ratelimit-limit': String(platform.rules.writeLimit),
              'x-ratelimit-remaining': '0',
              'x-ratelimit-reset': String(Math.ceil(retryAfterMs / 1_000)),
            }),
      }),
    expiredToken: ({ call }) => (call === 'token' ? deadGrant() : expired(platform)),
    revokedToken: ({ call }) => (call === 'token' ? deadGrant() : unknownToken()),
    rejected: () => responded(400, 1, "'title' is too long (constraint: maxLength=100)"),
    noSuchCall: () => responded(404, 404, 'The requested resource could not be found.'),
    badBody(reason) {
      if (reason === 'too_large') return responded(413, 1, 'Request body is too large.')
      return responded(reason === 'type' ? 415 : 400, 1, 'Invalid request body.')
    },
  }
}
