import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'

interface Cancellation {
  readonly uid: UserId
  readonly plan: string
  readonly reason: string
  readonly comment: string | null
  readonly at: Date
}

export async function insertCancellation(tx: Tx, cancellation: Cancellation): Promise<void> {
  await tx.insertInto('cancellation').values(cancellation).execute()
}

/** Lists a batch of users who have been past due since before the time. */
export async function listPastDue(db: Db, before: Date, most: number): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`select id from app_user
    where subscription_status = 'past_due' and past_due_since < ${before} order by past_due_since limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
