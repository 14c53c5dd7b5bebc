import { inTx, type Tx } from '#infra/db/client.ts'
import type { ReceivedEvent } from '#infra/events/index.ts'
import { after, before, days, minutes } from '#kernel/clock.ts'
import type { EventOf } from '#kernel/events.ts'
import type { AccountId, PostId, ProfileId } from '#kernel/ids.ts'
import { storable } from '#kernel/text/storable.ts'
import type { NoticeDeps } from './deps.ts'
import type { NoticeKind } from './kinds.ts'
import {
  insertNotices,
  listExpiring,
  listLongHeld,
  listPeopleOfAccount,
  listPeopleOfPosts,
  solveOfAccount,
  solveOfPosts,
} from './store/insert.ts'

type ListenerDeps = Pick<NoticeDeps, 'clock'>

/** The events about posts that have a notice, and those that only solve others. */
type PostEvent = ReceivedEvent<'post.published' | 'post.partial' | 'post.failed' | 'post.needs_attention'>

const kindOf: Readonly<Record<PostEvent['type'], NoticeKind>> = {
  'post.published': 'post_published',
  'post.partial': 'post_partial',
  'post.failed': 'post_failed',
  'post.needs_attention': 'post_unknown',
}

/** The notices that are over when a round of a post has ended. */
const solvedBy: Readonly<Partial<Record<PostEvent['type'], readonly NoticeKind[]>>> = {
  'post.published': ['post_failed', 'post_partial', 'post_unknown', 'post_held'],
  'post.partial': ['post_held', 'post_unknown'],
  'post.failed': ['post_held', 'post_unknown'],
}

/**
 * Tells the author and the admins how posts ended, in the transaction of the events. A post has an event for each target
 * and one for itself, which counts. An unknown outcome has events for targets only.
 */
export async function noticePosts(deps: ListenerDeps, tx: Tx, events: readonly PostEvent[]): Promise<void> {
  const ends = events.filter(
    (event) => event.type === 'post.needs_attention' || !('targetId' in event && event.targetId !== undefined),
  )
  for (const [type, ofType] of Map.groupBy(ends, (event) => event.type)) {
    const rounds = new Map(ofType.map(({ postId, round }) => [postId, round]))
    const solved = solvedBy[type]
    if (solved) await solveOfPosts(tx, [...rounds.keys()], solved)
    await notifyOfPosts(deps, tx, rounds, { kind: kindOf[type], admins: true })
  }
}

interface About {
  readonly kind: NoticeKind
  /** True to tell the admins of the profile as well. */
  readonly admins: boolean
  readonly byName?: string | null
  readonly note?: string | null
}

/** Tells of posts. The value of each post distinguishes a repeated cause from a new one. Returns the number of people. */
async function notifyOfPosts(
  { clock }: ListenerDeps,
  tx: Tx,
  posts: ReadonlyMap<PostId, number | string>,
  { kind, admins, byName = null, note = null }: About,
): Promise<number> {
  const people = await listPeopleOfPosts(tx, [...posts.keys()], { kind, admins })
  const notices = people.map(({ uid, postId, profileId }) => ({
    uid,
    profileId,
    kind,
    postId,
    accountId: null,
    byName,
    note,
    causeKey: `${kind}:${postId}:${posts.get(postId)}`,
    isMailed: false,
  }))
  await insertNotices(tx, clock.now(), notices)
  return people.length
}

/** Tells the people of an account that it must be reconnected. */
export async function noticeAccount(
  deps: ListenerDeps,
  tx: Tx,
  { profileId, accountId, eventId }: ReceivedEvent<'account.needs_reconnect'>,
): Promise<void> {
  await solveOfAccount(tx, accountId, ['account_expiring'])
  await notifyOfAccount(deps, tx, { profileId, accountId, kind: 'account_reconnect', cause: eventId })
}

interface AboutAccount {
  readonly profileId: ProfileId
  readonly accountId: AccountId
  readonly kind: 'account_reconnect' | 'account_expiring'
  /** Distinguishes a repeated cause from a new one. */
  readonly cause: string | number
}

async function notifyOfAccount({ clock }: ListenerDeps, tx: Tx, { cause, ...about }: AboutAccount): Promise<void> {
  const people = await listPeopleOfAccount(tx, about.accountId)
  const notice = { ...about, postId: null, byName: null, note: null }
  const causeKey = `${about.kind}:${cause}`
  await insertNotices(
    tx,
    clock.now(),
    people.map((uid) => ({ ...notice, uid, causeKey, isMailed: false })),
  )
}

export const solveAccount = (tx: Tx, { accountId }: EventOf<'account.connected'>): Promise<void> =>
  solveOfAccount(tx, accountId, ['account_reconnect', 'account_expiring'])

/** A decision ends the request for it. */
export const solveApproval = (tx: Tx, { postId }: EventOf<'post.approved' | 'post.rejected'>): Promise<void> =>
  endApprovalNotices(tx, postId)

/** Ends the notices that ask for approval of a post. */
export const endApprovalNotices = (tx: Tx, postId: PostId): Promise<void> =>
  solveOfPosts(tx, [postId], ['approval_requested'])

const maxNoteChars = 500

/** Tells the author that a client has commented, or the admins if the author has left. */
export async function noticeComment(
  deps: ListenerDeps,
  tx: Tx,
  { postId, commentId, comment }: EventOf<'post.commented'>,
): Promise<void> {
  if (comment.isReply) return
  const note = comment.text.trim() === '' ? null : storable(comment.text, maxNoteChars)
  const about = { kind: 'client_commented', byName: storable(comment.name, 80), note } as const
  const posts = new Map([[postId, commentId]])
  if ((await notifyOfPosts(deps, tx, posts, { ...about, admins: false })) > 0) return
  await notifyOfPosts(deps, tx, posts, { ...about, admins: true })
}

const heldForMs = minutes(15)
const heldAtOnce = 500

/** Tells of posts that have been on hold for too long, which no event reports. */
export async function noticeHeld(deps: Pick<NoticeDeps, 'db' | 'clock'>): Promise<void> {
  const held = await listLongHeld(deps.db, before(deps.clock.now(), heldForMs), heldAtOnce)
  if (held.length === 0) return
  const rounds = new Map(held.map(({ postId, round }) => [postId, round]))
  await inTx(deps.db, (tx) => notifyOfPosts(deps, tx, rounds, { kind: 'post_held', admins: true }))
}

/** Tells of posts that are put on hold now, without waiting. The value of each post is the round that is on hold. */
export async function noticeHeldPosts(deps: ListenerDeps, tx: Tx, rounds: ReadonlyMap<PostId, number>): Promise<void> {
  if (rounds.size > 0) await notifyOfPosts(deps, tx, rounds, { kind: 'post_held', admins: true })
}

const expiresWithinMs = days(7)
const expiringAtOnce = 500

/** Tells of accounts whose access ends soon and cannot be renewed, once for each end. */
export async function noticeExpiring(deps: Pick<NoticeDeps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now()
  const expiring = await listExpiring(deps.db, { from: now, until: after(now, expiresWithinMs) }, expiringAtOnce)
  if (expiring.length === 0) return
  await inTx(deps.db, async (tx) => {
    for (const { cause, ...of } of expiring) await notifyOfAccount(deps, tx, { ...of, kind: 'account_expiring', cause })
  })
}
