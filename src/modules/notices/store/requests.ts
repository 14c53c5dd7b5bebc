import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { PostId, UserId } from '#kernel/ids.ts'

interface RecentRequest {
  readonly uid: UserId
  readonly kind: 'approval_requested' | 'approval_reminder'
  readonly postId: PostId | null
}

/** Lists the requests for approval and the reminders that these people got after a time. */
export async function listRecentRequests(
  db: Db,
  uids: readonly UserId[],
  since: Date,
): Promise<readonly RecentRequest[]> {
  const { rows } = await sql<RecentRequest>`
    select uid, kind, post_id from notice
    where uid = any(${[...uids]}::uuid[]) and kind in ('approval_requested', 'approval_reminder')
      and made_at > ${since}`.execute(db)
  return rows
}
