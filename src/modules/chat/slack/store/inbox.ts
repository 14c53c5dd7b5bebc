import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { SlackInboxTable } from '#infra/db/tables.ts'
import type { UserId } from '#kernel/ids.ts'

type InboxRow = Selectable<SlackInboxTable>

export const bodyBinding = (key = ''): string => `slack_inbox:${key}`

/** Stores a delivery unless it is known. Returns true if it is new. */
export async function insertInbox(tx: Tx, row: InboxRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('slackInbox')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return (inserted ?? 0n) > 0n
}

export const findInbox = (db: Db, key: string): Promise<InboxRow | undefined> =>
  db.selectFrom('slackInbox').selectAll().where('slackInbox.key', '=', key).executeTakeFirst()

/** Clears the content of a delivery, but keeps its key. */
export async function emptyInbox(db: Db, key: string): Promise<void> {
  await db.updateTable('slackInbox').set({ sealedBody: null }).where('slackInbox.key', '=', key).execute()
}

export async function deleteOldInbox(db: Db, receivedBefore: Date): Promise<void> {
  await db.deleteFrom('slackInbox').where(sql<boolean>`received_at < ${receivedBefore}`).execute()
}

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

/** Takes a flow, which works once. For a different browser, returns nothing and keeps the flow. */
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
