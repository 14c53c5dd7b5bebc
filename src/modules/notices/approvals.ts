import { randomUUID } from 'node:crypto'
import type { Tx } from '#infra/db/client.ts'
import type { PostId, ProfileId, UserId } from '#kernel/ids.ts'
import type { NoticeDeps } from './deps.ts'
import { buildOffUrl, type OffDeps } from './mailing/turn-off.ts'
import { insertNotices } from './store/insert.ts'

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
