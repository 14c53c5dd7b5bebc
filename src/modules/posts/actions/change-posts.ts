import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostId, type SlotPlanId, toWire } from '#kernel/ids.ts'
import { writeAudits } from '#modules/audit/index.ts'
import { submitForApproval } from '../approvals/actions.ts'
import { mustSubmit, requireMayChange } from '../approvals/contributors.ts'
import { isArmedFor } from '../check/same-post/guard-same-post.ts'
import type { PostDeps } from '../deps.ts'
import { armPosts } from '../dispatch/arm-post.ts'
import { enqueuePost } from '../dispatch/enqueue-posts.ts'
import type { Fetched } from '../draft/fetch-media.ts'
import { withdrawPost } from '../outcomes/account-posts.ts'
import { type RolledUp, rollUp } from '../outcomes/roll-up.ts'
import { type PostAtHand, requireMayPublish, requireMove, requirePostAccess } from '../post-for.ts'
import { listWaits, type PresentedPost, presentPost } from '../reading/present.ts'
import type { PostPatch } from '../schema/requests.ts'
import type { Trigger } from '../state.ts'
import { findSeenPosts } from '../store/due.ts'
import { lockPost, type PostRow } from '../store/posts.ts'
import { listTargetsOfPosts, type NewTargetRow, resetTargets, type TargetRow } from '../store/targets.ts'
import { type ExactValues, type Revised, type Revision, revisePosts } from './revise-posts.ts'

type ChangeTrigger = Extract<Trigger, 'edit' | 'schedule' | 'unschedule' | 'annotate'>

/**
 * Derives the trigger of a change: metadata and tags alone annotate, a new time schedules, null or `saveAsDraft` unschedules,
 * and anything else edits. A draft that is published after all uses its stored time.
 */
function deriveTrigger(patch: PostPatch, post: PostRow): ChangeTrigger {
  if (patch.scheduledAt === null || patch.saveAsDraft === true) return 'unschedule'
  if (patch.scheduledAt !== undefined || (patch.saveAsDraft === false && post.scheduledAt !== null)) return 'schedule'
  return Object.keys(patch).every((field) => field === 'metadata' || field === 'tags') ? 'annotate' : 'edit'
}

/** Returns what a change does to a post. With `keepsIntent`, a draft stays a draft. */
export const triggerOf = (patch: PostPatch, post: PostRow, keepsIntent: boolean): ChangeTrigger =>
  keepsIntent && post.intent === 'draft' && patch.scheduledAt !== undefined ? 'edit' : deriveTrigger(patch, post)

/** True if the change causes something to be published, or to be published differently. */
export const isArming = (trigger: Trigger, post: PostRow): boolean =>
  trigger === 'schedule' || (trigger === 'edit' && (post.status === 'scheduled' || post.status === 'queued'))

/** A post before and after a change. */
export interface ChangedPost {
  readonly seen: PostAtHand
  readonly known: readonly TargetRow[]
  readonly post: PostRow
  readonly targets: readonly NewTargetRow[]
  readonly presented: PresentedPost
}

/** A change of one post. */
export interface PostChange {
  readonly id: PostId
  readonly patch: PostPatch
  readonly fetched: Fetched
  /** The plan that gives the post its new time. */
  readonly slotPlanId?: SlotPlanId | undefined
  /** Refuses the change while the row is locked. */
  readonly demand?: ((seen: PostAtHand) => void) | undefined
  /** True if the post keeps its intent: a draft with another time stays a draft. */
  readonly keepsIntent?: boolean | undefined
  /** Values that no user sends. They are written as given. */
  readonly exact?: ExactValues | undefined
}

/**
 * Changes posts in a transaction, and returns them in their order. What they have in common is read, compared and stored
 * together. If one change is refused, the transaction has to end.
 */
export async function changePosts(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  changes: readonly PostChange[],
): Promise<ChangedPost[]> {
  const posts = await findSeenPosts(
    tx,
    caller.uid,
    changes.map(({ id }) => id),
  )
  const begun: Begun[] = []
  for (const change of changes) begun.push(await begin(deps, tx, caller, posts.get(change.id), change))
  const revised = await revisePosts(deps, tx, caller, begun)
  const items = begun.map((one, index) => ({ ...one, ...(revised[index] as Revised) }))
  // With a new time, failed targets count as never tried.
  const reset = items.filter(({ trigger, seen }) => trigger === 'schedule' && seen.status === 'failed')
  for (const { post } of reset) await resetTargets(tx, post.id)
  const presented = await settle(
    deps,
    tx,
    items.map((item) => (reset.includes(item) ? { ...item, rows: null } : item)),
  )
  await writeAudits(
    tx,
    items.map(({ seen, post, changes }) => ({
      at: deps.clock.now(),
      caller,
      ownerUid: seen.ownerUid,
      action: 'post.updated',
      subject: toWire('post', post.id),
      changes,
    })),
  )
  for (const { post, isSubmitted } of items)
    if (isSubmitted) await submitForApproval(deps, tx, caller, await lockPost(tx, post.id))
  return items.map((item) => ({ ...item, presented: presented.get(item.post.id) as PresentedPost }))
}

