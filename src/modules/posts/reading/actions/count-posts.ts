import type { Caller } from '#kernel/caller.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { platformIdOf } from '#rules/network-names.ts'
import type { PostDeps } from '../../deps.ts'
import { postStatuses } from '../../state.ts'
import { listProfileIds } from '../../store/list.ts'
import { type Count, countPosts } from '../../store/stats.ts'

/** Counts the posts of each status, in total and by platform. Posts in the trash are not counted. */
export async function readStats({ db }: Pick<PostDeps, 'db'>, caller: Caller, profileId: ProfileId | undefined) {
  const ids = profileId ? [(await profileFor(db, caller, profileId, 'viewer')).id] : await listProfileIds(db, caller)
  const counts = await countPosts(db, ids)
  const networks = [...new Set(counts.flatMap(({ network }) => (network === null ? [] : [network])))].sort()
  const byStatus = countByStatus(counts, null)
  return {
    total: Object.values(byStatus).reduce((a, b) => a + b, 0),
    byStatus,
    byPlatform: Object.fromEntries(networks.map((network) => [platformIdOf(network), countByStatus(counts, network)])),
  }
}

const countByStatus = (counts: readonly Count[], of: string | null): Record<string, number> =>
  Object.fromEntries(
    postStatuses.map((status) => [
      status,
      counts.find((one) => one.network === of && one.status === status)?.posts ?? 0,
    ]),
  )
