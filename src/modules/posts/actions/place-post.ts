import type { Db, Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { AccountId, PostId, ProfileId } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import type { ChosenSlot, PostDeps } from '../deps.ts'
import { loadNewPosts } from '../draft/load-posts.ts'
import { resolveTargets } from '../draft/resolve-targets.ts'
import type { NewPlacedPost, PlacedPatch, SlotRequest } from '../schema/requests.ts'
import type { PostRow } from '../store/posts.ts'
import { listTargets } from '../store/targets.ts'
import { createPosts } from './create-post.ts'
import { type PreparedPost, preparePosts } from './prepare-posts.ts'

/** A prepared post, and the posting time for which it was checked. */
interface PlacedPost {
  readonly posts: readonly [PreparedPost]
  readonly checked?: ChosenSlot
}

/**
 * Prepares a new post. One for a posting time is checked for the time that is free now. The transaction keeps it, unless
 * someone else has taken it, and then uses the next one.
 */
export async function preparePlaced(
  deps: PostDeps,
  caller: Caller,
  { slot, ...input }: NewPlacedPost,
): Promise<PlacedPost> {
  const { profileId } = input
  if (slot === undefined) return { posts: await preparePosts(deps, caller, profileId, [{ input, path: '' }]) }
  const [{ targets }] = await loadNewPosts(deps, caller, [input], { needs: 'write' })
  const accountIds = listAccountIds(targets)
  const checked = await deps.guards.chooseSlot(deps.db, caller, { profileId, accountIds, postId: null, slot })
  const timed = { ...input, scheduledAt: { at: checked.at } }
  return { posts: await preparePosts(deps, caller, profileId, [{ input: timed, path: '' }]), checked }
}

/** Stores a prepared post, at a posting time if it asks for one. */
export async function createPlaced(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  { posts: [prepared], checked }: PlacedPost,
  { profileId, slot }: NewPlacedPost,
) {
  if (slot === undefined) return (await createPosts(deps, tx, caller, [prepared]))[0]
  const accountIds = listAccountIds(prepared.draft.targets)
  const { planId, at } = await deps.guards.chooseSlot(tx, caller, {
    profileId,
    accountIds,
    postId: null,
    slot,
    checked,
  })
  const draft = { ...prepared.draft, scheduledAt: at, slotPlanId: planId }
  return (await createPosts(deps, tx, caller, [{ ...prepared, draft }]))[0]
}

/** Chooses the posting time of a stored post. The profile is locked before the post. */
export async function choosePlace(
  deps: PostDeps,
  db: Tx,
  caller: Caller,
  post: Pick<PostRow, 'id' | 'profileId'>,
  { slot, platforms }: Pick<PlacedPatch, 'platforms'> & { readonly slot: SlotRequest },
) {
  const { id: postId, profileId } = post
  const accountIds = await listAccountsAfter(db, postId, profileId, platforms)
  return deps.guards.chooseSlot(db, caller, { profileId, accountIds, postId, slot })
}

/** Lists the accounts that the post has after the change. */
async function listAccountsAfter(db: Db, postId: PostId, profileId: ProfileId, platforms: PlacedPatch['platforms']) {
  if (platforms === undefined) return listAccountIds(await listTargets(db, postId))
  const accounts = await listProfileAccounts(db, profileId)
  return listAccountIds(resolveTargets(platforms, accounts, { mayLackAccount: true }).targets)
}

export const listAccountIds = (targets: readonly { readonly accountId: AccountId | null }[]): readonly AccountId[] =>
  targets.flatMap(({ accountId }) => accountId ?? [])
