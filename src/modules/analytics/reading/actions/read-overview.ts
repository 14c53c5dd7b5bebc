import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { findLabelNames } from '#modules/labels/index.ts'
import { addPictures, type ThumbnailDeps } from '#modules/posts/index.ts'
import { type Network, platformFields, platformIdOf } from '#rules/network-names.ts'
import { type MetricName, metricNames, type Numbers, noNumbers, type RateParts, rateOf } from '../../metrics.ts'
import { listBestPosts, listBestPostsOn, type RankedPost } from '../../store/best-posts.ts'
import type { ScopeFilter } from '../../store/scope.ts'
import {
  countPublished,
  type LabelSums,
  type PublishedSums,
  sumByLabel,
  sumGains,
  sumPublished,
} from '../../store/sums.ts'
import { cutIntoBuckets, type Granularity } from '../buckets.ts'
import { type Period, resolvePeriod } from '../period.ts'
import { type ReadingDeps, readScope, type Scope } from '../read-scope.ts'
import { differencesBetween, layOutCuts, utcDayOf } from '../running-sums.ts'
import { round2 } from '../statistics.ts'

export interface OverviewRequest extends ScopeFilter {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly granularity: Granularity
  readonly timezone?: string | undefined
}

type OverviewDeps = ReadingDeps & ThumbnailDeps

const bestPosts = 10

export async function readOverview(deps: OverviewDeps, caller: Caller, request: OverviewRequest) {
  const scope = await readScope(deps, caller, request, request.timezone)
  return overviewOf(deps, scope, resolvePeriod({ ...request, timezone: scope.timezone }, scope))
}

/**
 * Returns the latest metrics of what was published in a period, and what all posts gained in it. None of its queries
 * reads a snapshot.
 */
async function overviewOf(deps: OverviewDeps, scope: Scope, period: Period) {
  const { db } = deps
  const ids = scope.accounts.map(({ id }) => id)
  const { start, until: end } = period
  const { platform, accountId } = scope.filter
  const best = { start, end, most: bestPosts }
  const [sums, dailyTrend, topPosts] = await Promise.all([
    sumPublished(db, ids, { start, end, ...wholeDaysIn(start, end) }),
    readTrend(db, ids, period),
    accountId === undefined
      ? listBestPosts(db, { profiles: profilesOf(scope), network: platform ?? null }, best)
      : Promise.all(ids.map((id) => listBestPostsOn(db, id, best))).then((all) => all.flat()),
  ])
  const total = addUp(sums)
  return {
    period,
    totalPosts: total.posts,
    totalTargets: total.posts,
    totalViews: total.views,
    totalLikes: total.likes,
    totalComments: total.comments,
    totalShares: total.shares,
    totalSaves: total.saves,
    totalImpressions: total.impressions,
    totalReach: total.reach,
    avgEngagementRate: rateOf(total),
    byPlatform: byPlatform(scope, sums),
    topPosts: (await addPictures(deps, topPosts)).map(presentPost),
    dailyTrend,
    gained: addUp(dailyTrend.map((bucket) => ({ ...bucket, counted: 0, seen: 0 }))),
  }
}

const profilesOf = ({ accounts }: Scope) => [...new Set(accounts.map(({ profileId }) => profileId))]

type Sums = Numbers & RateParts & { readonly posts: number }
const nothing: Sums = { ...noNumbers, posts: 0, counted: 0, seen: 0 }

const addUp = (all: readonly Sums[]): Sums =>
  all.reduce((sum, one) => {
    const names = Object.keys(nothing) as (keyof Sums)[]
    return Object.fromEntries(names.map((name) => [name, sum[name] + one[name]])) as unknown as Sums
  }, nothing)

function byPlatform({ accounts }: Scope, sums: readonly PublishedSums[]) {
  const networks = Map.groupBy(accounts, ({ network }) => network)
  return Object.fromEntries(
    [...networks].map(([network, all]) => {
      const ids = new Set(all.map(({ id }) => id))
      const total = addUp(sums.filter(({ accountId }) => ids.has(accountId)))
      const reportedMetrics = all.flatMap((account) => account.told)
      const { counted: _, seen: __, ...numbers } = total
      return [
        platformIdOf(network),
        { network, ...numbers, engagementRate: rateOf(total), unavailable: unavailableOf(reportedMetrics) },
      ]
    }),
  )
}

/** Returns the metrics that a network does not report. They are 0 in responses. */
export const unavailableOf = (reportedMetrics: readonly MetricName[]): MetricName[] =>
  metricNames.filter((name) => !reportedMetrics.includes(name))

type PicturedPost = Awaited<ReturnType<typeof addPictures<RankedPost>>>[number]

