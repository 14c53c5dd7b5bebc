import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'

interface PlannedFrom {
  readonly total: number
  readonly firstAt: Date | null
}

/** Counts the planned posts of a profile from a time on, optionally for one account. */
export async function countPlannedFrom(
  db: Db,
  profileId: ProfileId,
  from: Date,
  accountId: AccountId | null,
): Promise<PlannedFrom> {
  const goesThere = accountId
    ? sql`exists (select from post_target t where t.post_id = post.id and t.account_id = ${accountId})`
    : sql`true`
  const { rows } = await sql<PlannedFrom>`
    select count(*)::int as total, min(post.scheduled_at) as first_at from post
    where post.profile_id = ${profileId} and post.status = 'scheduled' and post.deleted_at is null
      and post.scheduled_at >= ${from} and ${goesThere}`.execute(db)
  return rows[0] ?? { total: 0, firstAt: null }
}
