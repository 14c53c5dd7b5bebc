import type { Failures } from '../../../core/network.ts'
import { failure, tooMany } from './answers.ts'

export const failures: Failures = {
  serverError: () => failure(502, 'Bad Gateway'),
  rateLimited: (retryAfterMs) => tooMany(Math.ceil((retryAfterMs ?? 5_000) / 1_000)),
  expiredToken: () => failure(401, 'Unauthorized'),
  revokedToken: () => failure(401, 'Unauthorized'),
  rejected: () => failure(400, 'Bad Request: message text is empty'),
  noSuchCall: () => failure(404, 'Not Found'),
  badBody: (reason) =>
    reason === 'too_large'
      ? failure(413, 'Request Entity Too Large')
      : failure(400, "Bad Request: can't parse the request"),
}
