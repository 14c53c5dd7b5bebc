import type { Db } from '#infra/db/client.ts'
import { after } from '#kernel/clock.ts'
import { type AccountId, type PostId, toWire } from '#kernel/ids.ts'
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
import type { DraftTarget } from '../draft/draft.ts'
import { timeOfTarget } from '../draft/times.ts'
import { type Counted, type CountOf, countAll, countByMinute } from '../store/quota.ts'
import type { CheckedTarget, PostIssue } from './check-draft.ts'
import { hourMs } from './quota-memory.ts'

/**
 * Checks the networks' quotas for the time at which a post is to be published, counting published posts and posts
 * planned around that time. Exceeding a quota is a warning, not an error: the post will wait until there is room.
 */
export interface When {
  /** Null means now. */
  readonly at: Date | null
  /** The post to check, whose own reservation is not counted. */
  readonly postId: PostId | null
}

/** The use of the quota with the least room left. */
interface ExpectedUse {
  readonly max: number
  readonly used: number
  readonly reserved: number
  /** The time when the earliest of the counted posts stops counting. Null if none counts. */
  readonly resetsAt: Date | null
}

/** Returns only the warnings. Skips the exact count if a coarse count already shows enough room. */
export async function listQuotaWarnings(
  deps: QuotaDeps,
  db: Db,
  targets: readonly CheckedTarget[],
  when: When,
): Promise<PostIssue[]> {
  const warnings: PostIssue[] = []
  for (const one of listQuotaCases(deps, targets)) {
    const own = timeOfCase(deps, one, when)
    const { issue } = await expectUse(deps, db, { ...one, quotas: await findTightQuotas(deps, db, one, own) }, own)
    if (issue) warnings.push(issue)
  }
  return warnings
}

export interface QuotaPlan {
  readonly accountId: AccountId
  /** Null if the network has no quota for such a post. */
  readonly quota: ExpectedUse | null
  readonly issue: PostIssue | null
}

/** Returns the warning and the quota use for each target. */
export async function listQuotaPlans(
  deps: QuotaDeps,
  db: Db,
  targets: readonly CheckedTarget[],
  when: When,
): Promise<QuotaPlan[]> {
  const plans: QuotaPlan[] = []
  for (const one of listQuotaCases(deps, targets))
    plans.push({ accountId: one.account.id, ...(await expectUse(deps, db, one, timeOfCase(deps, one, when))) })
  return plans
}

/** Returns the time of one target, which may follow its post later. */
const timeOfCase = (deps: QuotaDeps, { target }: QuotaCase, when: When): When =>
  target.overrides.delaySeconds ? { ...when, at: timeOfTarget(resolveTime(deps, when), target) } : when

const resolveTime = ({ clock }: QuotaDeps, { at }: When): Date => {
  const now = clock.now()
  return at === null || at < now ? now : at
}

/** Returns the span of posts that may count together with this post: the quota's length before and after its time. */
const computeSpan = (quota: Quota, at: Date): { readonly from: Date; readonly to: Date } => ({
  from: windowStart(quota, at),
  to: 'perMs' in quota ? after(at, quota.perMs) : freeFrom(quota, at),
})

/** Returns the quotas that a coarse count does not rule out. */
async function findTightQuotas(
  deps: QuotaDeps,
  db: Db,
  { quotas, cost }: QuotaCase,
  when: When,
): Promise<readonly CountedQuota[]> {
  const at = resolveTime(deps, when)
  const ofAccount = quotas.filter(([quota]) => quota.of === 'account')
  const tight = await findTightAccountQuotas(deps, db, ofAccount, cost, at, when.postId)
  for (const [quota, of] of quotas.filter(([one]) => one.of === 'app'))
    if (await isAppQuotaNear(deps, db, [quota, of], at)) tight.push([quota, of])
  return tight
}

/** Returns the span that any of the quotas may count together with a post between the two times. */
const spanOfAll = (quotas: readonly CountedQuota[], begin: Date, end: Date) => ({
  from: new Date(Math.min(...quotas.map(([quota]) => computeSpan(quota, begin).from.getTime()))),
  to: new Date(Math.max(...quotas.map(([quota]) => computeSpan(quota, end).to.getTime()))),
})

