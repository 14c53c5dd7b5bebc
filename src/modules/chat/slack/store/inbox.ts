import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { SlackInboxTable } from '#infra/db/tables.ts'

type InboxRow = Selectable<SlackInboxTable>

export const bodyBinding = (key = ''): string => `slack_inbox:${key}`

/** Stores what came, unless it came before. Returns true when it is new. */
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

/** Forgets what came, but not that it came. */
export async function emptyInbox(db: Db, key: string): Promise<void> {
  await db.updateTable('slackInbox').set({ sealedBody: null }).where('slackInbox.key', '=', key).execute()
}

export async function deleteOldInbox(db: Db, receivedBefore: Date): Promise<void> {
  await db.deleteFrom('slackInbox').where(sql<boolean>`received_at < ${receivedBefore}`).execute()
}
