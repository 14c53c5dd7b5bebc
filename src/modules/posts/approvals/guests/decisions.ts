import type { Db, Tx } from '#infra/db/client.ts'
import { type ApprovalStep, hasGuest } from '#kernel/approval-steps.ts'
import { refuse } from '#kernel/errors.ts'
import { type GuestDeviceId, type GuestId, type PostId, toWire } from '#kernel/ids.ts'
import type { Json } from '#kernel/json.ts'
import { writeAudits } from '#modules/audit/index.ts'
import type { PostDeps } from '../../deps.ts'
import { withdrawPost } from '../../outcomes/account-posts.ts'
import { rollUp } from '../../outcomes/roll-up.ts'
import type { PostRow } from '../../store/posts.ts'
import { askNextStep } from '../ask-next-step.ts'
import { releaseApproved } from '../gate.ts'
import { mailAuthor } from '../notify.ts'
import { type Progress, readProgress, readProgresses } from '../progress.ts'
import { hasGuestWritten, saveGuestDecision } from '../store.ts'
import { isDecisionDue } from '../turns.ts'

/** The guest who decides, as the audit log names them. */
interface DecidingGuest {
  readonly id: GuestId
  readonly name: string
  readonly email: string
  /** Null if the brand requires no codes. */
  readonly deviceId: GuestDeviceId | null
}

/** A guest’s turn: what they can do with a post now. */
export interface GuestTurn {
  readonly contentHash: string | null
  readonly mayApprove: boolean
  /** True if the post needs the guest’s yes: a step names them, and a decision is due. */
  readonly isAsked: boolean
  readonly mayReject: boolean
  /** True if the people of an earlier step decide first. */
  readonly isLater: boolean
  /** True if someone with the guest’s address has approved another step, so that another person has to approve this one. */
  readonly isSamePerson: boolean
  /** True if the guest’s yes is about the current content, and counts if a step names the guest. */
  readonly hasApproved: boolean
  /** The guest’s own decision. `isSame`: it is about the current content. */
  readonly own: {
    readonly decision: 'approved' | 'rejected'
    readonly decidedAt: Date
    readonly isSame: boolean
  } | null
}

/** Reads what a guest can do with posts. The caller has checked that the guest’s link shows them and lets them decide. */
export async function readGuestTurns(
  deps: Pick<PostDeps, 'connectors'>,
  db: Db,
  posts: readonly PostRow[],
  id: GuestId,
): Promise<ReadonlyMap<PostId, GuestTurn>> {
  const progresses = await readProgresses(deps, db, posts)
  return new Map(progresses.map((progress) => [progress.post.id, findTurn(progress, id)]))
}

/**
 * Returns what a guest can do. One that steps name waits for the earlier steps, as members do. Another guest can decide
 * at any time: their yes counts for no step, and their no makes the post a draft. A yes from before a step named the guest
 * does not count, so the guest decides again. Pure.
 */
function findTurn(progress: Progress, id: GuestId): GuestTurn {
  const { post, rule, current, guests, decisions, contentHash, people } = progress
  const own = decisions.find(({ guestId }) => guestId === id) ?? null
  const isOpen = post.deletedAt === null && (post.status === 'scheduled' || post.status === 'queued')
  const steps = rule?.steps ?? []
  const places = steps.flatMap((step, place) => (hasGuest(step, id) ? [place] : []))
  const now = current ? steps.findIndex((step) => step.id === current.id) : steps.length
  const isNamed = places.length > 0
  const isLater = isNamed && places.every((place) => place > now)
  const hasApproved = own?.decision === 'approved' && (isNamed ? own.isCurrent : own.isSame)
  const canApprove = isNamed ? guests.some((one) => one.id === id) : !(own?.hasWritten ?? false)
  const self = people.guests.find((one) => one.id === id)
  const isSamePerson =
    current !== null &&
    hasGuest(current, id) &&
    decisions.some((one) => one.isCurrent && one.decision === 'approved' && one.person === self?.person)
  const mayApprove = isOpen && contentHash !== null && !hasApproved && canApprove
  return {
    contentHash,
    mayApprove,
    isAsked: mayApprove && isNamed && isDecisionDue(progress),
    mayReject: isOpen && contentHash !== null && !isLater,
    isLater,
    isSamePerson,
    hasApproved,
    own,
  }
}

