import type { Caller } from '#kernel/caller.ts'
import { before, days } from '#kernel/clock.ts'
import { type PostId, type ProfileId, toWire } from '#kernel/ids.ts'
import { addPictures, postFor, type ThumbnailDeps } from '#modules/posts/index.ts'
import { platformFields } from '#rules/network-names.ts'
import { rateOf, ratePartsOf } from '../../metrics.ts'
import { listTargetNumbers, listTargetSnapshots, type TargetNumbers } from '../../store/account-numbers.ts'
import { listRecentPosts, namePosts, readPostSums } from '../../store/best-posts.ts'
import { type ReadingDeps, readScope } from '../read-scope.ts'
import { createRobustScore, medianOf, round2 } from '../statistics.ts'
import { unavailableOf } from './read-overview.ts'

/** Returns the latest metrics of a post, one item for each target that has been read. */
export async function readPostNumbers(deps: ReadingDeps, caller: Caller, id: PostId) {
  await postFor(deps, deps.db, caller, id, 'read')
  return (await listTargetNumbers(deps.db, id)).map(presentTarget)
}

/** Returns the metrics of a post over time, oldest first. */
export async function readPostHistory(deps: ReadingDeps, caller: Caller, id: PostId) {
  await postFor(deps, deps.db, caller, id, 'read')
  return (await listTargetSnapshots(deps.db, id)).map(presentTarget)
}

const presentTarget = ({ told: reportedMetrics, ...row }: TargetNumbers) => ({
  ...row,
  ...platformFields(row.network),
  engagementRate: rateOf(ratePartsOf(row)),
  unavailable: unavailableOf(reportedMetrics),
})

/**
 * Returns the metrics of several posts by ID. Posts without metrics, or that the caller cannot access, are left out.
 */
export async function summarizePosts(deps: Pick<ReadingDeps, 'db'>, caller: Caller, ids: readonly PostId[]) {
  if (ids.length === 0) return {}
  const sums = await readPostSums(deps.db, caller, ids)
  return Object.fromEntries(
    sums.map(({ postId, counted, seen, ...totals }) => [
      toWire('post', postId),
      { ...totals, engagementRate: rateOf({ counted, seen }) },
    ]),
  )
}

/** The minimum number of posts needed to call one unusual. */
const leastPosts = 5
/** The number of latest posts to compare. */
const mostPosts = 500
const longestDays = 365
const leastMultiple = 2

/** Finds the posts of a profile that were seen far more often than its other posts. */
export async function findOutliers(deps: ReadingDeps & ThumbnailDeps, caller: Caller, profileId: ProfileId) {
  const { now, keptDays } = await readScope(deps, caller, { profileId })
  const since = before(now, days(Math.min(keptDays ?? longestDays, longestDays)))
  const posts = await listRecentPosts(deps.db, profileId, since, mostPosts)
  const values = posts.map(({ views }) => views)
  const median = medianOf(values)
  const scoreOf = createRobustScore(values)
  const enough = posts.length >= leastPosts
  const found = posts
    .filter(({ views }) => enough && median > 0 && views >= leastMultiple * median)
    .map(({ views, ...post }) => ({ ...post, views, score: scoreOf(views), multiple: round2(views / median) }))
    .sort((one, other) => other.multiple - one.multiple || (one.postId < other.postId ? -1 : 1))
  const names = await namePosts(
    deps.db,
    found.map(({ postId }) => postId),
  )
  const named = found.flatMap((post) => {
    const name = names.get(post.postId)
    return name === undefined ? [] : [{ ...name, ...post }]
  })
  const outliers = (await addPictures(deps, named)).map(({ media: _, mediaCount: __, ...post }) => ({
    ...post,
    platforms: post.networks.map((network) => platformFields(network).platform),
  }))
  return { metric: 'views' as const, median, sampleSize: posts.length, enough, outliers }
}
