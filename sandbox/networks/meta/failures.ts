import type { Answer } from '../../core/http/request.ts'
import type { Failures } from '../../core/network.ts'
import type { Wrong } from './refusals.ts'
import { deadToken } from './tokens.ts'

/** Creates the responses of Meta's networks to failures in any call. Each network words its limits differently. */
export function createFailures(
  answer: (wrong: Wrong) => Answer,
  rateLimited: Failures['rateLimited'],
  rejected: Pick<Wrong, 'type'> = {},
): Failures {
  return {
    serverError: () =>
      answer({
        message: 'An unexpected error has occurred. Please retry your request later.',
        code: 2,
        transient: true,
      }),
    rateLimited,
    expiredToken: () => answer(deadToken(463)),
    revokedToken: () => answer(deadToken(458)),
    rejected: () => answer({ message: '(#100) Invalid parameter', code: 100, ...rejected }),
    noSuchCall: (_method, path) => answer({ message: `Unknown path components: ${path}`, code: 2_500 }),
    badBody: (reason, detail) =>
      answer({ message: `(#100) ${detail}`, code: 100, ...(reason === 'too_large' ? { status: 413 } : {}) }),
  }
}
