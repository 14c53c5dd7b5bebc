import type { Db } from '#infra/db/client.ts'
import { after } from '#kernel/clock.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import {
  appScope,
  costOf,
  freeFrom,
  needOf,
  ownCapsOf,
  quotasFor,
  quotaWords,
  windowStart,
} from '#modules/publishing/index.ts'
import type { Quota } from '#rules/limits.ts'
import { platformFields } from '#rules/network-names.ts'
import type { PostDeps } from './deps.ts'
import type { PostIssue } from './judge.ts'
import { outgoingOf, type PostContent } from './outgoing.ts'
import { allAround, type Counted, type CountOf, countedAround } from './store/quota.ts'
import type { Confirmed, Overrides } from './written.ts'

/**
 * What a network counts by time, at the time at which a post is to go: what is out already and what is to go out around
 * then. A post that would burst a cap is a warning, not an error: when its time comes it waits until there is room.
 */
export type QuotaDeps = Pick<PostDeps, 'connectors' | 'clock' | 'config'>

export interface QuotaTarget {
  readonly index: number
  readonly account: AccountForPublishing | null
  readonly overrides: Overrides
}

export interface When {
  /** Null: now. */
  readonly at: Date | null
  /** The post that has reserved its own place already. */
  readonly postId: PostId | null
}

/** Of the quota with the least room left. */
export interface Expected {
  readonly max: number
  readonly used: number
  readonly reserved: number
  /** When the first of what counts then counts no more; null: nothing does. */
  readonly resetsAt: Date | null
}

interface Case {
  readonly target: QuotaTarget & { readonly account: AccountForPublishing }
  readonly name: string
  readonly cost: number
  readonly quotas: readonly (readonly [Quota, CountOf])[]
}

function casesOf(deps: QuotaDeps, post: PostContent, targets: readonly QuotaTarget[]): Case[] {
  const ownCaps = ownCapsOf(deps.config)
  return targets.flatMap((target) => {
    const { account, overrides } = target
    const connector = account && deps.connectors[account.network]
    if (!account || !connector) return []
    const outgoing = outgoingOf(post, overrides, account, new Map())
    const cost = costOf(outgoing)
    const { network, mode, remoteAccountId, facts } = account
    const quotas = quotasFor(connector, facts, outgoing.format, ownCaps)
      .filter((quota) => needOf(quota, cost) > 0)
      .map((quota) => {
        const app = { network, mode, app: appScope(network, mode) }
        return [quota, quota.of === 'app' ? app : { lane: remoteAccountId }] as const
      })
    return [{ target: { ...target, account }, name: connector.limits.name, cost, quotas }]
  })
}

/** Whoever has accepted it is not told again. */
export const isQuotaAccepted = (confirmed: Confirmed): boolean =>
  confirmed === true || confirmed.includes('quota_expected')

/** The warnings alone. Where all that counts leaves room in any case, nothing is looked at closely. */
export async function quotaWarnings(
  deps: QuotaDeps,
  db: Db,
  post: PostContent,
  targets: readonly QuotaTarget[],
  when: When,
): Promise<PostIssue[]> {
  const warnings: PostIssue[] = []
  for (const one of casesOf(deps, post, targets)) {
    const tight = await tightOnes(deps, db, one, when)
    const { issue } = await expect(deps, db, { ...one, quotas: tight }, when)
    if (issue) warnings.push(issue)
  }
  return warnings
}

/** The warning and the figures of each target. */
export async function quotaPlans(
  deps: QuotaDeps,
  db: Db,
  post: PostContent,
  targets: readonly QuotaTarget[],
  when: When,
) {
  const plans = []
  for (const one of casesOf(deps, post, targets))
    plans.push({ accountId: one.target.account.id, ...(await expect(deps, db, one, when)) })
  return plans
}

const timeOf = ({ clock }: QuotaDeps, { at }: When): Date => {
  const now = clock.now()
  return at === null || at < now ? now : at
}

/** What may count together with it: as much before its time as the quota is long, and as much after. */
function around(quota: Quota, at: Date, { postId }: When) {
  const from = windowStart(quota, at)
  const to = 'perMs' in quota ? after(at, quota.perMs) : freeFrom(quota, at)
  return { from, to, except: postId }
}

async function tightOnes(deps: QuotaDeps, db: Db, { quotas, cost }: Case, when: When): Promise<Case['quotas']> {
  const at = timeOf(deps, when)
  const ofAccount = quotas.filter(([quota]) => quota.of === 'account')
  const tight: (readonly [Quota, CountOf])[] = []
  const [first] = ofAccount
  if (first) {
    const spans = ofAccount.map(([quota]) => around(quota, at, when))
    const from = new Date(Math.min(...spans.map((span) => span.from.getTime())))
    const to = new Date(Math.max(...spans.map((span) => span.to.getTime())))
    const least = Math.min(...ofAccount.map(([quota]) => quota.max))
    if (!isKnownFar(deps, first[1], at, cost, least)) {
      const units = await allAround(db, first[1], { from, to, except: when.postId })
      rememberFar(deps, first[1], at, units + cost, least)
      tight.push(...ofAccount.filter(([quota]) => units + cost > quota.max))
    }
  }
  for (const [quota, of] of quotas.filter(([one]) => one.of === 'app'))
    if (await isNear(deps, db, quota, of, at)) tight.push([quota, of])
  return tight
}

