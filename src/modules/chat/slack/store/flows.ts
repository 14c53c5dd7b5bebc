import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'

interface NewFlow {
  readonly stateHash: Buffer
  readonly nonceHash: Buffer
  readonly uid: UserId
  readonly expiresAt: Date
}

export async function insertFlow(db: Db, flow: NewFlow): Promise<void> {
  await db
    .insertInto('slackFlow')
    .values({ ...flow, browserHash: null })
    .execute()
}

/** Binds the first browser that opens a flow's address. Returns false for later ones. */
export async function bindBrowser(db: Db, nonceHash: Buffer, browserHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('slackFlow')
    .set({ browserHash })
    .where('slackFlow.nonceHash', '=', nonceHash)
    .where('slackFlow.browserHash', 'is', null)
    .where('slackFlow.expiresAt', '>', sql<Date>`ph.now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Takes a flow, which works once. Another browser gets nothing, and leaves the flow in place. */
export const takeFlow = (
  db: Db,
  stateHash: Buffer,
  browserHash: Buffer,
): Promise<{ readonly uid: UserId } | undefined> =>
  db
    .deleteFrom('slackFlow')
    .where('slackFlow.stateHash', '=', stateHash)
    .where('slackFlow.browserHash', '=', browserHash)
    .where('slackFlow.expiresAt', '>', sql<Date>`ph.now()`)
    .returning('slackFlow.uid')
    .executeTakeFirst()

export async function deleteExpiredFlows(db: Db): Promise<void> {
  await db.deleteFrom('slackFlow').where('slackFlow.expiresAt', '<=', sql<Date>`ph.now()`).execute()
}
