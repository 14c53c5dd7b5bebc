import type { Db } from '#infra/db/client.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { getLimit } from '#modules/plans/index.ts'
import { listProfileAccounts, readOwnerPlan } from '../store/scope.ts'
import { bestTimesOf } from './actions/read-best-times.ts'
import type { ReadingDeps } from './read-scope.ts'

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
