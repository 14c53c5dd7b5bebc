import { after, type Clock } from '#kernel/clock.ts'
import type { Quota } from '#rules/limits.ts'
import type { CountOf } from '../../store/quota.ts'

/**
 * Coarse counts that this process has made, so that most posts need no count of their own. They are forgotten after
 * seconds, and posts that pass meanwhile are added.
 */
export interface QuotaMemory {
  /**
   * Adds the cost of a post to the last count of this account around that time. True: less than a quarter of the
   * smallest quota is used, so nothing needs to be counted.
   */
  addIfFar(of: CountOf, at: Date, cost: number, smallestMax: number): boolean
  /** Keeps the count of an account, if it is that far from its quotas. */
  keepIfFar(of: CountOf, at: Date, units: number, smallestMax: number): void
  /** Returns the last count of an app's quota for this hour, if it is recent. */
  readApp(of: CountOf, quota: Quota, hour: Date): number | undefined
  keepApp(of: CountOf, quota: Quota, hour: Date, units: number): void
}

interface Remembered {
  units: number
  readonly goodUntil: Date
}

const mostRemembered = 1_000
export const hourMs = 3_600_000
/** Time for which the count of an app's quota stays good: one count a minute for each hour that posts are planned for. */
const appGoodForMs = 60_000
const accountGoodForMs = 10_000
const farPart = 4

export function createQuotaMemory({ clock }: { readonly clock: Clock }): QuotaMemory {
  const remembered = new Map<string, Remembered>()
  const read = (key: string): Remembered | undefined => {
    const known = remembered.get(key)
    return known && known.goodUntil > clock.now() ? known : undefined
  }
  const keep = (key: string, units: number, forMs: number): void => {
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(key, { units, goodUntil: after(clock.now(), forMs) })
  }
  return {
    addIfFar(of, at, cost, smallestMax) {
      const known = read(accountKey(of, at))
      if (!known) return false
      known.units += cost
      return known.units * farPart < smallestMax
    },
    keepIfFar(of, at, units, smallestMax) {
      if (units * farPart < smallestMax) keep(accountKey(of, at), units, accountGoodForMs)
    },
    readApp: (of, quota, hour) => read(appKey(of, quota, hour))?.units,
    keepApp: (of, quota, hour, units) => keep(appKey(of, quota, hour), units, appGoodForMs),
  }
}

const accountKey = (of: CountOf, at: Date): string => `${JSON.stringify(of)} ${Math.floor(at.getTime() / hourMs)}`
const appKey = (of: CountOf, quota: Quota, hour: Date): string => `${JSON.stringify([of, quota])} ${hour.getTime()}`
