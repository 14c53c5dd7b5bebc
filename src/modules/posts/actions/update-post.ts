import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostId, type SlotPlanId, toWire } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { submitForApproval } from '../approvals/actions.ts'
import { mustSubmit, requireMayChange } from '../approvals/contributors.ts'
import { readTextsAhead } from '../check/read-ahead.ts'
import { isArmedFor } from '../check/same-post/guard-same-post.ts'
import type { PostDeps } from '../deps.ts'
import { armPost, prepareArming } from '../dispatch/arm-post.ts'
import { enqueuePost } from '../dispatch/enqueue-posts.ts'
import { type Fetched, nothingFetched } from '../draft/fetch-media.ts'
import { loadStoredPosts } from '../draft/load-posts.ts'
import { fetchNamedMedia, settleNamedMedia } from '../draft/resolve-media.ts'
import { resolveTargets } from '../draft/resolve-targets.ts'
import { withdrawPost } from '../outcomes/account-posts.ts'
import { type RolledUp, rollUp } from '../outcomes/roll-up.ts'
import { type PostAtHand, postFor, requireMayPublish, requireMove } from '../post-for.ts'
import { listWaits, type PresentedPost, presentPost, presentPosts } from '../reading/present.ts'
import type { PlacedPatch, PostPatch } from '../schema/requests.ts'
import type { Trigger } from '../state.ts'
import { lockPost, type PostRow } from '../store/posts.ts'
import { listTargets, type NewTargetRow, resetTargets, type TargetRow } from '../store/targets.ts'
import { choosePlace } from './place-post.ts'
import { type ExactValues, revisePost } from './revise-post.ts'

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

/** Does the same for a change that leaves a draft a draft. */
const deriveKeptTrigger = (patch: PostPatch, post: PostRow): ChangeTrigger =>
  post.intent === 'draft' && patch.scheduledAt !== undefined ? 'edit' : deriveTrigger(patch, post)

/** True if the change causes something to be published, or to be published differently. */
const isArming = (trigger: Trigger, post: PostRow): boolean =>
  trigger === 'schedule' || (trigger === 'edit' && (post.status === 'scheduled' || post.status === 'queued'))

/** A post before and after a change. */
export interface ChangedPost {
  readonly seen: PostAtHand
  readonly known: readonly TargetRow[]
  readonly post: PostRow
  readonly targets: readonly NewTargetRow[]
}

interface UpdateOptions {
  /** Refuses the change while the row is locked. */
  readonly demand?: (seen: PostAtHand) => void
  /** True if the post keeps its intent: a draft with another time stays a draft. */
  readonly keepsIntent?: boolean
  /** True if the change has no files, and no text that takes long to read: nothing is done before the transaction. */
  readonly isBrief?: boolean
  /** Values that no user sends. They are written as given. */
  readonly exact?: ExactValues | undefined
  /** Runs last in the transaction. What it throws undoes the change. */
  readonly finish?: (tx: Tx, changed: ChangedPost) => Promise<void>
}

/** Changes a post. */
export async function updatePost(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  given: PlacedPatch,
  { demand = () => {}, keepsIntent = false, isBrief = false, exact, finish = async () => {} }: UpdateOptions = {},
): Promise<PresentedPost> {
  const triggerOf = keepsIntent ? deriveKeptTrigger : deriveTrigger
  const { slot, ...asked } = given
  // Which posting time it gets is decided in the transaction. Until then it only matters that it gets one.
  const timed = slot === undefined ? asked : { ...asked, scheduledAt: { at: deps.clock.now() } }
  const fetched = isBrief ? nothingFetched : await prepareChange(deps, caller, id, timed, triggerOf)
  return inTx(deps.db, async (tx) => {
    // The profile of the plan is locked before the post.
    const { patch, slotPlanId } = await putInSlot(deps, tx, caller, id, given)
    const seen = await postFor(deps, tx, caller, id, 'write')
    demand(seen)
    if (Object.keys(omitUndefined(patch)).length === 0) return (await presentPosts(tx, [seen]))[0]
    const trigger = triggerOf(patch, seen)
    const move = requireMove(trigger, seen)
    await requireMayChange(deps, tx, seen)
    if (isArming(trigger, seen)) requireMayPublish(caller)
    const isSubmitted = isArming(trigger, seen) && (await mustSubmit(tx, seen))
    if (move.startsWith('withdraw') && (await withdrawPost(tx, id)).length > 0)
      refuse('post_not_editable', { detail: 'The post started publishing in the meantime.' })
    const intent = trigger === 'schedule' ? 'scheduled' : trigger === 'unschedule' ? 'draft' : seen.intent
    const revised = await revisePost(deps, tx, caller, seen, patch, { fetched, intent, slotPlanId, exact })
    const { post, changes } = revised
    // With a new time, failed targets count as never tried.
    const isReset = trigger === 'schedule' && seen.status === 'failed'
    if (isReset) await resetTargets(tx, id)
    const result = await settle(deps, tx, { seen, post, rows: isReset ? null : revised.rows, trigger, fetched })
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: seen.ownerUid,
      action: 'post.updated',
      subject: toWire('post', id),
      changes,
    })
    if (isSubmitted) await submitForApproval(deps, tx, caller, await lockPost(tx, id))
    await finish(tx, { seen, ...revised })
    return result
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
async function prepareChange(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  patch: PostPatch,
  triggerOf: typeof deriveTrigger,
): Promise<Fetched> {
  const post = await postFor(deps, deps.db, caller, id, 'write')
  const trigger = triggerOf(patch, post)
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

interface Settling {
  readonly seen: PostAtHand
  readonly post: PostRow
  /** The targets of the post, if they have just been read. */
  readonly rows: readonly TargetRow[] | null
  readonly trigger: ChangeTrigger
  readonly fetched: Fetched
}

/** Checks an armed post in its new state. A post that was withdrawn from the queue is enqueued again. */
async function settle(deps: PostDeps, tx: Tx, settling: Settling): Promise<PresentedPost> {
  const { post, rows, trigger } = settling
  if (trigger === 'annotate') {
    const targets = rows ?? (await listTargets(tx, post.id))
    return presentPost(post, targets, await listWaits(tx, targets))
  }
  const result = await settleArmed(deps, tx, settling)
  return presentPost(result.post, result.targets)
}

async function settleArmed(
  deps: PostDeps,
  tx: Tx,
  { seen, post, rows, trigger, fetched }: Settling,
): Promise<RolledUp> {
  const roll = async (now: PostRow, targets: readonly TargetRow[] | null): Promise<RolledUp> =>
    (await rollUp(deps, tx, [now], targets ? { targets: new Map([[now.id, targets]]) } : {}))[0]
  if (!isArming(trigger, seen)) return roll(post, rows)
  const isTimeKept = isArmedFor(seen, post.scheduledAt)
  const guard = { days: seen.profileSamePostDays, isTimeKept }
  const armed = await armPost(deps, tx, post, { fetched, rows, guard })
  if (trigger === 'schedule' || seen.status === 'scheduled') return roll(armed.post, armed.targets)
  // It keeps the start that it had, so that a change does not delay the targets that follow. A post that was published
  // before its time began then.
  const { scheduledAt } = armed.post
  const now = deps.clock.now()
  return enqueuePost(deps, tx, armed, { startsAt: scheduledAt && scheduledAt < now ? scheduledAt : now })
}
