import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { nameBehind } from '../auth/who.ts'
import type { Rules } from '../rules.ts'
import type { Platform } from '../state/platform.ts'
import { said } from './no.ts'

interface Window {
  readonly endsAtMs: number
  count: number
}

const minuteMs = 60_000

type Max = 'readLimit' | 'writeLimit' | 'analyticsLimit'

const kindOf = ({ method, call }: Route): Max & keyof Rules =>
  /Analytics$/.test(call) ? 'analyticsLimit' : method === 'GET' ? 'readLimit' : 'writeLimit'

/** Limits the calls of each kind for one person in a minute and reports the usage with each answer. */
export function throttled(platform: Platform): (route: Route) => Route {
  const windows = new Map<string, Window>()
  return (route) => {
    if (route.token !== 'access') return route
    const kind = kindOf(route)
    return {
      ...route,
      async handle(incoming) {
        const { rules, world } = platform
        const nowMs = world.clock.ms()
        const name = `${kind}/${nameBehind(platform, incoming)}`
        const known = windows.get(name)
        const window = known && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + minuteMs, count: 0 }
        if (rules.rateLimits) {
          windows.set(name, window)
          window.count += 1
        }
        const isOver = window.count > rules[kind]
        const headers = {
          'x-ratelimit-limit': String(rules[kind]),
          'x-ratelimit-remaining': String(Math.max(0, rules[kind] - window.count)),
          'x-ratelimit-reset': String(Math.ceil((window.endsAtMs - nowMs) / 1_000)),
        }
        const answer = isOver ? said(429, 8, 'This request exceeded a rate limit.') : await answered(route, incoming)
        return { ...answer, headers: { ...headers, ...answer.headers } }
      },
    }
  }
}

async function answered(route: Route, incoming: Incoming): Promise<Answer> {
  try {
    return await route.handle(incoming)
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}
