import type { Failures } from '../../../core/network.ts'
import { oauthError, refusal } from './errors.ts'

const isOAuth = (call: string): boolean => call === 'token' || call === 'revoke'

/** The network's answers to the faults that can occur in any call. */
export const failures: Failures = {
  serverError: () => refusal(503, 'backendError', 'The service is currently unavailable.'),
  rateLimited: (retryAfterMs) =>
    refusal(
      403,
      'rateLimitExceeded',
      'The request cannot be completed because you have exceeded a rate limit.',
      retryAfterMs,
    ),
  expiredToken: ({ call }) => deadToken(call),
  revokedToken: ({ call }) => deadToken(call),
  rejected: () =>
    refusal(400, 'invalidVideoMetadata', 'The request metadata specifies invalid or incomplete video metadata.'),
  noSuchCall: () => refusal(404, 'notFound', 'Not Found'),
  badBody: (reason, detail) =>
    reason === 'too_large' ? refusal(413, 'uploadTooLarge', detail) : refusal(400, 'parseError', detail),
}

const deadToken = (call: string) =>
  isOAuth(call)
    ? oauthError(400, 'invalid_grant', 'Token has been expired or revoked.')
    : refusal(401, 'authError', 'Request had invalid authentication credentials.')
