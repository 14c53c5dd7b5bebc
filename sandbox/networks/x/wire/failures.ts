import type { Failures } from '../../../core/network.ts'
import type { Rules } from '../rules.ts'
import { grantRefused, limitHeaders, problem, tooMany, typeOf, unauthorized } from './problems.ts'

/** The network's answers to the faults that can occur in any call. */
export function createFailures(rules: Readonly<Rules>, msNow: () => number): Failures {
  const deadToken = (call: string) =>
    call === 'token' ? grantRefused(400, rules.refusedGrant, 'Value passed for the token was invalid.') : unauthorized()
  return {
    // Such an answer has no rate limit headers.
    serverError: () => problem(503, { title: 'Service Unavailable', detail: 'Service Unavailable' }),
    rateLimited: (retryAfterMs) =>
      tooMany(retryAfterMs === null ? {} : limitHeaders(rules.createLimit, 0, msNow() + retryAfterMs)),
    expiredToken: ({ call }) => deadToken(call),
    revokedToken: ({ call }) => deadToken(call),
    // A refusal is about what the call brings: a file has no text.
    rejected: ({ path }) => problem(400, path.startsWith('/2/media/') ? badParameters : { title, detail: tooLong }),
    noSuchCall: () => problem(404, { title: 'Not Found', detail: 'Not Found' }),
    badBody(reason) {
      if (reason === 'too_large') return problem(413, { title: 'Request Entity Too Large' })
      if (reason === 'type') return problem(415, { title: 'Unsupported Media Type' })
      return problem(400, {
        ...badParameters,
        errors: [{ parameters: {}, message: 'Requests body has invalid schema' }],
      })
    },
  }
}

const title = 'Invalid Request'

const badParameters = {
  title,
  detail: 'One or more parameters to your request was invalid.',
  type: typeOf('invalid-request'),
}

export const tooLong =
  'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text'
