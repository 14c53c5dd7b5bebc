import { answered, withHeaders } from '../../../core/limits/answered.ts'
import { createWindows } from '../../../core/limits/windows.ts'
import type { Failures, Route } from '../../../core/network.ts'
import { expired, findCallerName } from '../auth/callers.ts'
import type { Rules } from '../rules.ts'
import type { Platform } from '../state/platform.ts'
import { responded, unknownToken } from './refusals.ts'

/** The network's responses to the faults that can occur in any call. */
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

const minuteMs = 60_000

type Max = 'readLimit' | 'writeLimit' | 'analyticsLimit'

const kindOf = ({ method, call }: Route): Max & keyof Rules =>
  /Analytics$/.test(call) ? 'analyticsLimit' : method === 'GET' ? 'readLimit' : 'writeLimit'

/** Limits the calls of each kind per person and minute, and reports the usage with each response. */
export function throttled(platform: Platform): (route: Route) => Route {
  const { rules, world } = platform
  const windowOf = createWindows(world.clock, { isOn: () => rules.rateLimits })
  return (route) => {
    if (route.token !== 'access') return route
    const kind = kindOf(route)
    return {
      ...route,
      async handle(incoming) {
        const window = windowOf(`${kind}/${findCallerName(platform, incoming)}`, minuteMs)
        if (rules.rateLimits) window.count += 1
        const isOver = window.count > rules[kind]
        const answer = isOver
          ? responded(429, 8, 'This request exceeded a rate limit.')
          : await answered(route, incoming)
        return withHeaders(answer, {
          'x-ratelimit-limit': String(rules[kind]),
          'x-ratelimit-remaining': String(Math.max(0, rules[kind] - window.count)),
          'x-ratelimit-reset': String(Math.ceil((window.endsAtMs - world.clock.ms()) / 1_000)),
        })
      },
    }
  }
}
