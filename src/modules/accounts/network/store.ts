import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { ClientKeyTable, ServerAppTable } from '#infra/db/tables.ts'

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

export type ServerAppKey = Pick<Selectable<ServerAppTable>, 'network' | 'server' | 'redirectUrl'>

export const findServerApp = (db: Db, { network, server, redirectUrl }: ServerAppKey): Promise<Buffer | null> =>
  db
    .selectFrom('serverApp')
    .select('serverApp.sealedApp')
    .where('serverApp.network', '=', network)
    .where('serverApp.server', '=', server)
    .where('serverApp.redirectUrl', '=', redirectUrl)
    .executeTakeFirst()
    .then((row) => row?.sealedApp ?? null)

/** Stores an app that replaces the one that the server no longer knows. */
export async function replaceServerApp(db: Db, app: Insertable<ServerAppTable>): Promise<void> {
  const { sealedApp, createdAt } = app
  await db
    .insertInto('serverApp')
    .values(app)
    .onConflict((conflict) =>
      conflict.columns(['network', 'server', 'redirectUrl']).doUpdateSet({ sealedApp, createdAt }),
    )
    .execute()
}

/** Deletes an app. The next sign-in to the server registers another one. */
export async function deleteServerApp(tx: Tx, { network, server, redirectUrl }: ServerAppKey): Promise<void> {
  await tx
    .deleteFrom('serverApp')
    .where('serverApp.network', '=', network)
    .where('serverApp.server', '=', server)
    .where('serverApp.redirectUrl', '=', redirectUrl)
    .execute()
}
