import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { PostDeps } from '../deps.ts'
import { armPost, fetchForArming } from '../dispatch/arm-post.ts'
import { enqueueTargets } from '../dispatch/enqueue-targets.ts'
import { addressesIn, type Fetched, fetchAll } from '../draft/find-media.ts'
import { readPostAhead } from '../draft/read-ahead.ts'
import { wantedTargets } from '../draft/resolve-targets.ts'
import { rewritePost } from '../draft/rewrite-post.ts'
import { rollUp } from '../outcomes/roll-up.ts'
import { demandMayPublish, demandMove, type PostAtHand, postFor } from '../post-for.ts'
import { type PresentedPost, presentPosts, presentRolledUp } from '../reading/present.ts'
import type { PostWish } from '../schema/wishes.ts'
import type { Trigger } from '../state.ts'
import type { PostRow } from '../store/posts.ts'
import { makePending, targetsOf } from '../store/targets.ts'
import { withdraw } from './cancel-post.ts'

/**
 * Derives the trigger of a change: metadata alone annotates, a new time schedules, null or `saveAsDraft` unschedules,
 * and anything else edits.
 */
function triggerOf(wish: PostWish, post: PostRow): Extract<Trigger, 'edit' | 'schedule' | 'unschedule' | 'annotate'> {
  if (wish.scheduledAt === null || wish.saveAsDraft === true) return 'unschedule'
  const saveAsDraft = wish.saveAsDraft ?? post.saveAsDraft
  const hasTime = wish.scheduledAt !== undefined || post.scheduledAt !== null
  if (!saveAsDraft && (wish.scheduledAt !== undefined || (wish.saveAsDraft === false && hasTime))) return 'schedule'
  return Object.keys(wish).every((field) => field === 'metadata') ? 'annotate' : 'edit'
}

/** True when the change makes something go out, or go out differently. */
const arms = (trigger: Trigger, post: PostRow): boolean =>
  trigger === 'schedule' || (trigger === 'edit' && (post.status === 'scheduled' || post.status === 'queued'))

/** Changes a post. `demand` checks the version while the row is locked. */
export async function changePost(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  wish: PostWish,
  demand: (version: number) => void,
): Promise<PresentedPost> {
  const fetched = await fetchForChange(deps, caller, id, wish)
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'editor')
    demand(seen.version)
    const trigger = triggerOf(wish, seen)
    const move = demandMove(trigger, seen)
    if (arms(trigger, seen)) demandMayPublish(caller)
    if (move.startsWith('withdraw') && (await withdraw(tx, id)).length > 0)
      refuse('post_not_editable', { detail: 'It has begun to go out meanwhile.' })
    const intent = trigger === 'schedule' ? 'scheduled' : trigger === 'unschedule' ? 'draft' : seen.intent
    const { post, changes } = await rewritePost(deps, tx, caller, seen, wish, { fetched, intent })
    if (trigger === 'schedule' && seen.status === 'failed') await forgetFailures(tx, id)
    const result = await settle(deps, tx, { seen, post, trigger, fetched, wish })
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: seen.ownerUid,
      action: 'post.updated',
      subject: toWire('post', id),
      changes,
    })
    return result
  })
}

/** Fetches files before the transaction, and only if the change arms the post. */
async function fetchForChange(deps: PostDeps, caller: Caller, id: PostId, wish: PostWish): Promise<Fetched> {
  let isArmed = false
  const stored = await fetchForArmingIf(deps, caller, id, (post) => {
    const trigger = triggerOf(wish, post)
    demandMove(trigger, post)
    isArmed = arms(trigger, post)
    return isArmed
  })
  if (!isArmed) return stored
  const post = await postFor(deps, deps.db, caller, id, 'editor')
  await readChangeAhead(deps, post, wish)
  const { profileId } = post
  const urls = await addressesIn(deps, wishesOf(wish))
  return new Map([...stored, ...(await fetchAll(deps, caller, profileId, urls))])
}

async function fetchForArmingIf(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  isNeeded: (post: PostAtHand) => boolean,
): Promise<Fetched> {
  const post = await postFor(deps, deps.db, caller, id, 'editor')
  return isNeeded(post) ? fetchForArming(deps, caller, id, () => {}) : new Map()
}

async function readChangeAhead(deps: PostDeps, post: PostAtHand, wish: PostWish): Promise<void> {
  const { content = post.content, format = post.format, firstComment = post.firstComment, platforms } = wish
  const thread = wish.thread?.map((part) => ({ content: part.content, media: [] })) ?? post.thread
  const rows = platforms ? [] : ((await targetsOf(deps.db, [post.id])).get(post.id) ?? [])
  await readPostAhead(deps, post.profileId, { content, format, firstComment, thread }, (accounts) =>
    platforms ? wantedTargets(platforms, accounts, true).targets : rows,
  )
}

const wishesOf = ({ media, thread, platforms }: PostWish) => ({
  ...(media ? { media } : {}),
  ...(thread ? { thread } : {}),
  ...(platforms ? { platforms } : {}),
})

interface Settling {
  readonly seen: PostAtHand
  readonly post: PostRow
  readonly trigger: Trigger
  readonly fetched: Fetched
  readonly wish: PostWish
}

/** Checks an armed post in its new state. A post that was withdrawn from the queue is enqueued again. */
async function settle(
  deps: PostDeps,
  tx: Tx,
  { seen, post, trigger, fetched, wish }: Settling,
): Promise<PresentedPost> {
  const confirmed = wish.confirmWarnings ?? post.confirmedWarnings
  if (trigger === 'annotate') {
    const [presented] = await presentPosts(tx, [post])
    if (presented) return presented
  }
  if (!arms(trigger, seen)) return presentRolledUp(await rollUp(deps, tx, [post]), post.id)
  const armed = await armPost(deps, tx, post, fetched, { confirmed })
  if (trigger === 'schedule') return presentRolledUp(await rollUp(deps, tx, [armed.post]), post.id)
  if (seen.status === 'scheduled') return presentRolledUp(await rollUp(deps, tx, [armed.post]), post.id)
  const asked = [{ post: armed.post, rows: armed.rows, dueAt: deps.clock.now(), isNow: true }]
  return presentRolledUp(await enqueueTargets(deps, tx, asked), post.id)
}

/** Makes the targets pending again: the post has a new time, so failed targets count as never tried. */
async function forgetFailures(tx: Tx, id: PostId): Promise<void> {
  const rows = (await targetsOf(tx, [id])).get(id) ?? []
  await makePending(
    tx,
    rows.map((row) => row.id),
  )
}
