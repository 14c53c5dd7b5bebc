import type { Caller } from '#kernel/caller.ts'
import { before, days } from '#kernel/clock.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { listRecentPosts } from '../../store/reading/best-posts.ts'
import { type ReadingDeps, readScope } from '../read-scope.ts'
import { createRobustScore, medianOf, round2 } from '../statistics.ts'

/** The minimum number of posts needed to call one unusual. */
const leastPosts = 5
/** The number of latest posts to compare. */
const mostPosts = 500
const longestDays = 365
const leastMultiple = 2

/** Finds the posts of a profile that were seen far more often than its other posts. */
export async function findOutliers(deps: ReadingDeps, caller: Caller, profileId: ProfileId) {
  const { now, keptDays } = await readScope(deps, caller, { profileId })
  const since = before(now, days(Math.min(keptDays ?? longestDays, longestDays)))
  const posts = await listRecentPosts(deps.db, profileId, since, mostPosts)
  const values = posts.map(({ views }) => views)
  const median = medianOf(values)
  const scoreOf = createRobustScore(values)
  const enough = posts.length >= leastPosts
  const outliers = posts
    .filter(({ views }) => enough && median > 0 && views >= leastMultiple * median)
    .map(({ postId, views, engagement }) => {
      return { postId, views, engagement, score: scoreOf(views), multiple: round2(views / median) }
    })
    .sort((one, other) => other.multiple - one.multiple || (one.postId < other.postId ? -1 : 1))
  return { metric: 'views' as const, median, sampleSize: posts.length, enough, outliers }
}
