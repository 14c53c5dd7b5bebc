import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import { longestDelay, targetTime } from '../store/delay.ts'

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
  const { rows } = await (accountId
    ? sql<PlannedFrom>`
        select count(*)::int as total, min(${targetTime}) as first_at
        from post po join post_target t on t.post_id = po.id and t.account_id = ${accountId}
        where po.profile_id = ${profileId} and po.status = 'scheduled' and po.deleted_at is null
          and po.scheduled_at >= ${from}::timestamptz - ${longestDelay} and ${targetTime} >= ${from}`
    : sql<PlannedFrom>`
        select count(*)::int as total, min(scheduled_at) as first_at from post
        where profile_id = ${profileId} and status = 'scheduled' and deleted_at is null
          and scheduled_at >= ${from}`
  ).execute(db)
  return rows[0] ?? { total: 0, firstAt: null }
}
