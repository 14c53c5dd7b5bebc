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

/** The time never goes back, whichever node writes last. */
export async function touchInstallation(db: Db, at: Date): Promise<string | null> {
  const row = await db
    .updateTable('installation')
    .set((eb) => ({ lastSeenAt: eb.fn('greatest', [eb.ref('installation.lastSeenAt'), eb.val(at)]) }))
    .where('installation.holdReason', 'is', null)
    .returning('installation.id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function setHold(tx: Tx, reason: string | null): Promise<void> {
  await tx.updateTable('installation').set({ holdReason: reason }).execute()
}

export async function setPublicUrl(tx: Tx, publicUrl: string | null): Promise<void> {
  await tx.updateTable('installation').set({ publicUrl }).execute()
}
