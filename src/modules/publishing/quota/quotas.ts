import type { Connector, JsonObject, Outgoing } from '#connectors/connector.ts'
import { limitsOf } from '#connectors/registry.ts'
import { after, before, days } from '#kernel/clock.ts'
import type { Quota } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'

/** Caps that the operator's own plan at a network sets, beside what the network sets for everybody. */
export type OwnCaps = Readonly<Partial<Record<string, readonly Quota[]>>>

export const ownCapsOf = ({ xMonthlyPosts }: { readonly xMonthlyPosts: number | null }): OwnCaps => ({
  x: xMonthlyPosts === null ? [] : [{ max: xMonthlyPosts, per: 'month', of: 'app' }],
})

/** Those that hold for a post of this kind. */
export function quotasFor(
  connector: Connector,
  facts: JsonObject,
  format: Outgoing['format'],
  ownCaps: OwnCaps = {},
): readonly Quota[] {
  const { quotas } = limitsOf(connector, facts)
  const own = ownCaps[connector.network] ?? []
  return [...quotas, ...own].filter(({ kinds }) => kinds === undefined || kinds.includes(format))
}

/** How many posts it is at a network, from the first part that is still to go out. */
export const costOf = ({ parts, firstComment }: Pick<Outgoing, 'parts' | 'firstComment'>, partsShown = 0): number =>
  Math.max(0, parts.length - partsShown) + (firstComment === null ? 0 : 1)

/** What of it this quota counts. What alone is more than the quota needs all of it. */
export function needOf({ counts = 'all', max }: Quota, cost: number): number {
  const needs = { all: cost, posts: 1, replies: cost - 1 }
  return Math.min(max, needs[counts])
}

/** By whose count an app's quota goes: what is tried in the sandbox is none of the live app's. */
export const appScope = (network: Network, mode: string): string => `${network} ${mode}`

/** What went out after this counts at that time. */
export function windowStart(quota: Quota, at: Date): Date {
  if ('perMs' in quota) return before(at, quota.perMs)
  // A moment earlier, since what comes at the first instant of a day is of that day.
  return before(calendarStart(quota.per, at, 0), 1)
}

/** When that which went out then counts no more. */
export const freeFrom = (quota: Quota, spentAt: Date): Date =>
  'perMs' in quota ? after(spentAt, quota.perMs + skewMs) : after(calendarStart(quota.per, spentAt, 1), skewMs)

/** Two clocks never agree to the second. */
const skewMs = 1_000

function calendarStart(per: 'day' | 'month', at: Date, later: number): Date {
  if (per === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1))
  const midnight = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
  return after(midnight, days(later))
}

/** As people say it: "100 posts in 15 minutes". */
export function quotaWords(quota: Quota): string {
  const what = quota.kinds ? `posts of this kind` : quota.counts === 'replies' ? 'replies' : 'posts'
  return `${quota.max} ${what} ${'perMs' in quota ? `in ${spanWords(quota.perMs)}` : `a ${quota.per}`}`
}

function spanWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes === 1) return 'a minute'
  if (minutes === 60) return 'an hour'
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
}
