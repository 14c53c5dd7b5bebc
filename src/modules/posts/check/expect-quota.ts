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
import type { PostDeps } from '../deps.ts'
import type { Confirmed, Overrides } from '../draft/written.ts'
import { allAround, type Counted, type CountOf, countedAround } from '../store/quota.ts'
import type { PostIssue } from './check-post.ts'
import { outgoingOf, type PostContent } from './compose-outgoing.ts'

/**
 * Counts the networks' quotas for the time at which a post is to go out: posts that are out already and posts that are
 * planned around that time. Exceeding a quota is a warning and not an error: at its time the post waits until there is
 * room.
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
  /** The post that is counted for, whose own reservation is left out. */
  readonly postId: PostId | null
}

/** Use of the quota with the least room left. */
export interface Expected {
  readonly max: number
  readonly used: number
  readonly reserved: number
  /** Time from which the earliest of the counted posts no longer counts; null when none counts. */
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

/** True when the caller has accepted the quota warning, so that nothing needs to be counted. */
export const isQuotaAccepted = (confirmed: Confirmed): boolean =>
  confirmed === true || confirmed.includes('quota_expected')

/** Returns the warnings only. Skips the exact count wherever a coarse count leaves room in any case. */
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

/** Returns the warning and the figures for each target. */
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

/** Returns the span that may count together with the post: the quota's length before its time, and as much after it. */
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

/** Coarse counts, keyed by the connectors object, of which a process has only one. */
const remembered = new WeakMap<object, Map<string, Remembered>>()
const remembersMost = 1_000
const slotMs = 3_600_000
/**
 * Time for which the coarse count of an app's quota stays good: one count a minute for each hour that posts are planned
 * for.
 */
const goodForMs = 60_000
const nearUnits = 500

/**
 * Time for which an account that is less than a quarter full is not counted again. Posts that pass meanwhile are added.
 */
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

/**
 * Returns the fullest window that the post would be in: the one before its time, or one that ends with a post planned
 * later.
 */
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
