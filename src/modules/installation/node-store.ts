import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { NodeTable } from '#infra/db/tables.ts'

export type Node = Selectable<NodeTable>

/** Stores a heartbeat. Returns its time by the database's clock. */
export async function upsertNode(db: Db, row: Omit<Insertable<NodeTable>, 'stoppedAt'>): Promise<Date> {
  const { id, ...values } = row
  const { seenAt } = await db
    .insertInto('node')
    .values({ id, ...values, seenAt: sql`ph.now()`, stoppedAt: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, seenAt: sql`ph.now()`, stoppedAt: null }))
    .returning('node.seenAt')
    .executeTakeFirstOrThrow()
  return seenAt
}

export async function markStopped(db: Db, id: string): Promise<void> {
  await db.updateTable('node').set({ stoppedAt: sql`ph.now()` }).where('node.id', '=', id).execute()
}

/** Lists the processes that did not stop normally and were seen since a time, newest first. */
export const listNodes = (db: Db, since: Date): Promise<Node[]> =>
  db
    .selectFrom('node')
    .selectAll('node')
    .where('node.stoppedAt', 'is', null)
    .where('node.seenAt', '>', since)
    .orderBy('node.startedAt', 'desc')
    .execute()

/** Lists the processes that were seen since a time, including those that stopped normally. */
export const listNodesWithStopped = (db: Db, since: Date): Promise<Node[]> =>
  db.selectFrom('node').selectAll('node').where('node.seenAt', '>', since).orderBy('node.startedAt').execute()

/** Deletes the rows of processes that ended before a time. */
export async function forgetNodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('node').where('node.seenAt', '<', before).execute()
}
