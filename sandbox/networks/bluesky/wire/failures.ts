import { type Clock, minutes } from '../../../core/kit/clock.ts'
import type { Failures } from '../../../core/network.ts'
import { headersOf, rateLimited } from './rates.ts'
import { errorAnswer } from './refusals.ts'

/** The network's own responses to failures that can happen in any call. */
export const createFailures = (clock: Clock): Failures => ({
  serverError: () => errorAnswer(500, 'InternalServerError', 'Internal Server Error'),
  rateLimited(retryAfterMs) {
    const headers = retryAfterMs === null ? {} : headersOf(3_000, 0, clock.ms() + retryAfterMs, minutes(5))
    return rateLimited(headers, retryAfterMs)
  },
  expiredToken: ({ bearer }) =>
    bearer === null
      ? errorAnswer(401, 'invalid_token', '"exp" claim timestamp check failed')
      : errorAnswer(400, 'ExpiredToken', 'Token has expired'),
  revokedToken({ call, bearer }) {
    if (call === 'requestToken')
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Session expired' } }
    if (call !== 'createSession' && bearer === null) return errorAnswer(401, 'invalid_token', 'Token was revoked')
    if (call === 'createSession') return errorAnswer(401, 'AuthenticationRequired', 'Invalid identifier or password')
    if (call === 'refreshSession') return errorAnswer(400, 'ExpiredToken', 'Token has been revoked')
    return errorAnswer(400, 'InvalidToken', 'Token could not be verified')
  },
  rejected({ call }) {
    if (call === 'uploadBlob') return errorAnswer(400, 'InvalidMimeType', 'Wrong mimetype.')
    if (call === 'uploadVideo') return errorAnswer(400, 'UnsupportedContentType', 'The file is not a video')
    const what = 'Record/text must not be longer than 300 graphemes'
    return errorAnswer(400, 'InvalidRequest', `Invalid app.bsky.feed.post record: ${what}`)
  },
  noSuchCall: (method, path) =>
    path.startsWith('/xrpc/')
      ? errorAnswer(501, 'MethodNotImplemented', 'Method Not Implemented')
      : errorAnswer(404, 'NotFound', `Cannot ${method} ${path}`),
  badBody(reason, detail) {
    if (reason === 'too_large') return errorAnswer(413, 'PayloadTooLarge', 'request entity too large')
    return errorAnswer(400, 'InvalidRequest', reason === 'type' ? `Wrong request encoding: ${detail}` : detail)
  },
})
