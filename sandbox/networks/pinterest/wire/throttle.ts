import { answered, withHeaders } from '../../../core/limits/answered.ts'
import { createWindows } from '../../../core/limits/windows.ts'
import type { Route } from '../../../core/network.ts'
import { findCallerName } from '../auth/callers.ts'
import type { Rules } from '../rules.ts'
import type { Platform } from '../state/platform.ts'
import { responded } from './refusals.ts'

const minuteMs = 60_000

type Max = 'readLimit' | 'writeLimit' | 'analyticsLimit'

const kindOf = ({ method, call }: Route): Max & keyof Rules =>
  /Analytics$/.test(call) ? 'analyticsLimit' : method === 'GET' ? 'readLimit' : 'writeLimit'

/** Limits the calls of each kind for one person in a minute and reports the usage with each answer. */
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
