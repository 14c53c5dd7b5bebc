import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, days } from '#kernel/clock.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { getLimit } from '#modules/plans/index.ts'
import { platformFields } from '#rules/network-names.ts'
import { type HourSums, sumByHour } from '../../store/best-posts.ts'
import { listProfileAccounts, readOwnerPlan, type ScopeFilter } from '../../store/scope.ts'
import { type ReadingDeps, readScope, type Scope } from '../read-scope.ts'
import { round2, shrunkMean } from '../statistics.ts'

interface BestTimesRequest extends ScopeFilter {
  readonly timezone?: string | undefined
}

/** The minimum number of posts. With fewer, chance decides which hour looks best. */
const leastPosts = 20
/** The maximum number of posts to read, newest first. More would hardly change the result. */
const mostPosts = 10_000
const longestDays = 365
const listed = 5
const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

interface Time {
  readonly day: number
  readonly hour: number
  readonly label: string
  readonly score: number
}

export async function readBestTimes(deps: ReadingDeps, caller: Caller, request: BestTimesRequest) {
  const scope = await readScope(deps, caller, request, request.timezone)
  return { ...platformOf(request), ...(await bestTimesOf(deps, scope)) }
}

const platformOf = ({ platform }: BestTimesRequest) =>
  platform ? platformFields(platform) : { platform: null, network: null }

/**
 * Rates the hours of a week by the engagement of the posts published in them. The mean of an hour with few posts is
 * shrunk toward the overall mean. The best hour scores 100. If no network reports how often posts were seen, plain
 * engagement is used instead of the rate.
 */
export async function bestTimesOf({ db }: Pick<ReadingDeps, 'db'>, scope: Scope) {
  const ids = scope.accounts.map(({ id }) => id)
  const since = before(scope.now, days(Math.min(scope.keptDays ?? longestDays, longestDays)))
  const hours = await sumByHour(db, ids, { since, most: mostPosts, timezone: scope.timezone })
  const basis = hours.some(({ seenPosts }) => seenPosts > 0) ? ('engagementRate' as const) : ('engagement' as const)
  const sampled = hours.flatMap((hour) => samplesOf(hour, basis))
  const n = sampled.reduce((sum, { samples }) => sum + samples, 0)
  const enough = n >= leastPosts
  const times = enough ? rateTimes(sampled, n) : []
  const best = times.slice(0, listed)
  return {
    timezone: scope.timezone,
    basis,
    n,
    enough,
    bestTimes: best,
    worstTimes: times.slice(best.length).slice(-listed).reverse(),
    heatmap: gridOf(times.map((time) => [time, time.score])),
    samples: gridOf(sampled.map((time) => [time, time.samples])),
  }
}

interface Sampled {
  readonly day: number
  readonly hour: number
  readonly samples: number
  readonly sum: number
}

function samplesOf({ day, hour, posts, seenPosts, rates, engagement }: HourSums, basis: string): Sampled[] {
  const one = basis === 'engagement' ? { samples: posts, sum: engagement } : { samples: seenPosts, sum: rates }
  return one.samples > 0 ? [{ day, hour, ...one }] : []
}

/** Returns the hours that have posts, best first. */
function rateTimes(sampled: readonly Sampled[], n: number): Time[] {
  const mean = sampled.reduce((total, { sum }) => total + sum, 0) / n
  const means = sampled.map((one) => ({ ...one, mean: shrunkMean(one.sum, one.samples, mean) }))
  const highest = Math.max(...means.map((one) => one.mean))
  return means
    .map(({ day, hour, mean: own }) => ({
      day,
      hour,
      label: `${dayNames[day]} ${String(hour).padStart(2, '0')}:00`,
      score: highest > 0 ? round2((own / highest) * 100) : 0,
    }))
    .sort((one, other) => other.score - one.score || one.day - other.day || one.hour - other.hour)
}

/** Makes a grid of seven days by 24 hours. Hours without a value are 0. */
function gridOf(values: readonly (readonly [{ readonly day: number; readonly hour: number }, number])[]): number[][] {
  const grid = dayNames.map(() => Array.from({ length: 24 }, () => 0))
  for (const [{ day, hour }, value] of values) {
    const row = grid[day]
    if (row) row[hour] = value
  }
  return grid
}

interface BestHour {
  /** The weekday; 0 is Sunday. */
  readonly day: number
  readonly hour: number
  readonly score: number
}

/**
 * Finds the local hours in which posts of a profile did at least as well as its average, for code that has already
 * checked the caller's access. Null if there is too little data.
 */
export async function findBestHours(
  { clock, plans }: Pick<ReadingDeps, 'clock' | 'plans'>,
  db: Db,
  { profileId, timezone }: { readonly profileId: ProfileId; readonly timezone: string },
): Promise<readonly BestHour[] | null> {
  const { enough, heatmap, samples } = await bestTimesOf(
    { db },
    {
      accounts: await listProfileAccounts(db, profileId),
      filter: { profileId },
      timezone,
      keptDays: getLimit(plans, await readOwnerPlan(db, profileId), 'analyticsRetentionDays'),
      now: clock.now(),
    },
  )
  return enough ? pickGoodHours(heatmap, samples) : null
}

/** Picks the hours whose score is at least the mean score of all posts. */
function pickGoodHours(scores: readonly number[][], samples: readonly number[][]): BestHour[] {
  const rated = scores.flatMap((row, day) =>
    row.map((score, hour) => ({ day, hour, score, samples: samples[day]?.[hour] ?? 0 })),
  )
  const posts = rated.reduce((sum, one) => sum + one.samples, 0)
  const mean = rated.reduce((sum, one) => sum + one.score * one.samples, 0) / posts
  return rated
    .filter((one) => one.samples > 0 && one.score > 0 && one.score >= mean)
    .map(({ day, hour, score }) => ({ day, hour, score }))
}