function presentPost({ networks, counted, seen, media: _, mediaCount: __, ...post }: PicturedPost) {
  return {
    ...post,
    platforms: networks.map((network: Network) => platformFields(network).platform),
    networks,
    engagementRate: rateOf({ counted, seen }),
  }
}

/** Returns the whole days (UTC) of a period, from the first, inclusive, to the last, exclusive. */
function wholeDaysIn(start: Date, end: Date) {
  const dayMs = 86_400_000
  const firstDay = utcDayOf(new Date(Math.ceil(start.getTime() / dayMs) * dayMs))
  const lastDay = utcDayOf(end)
  return { firstDay, lastDay: lastDay < firstDay ? firstDay : lastDay }
}

/** Returns what the posts of accounts gained in each bucket of a period. */
export async function readTrend(db: Db, ids: Parameters<typeof sumGains>[1], period: Period) {
  const { start: from, until: end, timezone, granularity } = period
  const buckets = cutIntoBuckets({ start: from, end, timezone }, granularity)
  if (buckets.length === 0) return []
  const instants = [...buckets.map(({ start }) => start), end]
  const grid = layOutCuts(instants)
  const [gains, posts] = await Promise.all([sumGains(db, ids, grid), countPublished(db, ids, grid)])
  const gained = differencesBetween(instants, grid, gains, metricNames)
  const published = differencesBetween(instants, grid, posts, ['posts'])
  return buckets.map(({ date, start }, at) => ({
    date,
    start,
    posts: published[at]?.posts ?? 0,
    ...(gained[at] ?? noNumbers),
  }))
}

interface CompareRequest extends ScopeFilter {
  readonly periodAStart: string
  readonly periodAEnd: string
  readonly periodBStart: string
  readonly periodBEnd: string
  readonly granularity: Granularity
  readonly timezone?: string | undefined
}

const compared = [
  'totalPosts',
  'totalTargets',
  'totalViews',
  'totalLikes',
  'totalComments',
  'totalShares',
  'avgEngagementRate',
] as const

/** Returns two periods side by side, and by how much the second exceeds the first. */
export async function comparePeriods(deps: OverviewDeps, caller: Caller, request: CompareRequest) {
  const scope = await readScope(deps, caller, request, request.timezone)
  const { granularity } = request
  const { timezone } = scope
  const periodA = resolvePeriod(
    { startDate: request.periodAStart, endDate: request.periodAEnd, granularity, timezone },
    { ...scope, names: ['periodAStart', 'periodAEnd'] },
  )
  const periodB = resolvePeriod(
    { startDate: request.periodBStart, endDate: request.periodBEnd, granularity, timezone },
    { ...scope, names: ['periodBStart', 'periodBEnd'] },
  )
  const [a, b] = await Promise.all([overviewOf(deps, scope, periodA), overviewOf(deps, scope, periodB)])
  const each = <Value>(of: (name: (typeof compared)[number]) => Value) =>
    Object.fromEntries(compared.map((name) => [name, of(name)])) as Record<(typeof compared)[number], Value>
  return {
    a,
    b,
    delta: each((name) => round2(b[name] - a[name])),
    deltaPercent: each((name) => (a[name] === 0 ? null : round2(((b[name] - a[name]) / a[name]) * 100))),
  }
}

interface LabelsRequest extends ScopeFilter {
  readonly label?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly timezone?: string | undefined
}

const mostLabels = 100
const noSums = { ...noNumbers, posts: 0, counted: 0, seen: 0 }

/** Returns the latest metrics of the posts published in a period, by tag. */
export async function readLabels(deps: ReadingDeps, caller: Caller, request: LabelsRequest) {
  const scope = await readScope(deps, caller, request, request.timezone)
  const period = resolvePeriod({ ...request, timezone: scope.timezone, granularity: 'day' }, scope)
  const ids = scope.accounts.map(({ id }) => id)
  const names = request.label === undefined ? null : await findLabelNames(deps.db, profilesOf(scope), request.label)
  const sums = await sumByLabel(deps.db, ids, { start: period.start, end: period.until, most: mostLabels + 2, names })
  const labelled = sums.flatMap(({ label, ...rest }) => (label === null ? [] : [{ label, ...present(rest) }]))
  const { label: _, ...unlabelled } = sums.find(({ label }) => label === null) ?? { label: null, ...noSums }
  return {
    period,
    labels: labelled.slice(0, mostLabels),
    unlabelled: present(unlabelled),
    hasMore: labelled.length > mostLabels,
  }
}

const present = ({ counted, seen, ...numbers }: Omit<LabelSums, 'label'>) => ({
  ...numbers,
  engagementRate: rateOf({ counted, seen }),
})
