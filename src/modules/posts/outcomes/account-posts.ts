import type { Tx } from '#infra/db/client.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import type { AccountPosts } from '#modules/accounts/index.ts'
import { cancel, forget } from '#modules/publishing/index.ts'
import {
  affectedPosts,
  armedPostsOf,
  lastPublishedAt,
  makeDrafts,
  openTargetsOf,
  putIntoTrash,
} from '../store/account-posts.ts'
import { lockPosts } from '../store/posts.ts'
import { deleteTargets, targetsOf } from '../store/targets.ts'
import { type RollUpDeps, rollUp } from './roll-up.ts'

/** Answers the questions that the accounts module asks of posts. */
export const accountPostsOf = (deps: RollUpDeps): AccountPosts => ({
  affected: affectedPosts,
  lastPublishedAt,

  /**
   * Takes an account out of the posts that still target it. With `keep` the posts stay unchanged and wait at their
   * time. Otherwise a post goes on without the account; one that has no other account becomes a draft or goes to the
   * trash. A target in flight runs to its end.
   */
  async leave(tx, accountId, action) {
    const open = await openTargetsOf(tx, accountId)
    const postIds = [...new Set(open.map(({ postId }) => postId))]
    if (action === 'keep' || open.length === 0) return postIds.length
    await lockPosts(tx, postIds)
    const { inFlight } = await cancel(
      tx,
      open.map(({ id }) => id),
    )
    const rows = await targetsOf(tx, postIds)
    const alone = postIds.filter((id) => (rows.get(id)?.length ?? 0) <= 1)
    const left = open.filter(({ id, postId }) => !alone.includes(postId) && !inFlight.includes(id)).map(({ id }) => id)
    await deleteTargets(tx, left)
    await forget(tx, left)
    if (action === 'delete') await putIntoTrash(tx, alone, deps.clock.now())
    else await makeDrafts(tx, alone)
    await rollUp(deps, tx, await lockPosts(tx, postIds))
    return postIds.length
  },
})

/**
 * Withdraws the posts of a profile that goes to the trash: nothing more of it goes out, and a restored post is a draft.
 */
export async function rest(deps: RollUpDeps, tx: Tx, profileId: ProfileId): Promise<void> {
  const ids: readonly PostId[] = await armedPostsOf(tx, profileId)
  await lockPosts(tx, ids)
  const rows = [...(await targetsOf(tx, ids)).values()].flat()
  await cancel(
    tx,
    rows.filter(({ publicationId }) => publicationId !== null).map(({ id }) => id),
  )
  await makeDrafts(tx, ids)
  await rollUp(deps, tx, await lockPosts(tx, ids))
}
