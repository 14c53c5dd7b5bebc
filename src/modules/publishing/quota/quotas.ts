import type { Connector, JsonObject, Outgoing } from '#connectors/connector.ts'
import { limitsOf } from '#connectors/registry.ts'
import type { Config } from '#infra/config/config.ts'
import { after, before } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'
import type { Quota } from '#rules/limits.ts'
import { type Network, networkEntries } from '#rules/network-names.ts'

/** Quotas of the operator's own plan at a network, in addition to those that the network sets for everyone. */
export type OwnCaps = Readonly<Partial<Record<string, readonly Quota[]>>>

export const ownCapsOf = ({ networks }: Pick<Config, 'networks'>): OwnCaps =>
  Object.fromEntries(
    networkEntries(networks).map(([network, { monthlyPosts: max, dailyPosts }]): [string, readonly Quota[]] => [
      network,
      [
        ...(max === null ? [] : [{ max, per: 'month', of: 'app' } as const]),
        ...(dailyPosts ? [{ ...dailyPosts, per: 'day', of: 'app', counts: 'posts' } as const] : []),
      ],
    ]),
  )

/** Returns the quotas that apply to a post of this format. */
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

/** Counts the posts that a publication makes on a network, from the first unpublished part. */
export const costOf = ({ parts, firstComment }: Pick<Outgoing, 'parts' | 'firstComment'>, partsShown = 0): number =>
  Math.max(0, parts.length - partsShown) + (firstComment === null ? 0 : 1)

/** Returns the units of the cost that this quota counts. A post that exceeds the whole quota needs all of it. */
export function needOf({ counts = 'all', max }: Quota, cost: number, isReply = false): number {
  const posts = isReply ? 0 : 1
  const needs = { all: cost, posts, replies: cost - posts }
  return Math.min(max, needs[counts])
}

/** Returns the key under which an app's use is counted. Sandbox use does not count against the live app. */
export const appScope = (network: Network, mode: string): string => `${network} ${mode}`

/** Returns the start of the quota's window. Posts published after it count at the given time. */
export function windowStart(quota: Quota, at: Date): Date {
  if ('perMs' in quota) return before(at, quota.perMs)
  // One millisecond earlier, since a post at the first instant of a day belongs to that day.
  return before(calendarStart(quota, at, 0), 1)
}

/** Returns when a post published at `spentAt` stops counting. */
export const freeFrom = (quota: Quota, spentAt: Date): Date =>
  'perMs' in quota ? after(spentAt, quota.perMs + skewMs) : after(calendarStart(quota, spentAt, 1), skewMs)

/** An allowance for clocks that differ from ours by up to a second. */
const skewMs = 1_000

type Calendar = Extract<Quota, { readonly per: unknown }>

function calendarStart({ per, zone = 'UTC' }: Calendar, at: Date, later: number): Date {
  const wall = new Date(wallOf(at, zone))
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()]
  return instantOf(per === 'month' ? Date.UTC(year, month + later, 1) : Date.UTC(year, month, day + later), zone)
}

/** Describes a quota in everyday words: "100 posts in 15 minutes". */
export function quotaWords(quota: Quota): string {
  const [one, many] = quota.counts === 'replies' ? ['reply', 'replies'] : ['post', 'posts']
  const what = `${quota.max === 1 ? one : many}${quota.kinds ? ' of this kind' : ''}`
  return `${quota.max} ${what} ${'perMs' in quota ? `in ${spanWords(quota.perMs)}` : `a ${quota.per}`}`
}

function spanWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes === 1) return 'a minute'
  if (minutes === 60) return 'an hour'
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
}
