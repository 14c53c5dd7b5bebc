import type { Tx } from '#infra/db/client.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import type { AccountPosts } from '#modules/accounts/index.ts'
import { cancel, forget } from '#modules/publishing/index.ts'
import {
  lastPublishedAt,
  listAffectedPosts,
  listArmedPosts,
  listOpenTargets,
  moveToTrash,
} from '../store/account-posts.ts'
import { lockPosts } from '../store/posts.ts'
import { deleteTargets, listTargets, listTargetsOfPosts } from '../store/targets.ts'
import { type RollUpDeps, rollUp } from './roll-up.ts'

/** Creates the functions that answer the accounts module's questions about posts. */
export const createAccountPosts = (deps: RollUpDeps): AccountPosts => ({
  affected: listAffectedPosts,
  lastPublishedAt,

  /**
   * Removes an account from the posts that still target it. With `keep`, the posts stay unchanged and wait at their
   * time. Otherwise a post continues without the account. A post without any other account becomes a draft or goes to
   * the trash. A target in flight runs to completion.
   */
  async leave(tx, accountId, action) {
    const open = await listOpenTargets(tx, accountId)
    const postIds = [...new Set(open.map(({ postId }) => postId))]
    if (action === 'keep' || open.length === 0) return postIds.length
    const posts = await lockPosts(tx, postIds)
    const { inFlight } = await cancel(
      tx,
      open.map(({ id }) => id),
    )
    const targets = await listTargetsOfPosts(tx, posts)
    const alone = new Set(postIds.filter((id) => (targets.get(id)?.length ?? 0) <= 1))
    const left = open.filter(({ id, postId }) => !alone.has(postId) && !inFlight.includes(id)).map(({ id }) => id)
    await deleteTargets(tx, left)
    await forget(tx, left)
    if (action === 'delete') await moveToTrash(tx, [...alone], deps.clock.now())
    const change = ({ id }: (typeof posts)[number]) =>
      action !== 'delete' && alone.has(id) ? ({ intent: 'draft' } as const) : {}
    await rollUp(deps, tx, action === 'delete' ? await lockPosts(tx, postIds) : posts, { change })
    return postIds.length
  },
})

/**
 * Withdraws the posts of a profile that is moved to the trash: none of them is published, and a restored post is a
 * draft.
 */
export async function withdrawProfilePosts(deps: RollUpDeps, tx: Tx, profileId: ProfileId): Promise<void> {
  const posts = await lockPosts(tx, await listArmedPosts(tx, profileId))
  const targets = [...(await listTargetsOfPosts(tx, posts)).values()].flat()
  await cancel(
    tx,
    targets.filter(({ publicationId }) => publicationId !== null).map(({ id }) => id),
  )
  await rollUp(deps, tx, posts, { change: () => ({ intent: 'draft' }) })
}

/**
 * Cancels the publications of a post that have no visible content and cannot get any. The others run to completion.
 * Returns the targets of those others.
 */
export async function withdrawPost(tx: Tx, id: PostId): Promise<readonly string[]> {
  const enqueued = (await listTargets(tx, id)).filter(({ publicationId }) => publicationId !== null)
  if (enqueued.length === 0) return []
  const { inFlight } = await cancel(
    tx,
    enqueued.map((target) => target.id),
  )
  return inFlight
}