interface Remembered {
  units: number
  readonly goodUntil: Date
}

/** By the connectors of the process, which are one for as long as it lives. */
const remembered = new WeakMap<object, Map<string, Remembered>>()
const remembersMost = 1_000
const slotMs = 3_600_000
/** Far from its end an app's quota is counted once in a minute for each hour that posts are planned for. */
const goodForMs = 60_000
const nearUnits = 500

/** So long an account that is less than a quarter full is not counted again; what passes here is added meanwhile. */
const farForMs = 10_000
const farPart = 4

const farKey = (of: CountOf, at: Date): string => `${JSON.stringify(of)} ${Math.floor(at.getTime() / slotMs)}`

function isKnownFar(deps: QuotaDeps, of: CountOf, at: Date, cost: number, least: number): boolean {
  const known = remembered.get(deps.connectors)?.get(farKey(of, at))
  if (!known || known.goodUntil <= deps.clock.now()) return false
  known.units += cost
  return known.units * farPart < least
}

function rememberFar(deps: QuotaDeps, of: CountOf, at: Date, units: number, least: number): void {
  if (units * farPart < least) remember(deps, farKey(of, at), units, farForMs)
}

function remember({ connectors, clock }: QuotaDeps, key: string, units: number, forMs: number): void {
  const known = remembered.get(connectors) ?? new Map<string, Remembered>()
  remembered.set(connectors, known)
  if (known.size >= remembersMost) known.clear()
  known.set(key, { units, goodUntil: after(clock.now(), forMs) })
}

async function isNear(deps: QuotaDeps, db: Db, quota: Quota, of: CountOf, at: Date): Promise<boolean> {
  const slot = new Date(Math.floor(at.getTime() / slotMs) * slotMs)
  const key = `${JSON.stringify([of, quota])} ${slot.getTime()}`
  const now = deps.clock.now()
  const before = remembered.get(deps.connectors)?.get(key)
  if (before && before.goodUntil > now) return before.units + nearUnits > quota.max
  const { from } = around(quota, slot, { at: null, postId: null })
  const { to } = around(quota, after(slot, slotMs), { at: null, postId: null })
  const units = await allAround(db, of, { from, to, except: null })
  remember(deps, key, units, goodForMs)
  return units + nearUnits > quota.max
}

async function expect(
  deps: QuotaDeps,
  db: Db,
  { target, name, cost, quotas }: Case,
  when: When,
): Promise<{ readonly quota: Expected | null; readonly issue: PostIssue | null }> {
  const at = timeOf(deps, when)
  let worst: { readonly quota: Quota; readonly expected: Expected; readonly left: number } | null = null
  for (const [quota, of] of quotas) {
    const found = await countedAround(db, of, quota, around(quota, at, when))
    const expected = fullest(quota, at, found)
    const left = quota.max - expected.used - expected.reserved - needOf(quota, cost)
    if (worst === null || left < worst.left) worst = { quota, expected, left }
  }
  if (worst === null) return { quota: null, issue: null }
  const { quota, expected, left } = worst
  if (left >= 0) return { quota: expected, issue: null }
  const { network, id } = target.account
  const issue = {
    code: 'quota_expected' as const,
    message: `${name} takes ${quotaWords(quota)} of ${quota.of === 'app' ? 'all who publish here together' : 'one account'}; ${expected.used} are out and ${expected.reserved} planned around that time. At its time this one would wait until there is room.`,
    fix: 'Choose another time, or confirm the warning.',
    path: `/platforms/${target.index}`,
    ...platformFields(network),
    accountId: toWire('acc', id),
  }
  return { quota: expected, issue }
}

/** The fullest window that the post would be in: the one before its time, or one that ends with something planned later. */
function fullest(quota: Quota, at: Date, found: readonly Counted[]): Expected {
  const ends = 'perMs' in quota ? [at, ...found.map((one) => one.at).filter((end) => end > at)] : [at]
  const windows = ends.map((end) => {
    const from = windowStart(quota, end)
    const inside = 'perMs' in quota ? found.filter((one) => one.at > from && one.at <= end) : found
    const sum = (of: 'used' | 'reserved') => inside.reduce((total, one) => total + one[of], 0)
    const [first] = inside
    return {
      max: quota.max,
      used: sum('used'),
      reserved: sum('reserved'),
      resetsAt: first ? freeFrom(quota, first.at) : null,
    }
  })
  return windows.reduce((most, one) => (one.used + one.reserved > most.used + most.reserved ? one : most))
}