/** A single count of everything around the time serves all quotas of the account. */
async function findTightAccountQuotas(
  { quotaMemory }: QuotaDeps,
  db: Db,
  quotas: readonly CountedQuota[],
  cost: number,
  at: Date,
  except: PostId | null,
): Promise<CountedQuota[]> {
  const [first] = quotas
  if (!first) return []
  const [, of] = first
  const countBetween = (begin: Date, end: Date, except: PostId | null): Promise<number> =>
    countAll(db, of, { ...spanOfAll(quotas, begin, end), except })
  const all = quotas.map(([quota]) => quota)
  if (await quotaMemory.isFar(of, all, at, cost, (begin, end) => countBetween(begin, end, null))) return []
  const units = await countBetween(at, at, except)
  return quotas.filter(([quota]) => units + cost > quota.max)
}

const nearUnits = 500

async function isAppQuotaNear(
  { quotaMemory }: QuotaDeps,
  db: Db,
  [quota, of]: CountedQuota,
  at: Date,
): Promise<boolean> {
  const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs)
  const known = quotaMemory.readApp(of, quota, hour)
  if (known !== undefined) return known + nearUnits > quota.max
  const { from } = computeSpan(quota, hour)
  const { to } = computeSpan(quota, after(hour, hourMs))
  const units = await countAll(db, of, { from, to, except: null })
  quotaMemory.keepApp(of, quota, hour, units)
  return units + nearUnits > quota.max
}

async function expectUse(
  deps: QuotaDeps,
  db: Db,
  { target: { index }, account, name, cost, quotas }: QuotaCase,
  when: When,
): Promise<Pick<QuotaPlan, 'quota' | 'issue'>> {
  const at = resolveTime(deps, when)
  let worst: { readonly quota: Quota; readonly expected: ExpectedUse; readonly left: number } | null = null
  for (const [quota, of] of quotas) {
    const found = await countByMinute(db, of, quota, { ...computeSpan(quota, at), except: when.postId })
    const expected = findFullestWindow(quota, at, found)
    const left = quota.max - expected.used - expected.reserved - needOf(quota, cost)
    if (worst === null || left < worst.left) worst = { quota, expected, left }
  }
  if (worst === null) return { quota: null, issue: null }
  const { quota, expected, left } = worst
  if (left >= 0) return { quota: expected, issue: null }
  const payer = quota.of === 'app' ? 'across everyone on this server' : 'per account'
  const issue = {
    code: 'quota_expected' as const,
    message:
      `${name} allows ${quotaWords(quota)} ${payer}. By then, ${expected.used} are published and ` +
      `${expected.reserved} scheduled, so this post would be delayed.`,
    fix: 'Choose a different time, or publish anyway.',
    path: `/platforms/${index}`,
    ...platformFields(account.network),
    accountId: toWire('acc', account.id),
  }
  return { quota: expected, issue }
}

/**
 * Returns the fullest window that would contain the post: the one before its time, or one that ends with a post planned
 * later.
 */
function findFullestWindow(quota: Quota, at: Date, found: readonly Counted[]): ExpectedUse {
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

export type QuotaDeps = Pick<PostDeps, 'connectors' | 'clock' | 'config' | 'quotaMemory'>

/** A quota, and whose use of it is counted. */
export type CountedQuota = readonly [Quota, CountOf]

/** A target, its cost at its network, and the quotas that limit it. */
interface QuotaCase<Target extends DraftTarget = DraftTarget> {
  readonly target: Target
  readonly account: AccountForPublishing
  /** The network's name, for messages. */
  readonly name: string
  readonly cost: number
  readonly quotas: readonly CountedQuota[]
}

/** Lists the targets to be published, each with its quotas. */
export function listQuotaCases<Target extends DraftTarget>(
  { connectors, config }: Pick<QuotaDeps, 'connectors' | 'config'>,
  targets: readonly CheckedTarget<Target>[],
): QuotaCase<Target>[] {
  const ownCaps = ownCapsOf(config)
  return targets.flatMap(({ target, outgoing }) => {
    const { account } = target
    const connector = account && connectors[account.network]
    if (!account || !connector || !outgoing) return []
    const cost = costOf(outgoing)
    const { network, mode, remoteAccountId, facts } = account
    const quotas = quotasFor(connector, facts, outgoing.format, ownCaps)
      .filter((quota) => needOf(quota, cost) > 0)
      .map((quota): CountedQuota => {
        const app = { network, mode, app: appScope(network, mode) }
        return [quota, quota.of === 'app' ? app : { lane: remoteAccountId }]
      })
    return [{ target, account, name: connector.limits.name, cost, quotas }]
  })
}
