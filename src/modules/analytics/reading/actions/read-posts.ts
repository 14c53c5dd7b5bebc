import type { Caller } from '#kernel/caller.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { postFor } from '#modules/posts/index.ts'
import { platformFields } from '#rules/network-names.ts'
import { rateOf, ratePartsOf } from '../../metrics.ts'
import { listTargetNumbers, listTargetSnapshots, type TargetNumbers } from '../../store/reading/account-numbers.ts'
import { readPostSums } from '../../store/reading/best-posts.ts'
import type { ReadingDeps } from '../read-scope.ts'
import { unavailableOf } from './read-overview.ts'

/** Returns the latest metrics of a post, one item for each target that has been read. */
export async function readPostNumbers(deps: ReadingDeps, caller: Caller, id: PostId) {
  await postFor(deps, deps.db, caller, id, 'viewer')
  return (await listTargetNumbers(deps.db, id)).map(presentTarget)
}

/** Returns the metrics of a post over time, oldest first. */
export async function readPostHistory(deps: ReadingDeps, caller: Caller, id: PostId) {
  await postFor(deps, deps.db, caller, id, 'viewer')
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
    sums.map(({ postId, views, likes, comments, shares, ...rest }) => [
      toWire('post', postId),
      { views, likes, comments, shares, engagementRate: rateOf(rest) },
    ]),
  )
}
