import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { PostId, SlotPlanId } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { readTextsAhead } from '../check/read-ahead.ts'
import type { PostDeps } from '../deps.ts'
import { prepareArming } from '../dispatch/arm-post.ts'
import { type Fetched, nothingFetched } from '../draft/fetch-media.ts'
import { loadStoredPosts } from '../draft/load-posts.ts'
import { fetchNamedMedia, settleNamedMedia } from '../draft/resolve-media.ts'
import { resolveTargets } from '../draft/resolve-targets.ts'
import { type PostAtHand, postFor, requireMove } from '../post-for.ts'
import { type PresentedPost, presentPosts } from '../reading/present.ts'
import type { PlacedPatch, PostPatch } from '../schema/requests.ts'
import { listTargets } from '../store/targets.ts'
import { changePosts, isArming, type PostChange, triggerOf } from './change-posts.ts'
import { choosePlace } from './place-post.ts'

/** Changes a post. `demand` refuses the change while the row is locked. */
export async function updatePost(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  given: PlacedPatch,
  { demand }: Pick<PostChange, 'demand'> = {},
): Promise<PresentedPost> {
  const { slot, ...asked } = given
  // Which posting time it gets is decided in the transaction. Until then it only matters that it gets one.
  const timed = slot === undefined ? asked : { ...asked, scheduledAt: { at: deps.clock.now() } }
  const fetched = await prepareChange(deps, caller, { id, patch: timed })
  return inTx(deps.db, async (tx) => {
    // The profile of the plan is locked before the post.
    const { patch, slotPlanId } = await putInSlot(deps, tx, caller, id, given)
    if (Object.keys(omitUndefined(patch)).length === 0) {
      const seen = await postFor(deps, tx, caller, id, 'write')
      demand?.(seen)
      return (await presentPosts(tx, [seen]))[0]
    }
    const [changed] = await changePosts(deps, tx, caller, [{ id, patch, slotPlanId, fetched, demand }])
    if (!changed) throw new Error('one post is changed')
    return changed.presented
  })
}

/** Writes the posting time that a change asks for into it. */
async function putInSlot(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  id: PostId,
  given: PlacedPatch,
): Promise<{ readonly patch: PostPatch; readonly slotPlanId?: SlotPlanId }> {
  const { slot, ...patch } = given
  if (slot === undefined) return { patch }
  const post = await postFor(deps, deps.db, caller, id, 'write')
  const { planId, at } = await choosePlace(deps, tx, caller, post, { ...patch, slot })
  return { patch: { ...patch, scheduledAt: { at } }, slotPlanId: planId }
}

/** Settles uploads before the transaction. If the change arms the post, also fetches files and reads long texts. */
export async function prepareChange(
  deps: PostDeps,
  caller: Caller,
  { id, patch, keepsIntent = false }: Pick<PostChange, 'id' | 'patch' | 'keepsIntent'>,
): Promise<Fetched> {
  const post = await postFor(deps, deps.db, caller, id, 'write')
  const trigger = triggerOf(patch, post, keepsIntent)
  requireMove(trigger, post)
  const lookup = await settleNamedMedia(deps, caller, patch)
  if (!isArming(trigger, post)) return nothingFetched
  const stored = await prepareArming(deps, caller, id, () => {})
  await readChangeAhead(deps, post, patch)
  return new Map([...stored, ...(await fetchNamedMedia(deps, caller, post.profileId, patch, lookup))])
}

async function readChangeAhead(deps: PostDeps, post: PostAtHand, patch: PostPatch): Promise<void> {
  const {
    content = post.content,
    mentions = post.mentions,
    format = post.format,
    firstComment = post.firstComment,
    platforms,
  } = patch
  const thread = patch.thread?.map((part) => ({ content: part.content, media: [] })) ?? post.thread
  const [stored] = await loadStoredPosts(deps.db, [{ post, rows: await listTargets(deps.db, post.id) }])
  const accounts = platforms ? await listProfileAccounts(deps.db, post.profileId) : []
  const targets = platforms
    ? resolveTargets(platforms, accounts, { mayLackAccount: true }).targets
    : (stored?.targets ?? [])
  const files = stored?.files ?? new Map()
  await readTextsAhead(deps, { post: { ...post, content, mentions, format, firstComment, thread }, targets, files })
}
