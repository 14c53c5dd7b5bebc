import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'

/** The one row; locked when read in a transaction, since a decision follows. */
export function findInstallation(db: Db) {
  return db
    .selectFrom('installation')
    .select(['installation.id', 'installation.publicUrl', 'installation.lastSeenAt', 'installation.holdReason'])
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function insertInstallation(
  tx: Tx,
  row: { id: string; publicUrl: string | null; at: Date },
): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ id: row.id, publicUrl: row.publicUrl, createdAt: row.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The time seen grows with each call, also where the clock has gone back: so a copy from before is behind it. */
export function touchInstallation(tx: Tx, at: Date) {
  return tx
    .updateTable('installation')
    .set({
      lastSeenAt: sql<Date>`greatest(${at}::timestamptz, installation.last_seen_at + interval '1 millisecond')`,
    })
    .returning(['installation.id', 'installation.lastSeenAt'])
    .executeTakeFirst()
}

export async function setLastSeen(tx: Tx, at: Date): Promise<void> {
  await tx.updateTable('installation').set({ lastSeenAt: at }).execute()
}

export async function setHold(tx: Tx, reason: string | null): Promise<void> {
  await tx.updateTable('installation').set({ holdReason: reason }).execute()
}

export async function setPublicUrl(tx: Tx, publicUrl: string | null): Promise<void> {
  await tx.updateTable('installation').set({ publicUrl }).execute()
}