/** Stores a guest’s yes to the content that they have read. The caller has locked the post. */
export async function approveAsGuest(
  deps: PostDeps,
  tx: Tx,
  guest: DecidingGuest,
  post: PostRow,
  contentHash: string,
): Promise<void> {
  const before = await readProgress(deps, tx, post)
  const turn = findTurn(before, guest.id)
  requireSame(turn, contentHash)
  if (turn.hasApproved) return
  if (await hasGuestWritten(tx, post.id, guest.id)) refuse('approval_by_author')
  if (turn.isSamePerson) refuse('approval_by_same_person')
  if (!turn.mayApprove) refuse('approval_not_your_turn')
  const step = before.current && hasGuest(before.current, guest.id) ? before.current : null
  const decidedAt = deps.clock.now()
  // The digests whose hash was compared. What is read again could be other content.
  const digests = [...before.digests]
  const stepId = step?.id ?? null
  await saveGuestDecision(tx, {
    ...ofGuest(guest, post),
    decision: 'approved',
    digests,
    reason: null,
    stepId,
    decidedAt,
  })
  await audit(deps, tx, guest, post, 'approved', {
    contentHash,
    ...(step && { approvalStep: step.name }),
  })
  const after = await readProgress(deps, tx, post)
  const { ownerUid, profileId, id: postId } = post
  const by = { uid: null, guestId: guest.id, name: guest.name } as const
  const isComplete = after.status === 'approved' && before.status !== 'approved'
  if (isComplete)
    await deps.emit(tx, { type: 'post.approved', ownerUid, profileId, postId, byUid: null, guestId: guest.id })
  else if (step && after.current && after.current.id !== step.id) await askNextStep(deps, tx, by, post, after)
  if (isComplete || after.rule === null) await mailAuthor(deps, tx, { post, by, decision: { rejectedBecause: null } })
  await releaseApproved(deps, tx, post)
}

/** Stores a guest’s no. The post becomes a draft that keeps its time. The caller has locked the post. */
export async function rejectAsGuest(
  deps: PostDeps,
  tx: Tx,
  guest: DecidingGuest,
  post: PostRow,
  { contentHash, reason }: { readonly contentHash: string; readonly reason: string },
): Promise<void> {
  const progress = await readProgress(deps, tx, post)
  const turn = findTurn(progress, guest.id)
  requireSame(turn, contentHash)
  if (!turn.mayReject) refuse('approval_not_your_turn')
  if (post.status === 'queued' && (await withdrawPost(tx, post.id)).length > 0)
    refuse('post_not_editable', { detail: 'The post started publishing in the meantime.' })
  const step = findRejected(progress, guest.id)
  const decidedAt = deps.clock.now()
  const stepId = step?.id ?? null
  const digests = [...progress.digests]
  await saveGuestDecision(tx, { ...ofGuest(guest, post), decision: 'rejected', digests, reason, stepId, decidedAt })
  const [after] = await rollUp(deps, tx, [post], { change: () => ({ intent: 'draft' }) })
  const { ownerUid, profileId, id: postId } = post
  await deps.emit(tx, { type: 'post.rejected', ownerUid, profileId, postId, byUid: null, guestId: guest.id, reason })
  const by = { uid: null, guestId: guest.id, name: guest.name } as const
  await mailAuthor(deps, tx, { post, by, decision: { rejectedBecause: reason } })
  await audit(deps, tx, guest, post, 'rejected', { contentHash, reason, status: after.post.status })
}

/** Returns the step that a guest’s no is for: the current one, or else the last one that was reached and names them. */
function findRejected({ rule, current }: Progress, id: GuestId): ApprovalStep | null {
  const steps = rule?.steps ?? []
  const reached = current ? steps.slice(0, steps.findIndex((step) => step.id === current.id) + 1) : steps
  return reached.findLast((step) => hasGuest(step, id)) ?? null
}

/** Refuses a decision about other content than the guest has read. A post that is no longer open has its own reason. */
function requireSame(turn: GuestTurn, contentHash: string): void {
  if (turn.contentHash !== contentHash) refuse('approval_outdated')
}

const ofGuest = ({ id, deviceId }: DecidingGuest, { id: postId, ownerUid }: PostRow) => ({
  guestId: id,
  postId,
  ownerUid,
  deviceId,
  confirmed: deviceId !== null,
})

/**
 * Records a decision twice: with the post, by the guest’s ID, and with the guest, by name and address. Deleting the guest
 * erases the second entry, and the first still says which content was approved.
 */
async function audit(
  deps: Pick<PostDeps, 'clock'>,
  tx: Tx,
  { id, name, email, deviceId }: DecidingGuest,
  post: PostRow,
  decision: 'approved' | 'rejected',
  facts: Readonly<Record<string, Json>>,
): Promise<void> {
  const guest = toWire('gst', id)
  const subject = toWire('post', post.id)
  const common = {
    ...facts,
    confirmation: deviceId === null ? 'unconfirmed' : 'confirmed',
    ...(deviceId && { device: toWire('gdv', deviceId) }),
  }
  const said = (values: Readonly<Record<string, Json>>) =>
    Object.fromEntries(Object.entries(values).map(([field, to]) => [field, { from: null, to }]))
  const entry = { at: deps.clock.now(), caller: null, ownerUid: post.ownerUid, profileId: post.profileId }
  await writeAudits(tx, [
    { ...entry, action: `post.${decision}_by_guest`, subject, changes: said({ guest, ...common }) },
    { ...entry, action: `guest.${decision}`, subject: guest, changes: said({ name, email, post: subject, ...common }) },
  ])
}