interface Begun extends Revision {
  readonly trigger: ChangeTrigger
  readonly isSubmitted: boolean
}

/** Decides what a change does to a post, and refuses what is not allowed. A queued post is withdrawn. */
async function begin(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  found: Parameters<typeof requirePostAccess>[1],
  { patch, demand, keepsIntent = false, ...rest }: PostChange,
): Promise<Begun> {
  const seen = requirePostAccess(deps, found, caller, 'write')
  demand?.(seen)
  const trigger = triggerOf(patch, seen, keepsIntent)
  const move = requireMove(trigger, seen)
  await requireMayChange(deps, tx, seen)
  if (isArming(trigger, seen)) requireMayPublish(caller)
  const isSubmitted = isArming(trigger, seen) && (await mustSubmit(tx, seen))
  if (move.startsWith('withdraw') && (await withdrawPost(tx, seen.id)).length > 0)
    refuse('post_not_editable', { detail: 'The post started publishing in the meantime.' })
  const intent = trigger === 'schedule' ? 'scheduled' : trigger === 'unschedule' ? 'draft' : seen.intent
  return { ...rest, seen, patch, trigger, isSubmitted, intent }
}

interface Settling extends Pick<Begun, 'seen' | 'trigger' | 'fetched'> {
  readonly post: PostRow
  /** The targets of the post, if they have just been read. */
  readonly rows: readonly TargetRow[] | null
}

/** Checks armed posts in their new state. A post that was withdrawn from the queue is enqueued again. */
async function settle(deps: PostDeps, tx: Tx, items: readonly Settling[]): Promise<ReadonlyMap<PostId, PresentedPost>> {
  const annotated = items.filter(({ trigger }) => trigger === 'annotate')
  const targets = await readTargets(tx, annotated)
  const waits = await listWaits(tx, [...targets.values()].flat())
  const others = await settleArmed(
    deps,
    tx,
    items.filter(({ trigger }) => trigger !== 'annotate'),
  )
  return new Map([
    ...annotated.map(({ post }) => [post.id, presentPost(post, targets.get(post.id) ?? [], waits)] as const),
    ...others.map((one) => [one.post.id, presentPost(one.post, one.targets)] as const),
  ])
}

async function readTargets(tx: Tx, items: readonly Settling[]): Promise<Map<PostId, readonly TargetRow[]>> {
  const read = await listTargetsOfPosts(
    tx,
    items.filter(({ rows }) => rows === null).map(({ post }) => post),
  )
  return new Map(items.map(({ post, rows }) => [post.id, rows ?? read.get(post.id) ?? []]))
}

async function settleArmed(deps: PostDeps, tx: Tx, items: readonly Settling[]): Promise<RolledUp[]> {
  const [arming, others] = [
    items.filter(({ trigger, seen }) => isArming(trigger, seen)),
    items.filter(({ trigger, seen }) => !isArming(trigger, seen)),
  ]
  const armed = await armPosts(
    deps,
    tx,
    arming.map(({ seen, post, fetched, rows }) => ({
      seen: post,
      fetched,
      rows,
      guard: { days: seen.profileSamePostDays, isTimeKept: isArmedFor(seen, post.scheduledAt) },
    })),
  )
  const isPlanned = ({ trigger, seen }: Settling) => trigger === 'schedule' || seen.status === 'scheduled'
  const targets = await readTargets(tx, others)
  const planned = armed.filter((_, index) => isPlanned(arming[index] as Settling))
  for (const one of planned) targets.set(one.post.id, one.targets)
  const settled = await rollUp(
    deps,
    tx,
    [...others, ...planned].map(({ post }) => post),
    { targets },
  )
  const queued = armed.filter((one) => !planned.includes(one))
  for (const one of queued) settled.push(await enqueueAgain(deps, tx, one))
  return settled
}

/**
 * A post keeps the start that it had, so that a change does not delay the targets that follow. One that was published
 * before its time began then.
 */
function enqueueAgain(deps: PostDeps, tx: Tx, armed: Parameters<typeof enqueuePost>[2]): Promise<RolledUp> {
  const { scheduledAt } = armed.post
  const now = deps.clock.now()
  return enqueuePost(deps, tx, armed, { startsAt: scheduledAt && scheduledAt < now ? scheduledAt : now })
}
