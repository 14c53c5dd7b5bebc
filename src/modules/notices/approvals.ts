import { randomUUID } from 'node:crypto'
import type { Tx } from '#infra/db/client.ts'
import { before, days } from '#kernel/clock.ts'
import type { PostId, ProfileId, UserId } from '#kernel/ids.ts'
import type { NoticeDeps } from './deps.ts'
import { buildOffUrl, type OffDeps } from './mailing/turn-off.ts'
import { insertNotices } from './store/insert.ts'
import { listRecentRequests } from './store/requests.ts'

interface ApprovalNotice {
  readonly kind: 'approval_requested' | 'post_approved' | 'post_rejected'
  readonly postId: PostId
  readonly profileId: ProfileId
  readonly to: readonly UserId[]
  readonly byName: string
  readonly note: string | null
}

/**
 * Stores the notices of a request for approval or of a decision, whose emails are sent by the approval itself. Returns
 * the unsubscribe link of each person who wants the email.
 */
export async function noticeApproval(
  deps: Pick<NoticeDeps, 'clock'> & OffDeps,
  tx: Tx,
  { kind, postId, profileId, to, byName, note }: ApprovalNotice,
): Promise<ReadonlyMap<UserId, string>> {
  const at = deps.clock.now()
  const notice = { profileId, kind, postId, accountId: null, byName, note, isMailed: true } as const
  // Each request and each decision is a separate cause, even at the same time.
  const causeKey = `${kind}:${postId}:${randomUUID()}`
  const wanted = await insertNotices(
    tx,
    at,
    to.map((uid) => ({ ...notice, uid, causeKey })),
  )
  return new Map(wanted.map((uid) => [uid, buildOffUrl(deps, { uid, kind })]))
}

/** The posts that wait for one person's approval. */
interface WaitingPosts {
  readonly uid: UserId
  /** The one that is published first. */
  readonly first: { readonly postId: PostId; readonly profileId: ProfileId }
  readonly postIds: readonly PostId[]
}

const remindsEveryMs = days(1)

/**
 * Reminds people of the posts that wait for their approval: one notice per person, once a day at most. No one is
 * reminded only of posts that they have been notified of within the day.
 */
export async function remindOfApprovals(
  { clock }: Pick<NoticeDeps, 'clock'>,
  tx: Tx,
  all: readonly WaitingPosts[],
): Promise<void> {
  const at = clock.now()
  const uids = all.map(({ uid }) => uid)
  const recent = Map.groupBy(await listRecentRequests(tx, uids, before(at, remindsEveryMs)), ({ uid }) => uid)
  const due = all.filter(({ uid, postIds }) => {
    const earlier = recent.get(uid) ?? []
    if (earlier.some(({ kind }) => kind === 'approval_reminder')) return false
    return postIds.some((id) => !earlier.some(({ postId }) => postId === id))
  })
  const about = { kind: 'approval_reminder', accountId: null, byName: null, isMailed: false } as const
  const causeKey = `approval_reminder:${at.toISOString()}`
  const notices = due.map(({ uid, first, postIds }) => ({
    ...about,
    ...first,
    uid,
    note: `${postIds.length}`,
    causeKey,
  }))
  await insertNotices(tx, at, notices)
}
