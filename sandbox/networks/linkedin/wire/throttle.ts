import type { Route } from '../../../core/network.ts'
import type { Platform } from '../state/platform.ts'
import { throttled } from './refusals.ts'

const dayMs = 86_400_000

/**
 * Counts calls per UTC day: each kind for each member and for the app; for an app of the first tier, all kinds together
 * as well. No answer tells how much is left, as at the real network.
 */
export function limited(platform: Platform): (route: Route) => Route {
  const { rules, world } = platform
  const counts = new Map<string, number>()
  let day = 0

  /** True when a limit is reached; otherwise counts the call. */
  function isFull(limits: readonly (readonly [name: string, max: number])[]): boolean {
    const today = Math.floor(world.clock.ms() / dayMs)
    if (today !== day) counts.clear()
    day = today
    if (limits.some(([name, max]) => (counts.get(name) ?? 0) >= max)) return true
    for (const [name] of limits) counts.set(name, (counts.get(name) ?? 0) + 1)
    return false
  }

  return (route) => {
    if (!route.path.startsWith('/rest/')) return route
    return {
      ...route,
      handle(incoming) {
        const member = incoming.bearer === null ? null : platform.tokens.nameIn(incoming.bearer)
        if (!rules.rateLimits || member === null) return route.handle(incoming)
        const { call } = incoming
        const limits: readonly (readonly [string, number])[] = [
          [`${call}/${member}`, rules.memberDayLimit],
          [call, rules.appDayLimit],
        ]
        const first: readonly (readonly [string, number])[] = [
          [`member/${member}`, 100],
          ['app', 500],
        ]
        return isFull(rules.tier === 'development' ? [...limits, ...first] : limits)
          ? throttled()
          : route.handle(incoming)
      },
    }
  }
}
