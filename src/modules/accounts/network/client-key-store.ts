import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { ClientKeyTable } from '#infra/db/tables.ts'

/** Lists the client keys, oldest first. */
export const listClientKeys = (db: Db): Promise<Selectable<ClientKeyTable>[]> =>
  db.selectFrom('clientKey').selectAll('clientKey').orderBy('clientKey.createdAt').orderBy('clientKey.kid').execute()

export async function insertClientKey(db: Db, key: Insertable<ClientKeyTable>): Promise<void> {
  await db.insertInto('clientKey').values(key).execute()
}

/** Deletes a client key. Consents bound to it can no longer be renewed. */
export async function deleteClientKey(tx: Tx, kid: string): Promise<void> {
  await tx.deleteFrom('clientKey').where('clientKey.kid', '=', kid).execute()
}
