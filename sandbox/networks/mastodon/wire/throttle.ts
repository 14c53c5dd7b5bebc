import { type Incoming, Refused } from '../../../core/http/request.ts'
import { answered, withHeaders } from '../../../core/limits/answered.ts'
import { createWindows } from '../../../core/limits/windows.ts'
import type { Route } from '../../../core/network.ts'
import { findCallerName, knownToken } from '../auth/callers.ts'
import type { Instance } from '../state/platform.ts'
import { limitHeaders, tooMany } from './refusals.ts'

/** The call limits, in windows that begin at round times of the clock. */
const limits = {
  token: { max: 300, windowMs: 300_000 },
  account: { max: 1_500, windowMs: 300_000 },
  address: { max: 300, windowMs: 300_000 },
  uploads: { max: 30, windowMs: 1_800_000 },
  deletes: { max: 30, windowMs: 1_800_000 },
  statuses: { max: 300, windowMs: 10_800_000 },
} as const

type LimitName = keyof typeof limits

export interface Throttle {
  /** Rejects if one more call would exceed the limit. */
  check(limit: LimitName, who: string): void
  count(limit: LimitName, who: string): void
  /** Wraps a route to count its calls and add headers with the remaining ones. */
  around(route: Route): Route
}

export function createThrottle(instance: Instance): Throttle {
  const open = createWindows(instance.world.clock, { isOn: () => instance.rules.rate_limits, isRound: true })
  const windowOf = (limit: LimitName, who: string) => open(`${limit}:${who}`, limits[limit].windowMs)
  const headersOf = (limit: LimitName, who: string, itselfMore = 0) => {
    const { endsAtMs, count } = windowOf(limit, who)
    const { max } = limits[limit]
    return limitHeaders(max, Math.max(0, max - count - itselfMore), new Date(endsAtMs))
  }
  const check = (limit: LimitName, who: string) => {
    if (windowOf(limit, who).count >= limits[limit].max) throw new Refused(tooMany(headersOf(limit, who)))
  }
  const count = (limit: LimitName, who: string) => {
    windowOf(limit, who).count += 1
  }

  function countedFor(route: Route, incoming: Incoming): readonly (readonly [LimitName, string])[] {
    const account = incoming.bearer === null ? null : findCallerName(instance, incoming)
    if (incoming.bearer === null || !knownToken(instance, incoming.bearer)) return [['address', incoming.remoteAddress]]
    const general = [['token', incoming.bearer], ...(account === null ? [] : [['account', account] as const])] as const
    const own = ownLimits[route.call]
    return own && account !== null ? [[own, account], ...general] : general
  }

  return {
    check,
    count,
    around: (route) => ({
      ...route,
      async handle(incoming) {
        const counted = countedFor(route, incoming)
        for (const [limit, who] of counted) check(limit, who)
        for (const [limit, who] of counted) count(limit, who)
        const answer = await answered(route, incoming)
        const [first = ['address', incoming.remoteAddress] as const] = counted
        const shown = route.call === 'createStatus' && first[0] !== 'address' ? statusesOf(incoming) : first
        const more = instance.rules.rate_limits ? 0 : 1
        return withHeaders(answer, headersOf(shown[0], shown[1], more))
      },
    }),
  }

  function statusesOf(incoming: Incoming): readonly [LimitName, string] {
    return ['statuses', findCallerName(instance, incoming) ?? '']
  }
}

const ownLimits: Readonly<Record<string, LimitName>> = { uploadMedia: 'uploads', deleteStatus: 'deletes' }
