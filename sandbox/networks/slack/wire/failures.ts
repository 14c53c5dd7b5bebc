import type { Failures } from '../../../core/network.ts'
import { failed, tooMany } from './answers.ts'

/** Slack's own responses to failures that can happen in any call. */
export const failures: Failures = {
  serverError: () => ({ status: 500, body: { ok: false, error: 'internal_error' } }),
  rateLimited: (retryAfterMs) => tooMany(Math.ceil((retryAfterMs ?? 1_000) / 1_000)),
  expiredToken: () => failed('token_expired'),
  revokedToken: () => failed('token_revoked'),
  rejected: () => failed('invalid_arguments'),
  noSuchCall: (_method, path) => failed('unknown_method', { req_method: path.replace(/^\/api\//, '') }),
  badBody(reason) {
    if (reason === 'too_large') return failed('request_too_large')
    return failed(reason === 'type' ? 'invalid_post_type' : 'invalid_json')
  },
}
