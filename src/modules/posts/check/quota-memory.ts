import { after, type Clock, isAhead } from '#kernel/clock.ts'
import type { Quota } from '#rules/limits.ts'
import type { CountOf } from '../store/quota.ts'

/**
 * Caches coarse counts in this process, so that most posts need no separate count. Counts expire after seconds, and
 * posts that pass in the meantime are added.
 */
export interface QuotaMemory {
  /**
   * True if the account is far from these quotas around that time: with this post, less than a quarter of the smallest
   * is used. `count` is called once in ten seconds for each span and set of quotas, and concurrent requests share its
   * result.
   */
  isFar(of: CountOf, quotas: readonly Quota[], at: Date, cost: number, count: CountSpan): Promise<boolean>
  /** Returns the last count of an app's quota for this hour, if recent. */
  readApp(of: CountOf, quota: Quota, hour: Date): number | undefined
  keepApp(of: CountOf, quota: Quota, hour: Date, units: number): void
}

/** Counts everything that the quotas may count together with a post at any time in this span. */
type CountSpan = (begin: Date, end: Date) => Promise<number>

interface Remembered<Units> {
  readonly units: Units
  readonly goodUntil: Date
}

interface AccountUse {
  readonly counted: Promise<number>
  /** The units of posts that passed since the count began. */
  added: number
}

const mostRemembered = 1_000
export const hourMs = 3_600_000
const spanMs = 4 * hourMs
/**
 * Lifetime of a cached count of an app's quota use. At most one count per minute runs for each hour with scheduled posts.
 */
const appGoodForMs = 60_000
const accountGoodForMs = 10_000
const farPart = 4

export function createQuotaMemory({ clock }: { readonly clock: Clock }): QuotaMemory {
  const ofAccounts = createShortMemory<AccountUse>(clock, accountGoodForMs)
  const ofApps = createShortMemory<number>(clock, appGoodForMs)
  return {
    async isFar(of, quotas, at, cost, count) {
      const begin = Math.floor(at.getTime() / spanMs) * spanMs
      // Another kind of post may have quotas of other lengths, and therefore another span.
      const key = `${JSON.stringify([of, quotas])} ${begin}`
      const smallestMax = Math.min(...quotas.map(({ max }) => max))
      const use =
        ofAccounts.read(key) ??
        ofAccounts.keep(key, { counted: count(new Date(begin), new Date(begin + spanMs)), added: 0 })
      use.added += cost
      try {
        return ((await use.counted) + use.added) * farPart < smallestMax
      } catch (error) {
        ofAccounts.forget(key)
        throw error
      }
    },
    readApp: (of, quota, hour) => ofApps.read(appKey(of, quota, hour)),
    keepApp: (of, quota, hour, units) => void ofApps.keep(appKey(of, quota, hour), units),
  }
}

function createShortMemory<Units>(clock: Clock, goodForMs: number) {
  const remembered = new Map<string, Remembered<Units>>()
  return {
    read(key: string): Units | undefined {
      const known = remembered.get(key)
      return known && isAhead(known.goodUntil, clock.now(), goodForMs) ? known.units : undefined
    },
    keep(key: string, units: Units): Units {
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(key, { units, goodUntil: after(clock.now(), goodForMs) })
      return units
    },
    forget: (key: string): void => void remembered.delete(key),
  }
}

const appKey = (of: CountOf, quota: Quota, hour: Date): string => `${JSON.stringify([of, quota])} ${hour.getTime()}`
