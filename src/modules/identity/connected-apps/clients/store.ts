import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { OauthClientTable } from '#infra/db/tables.ts'
import type { OauthClientId } from '#kernel/ids.ts'

type RegisteredClient = Selectable<OauthClientTable>

export async function insertClient(tx: Tx, client: Omit<RegisteredClient, 'usedAt'>): Promise<void> {
  await tx.insertInto('oauthClient').values(client).execute()
}

export const findRegisteredClient = (db: Db, id: OauthClientId): Promise<RegisteredClient | undefined> =>
  db.selectFrom('oauthClient').selectAll('oauthClient').where('oauthClient.id', '=', id).executeTakeFirst()

/** Records that a user authorized the program, so that it is kept. */
export async function recordClientUse(tx: Tx, id: OauthClientId, usedAt: Date): Promise<void> {
  await tx.updateTable('oauthClient').set({ usedAt }).where('oauthClient.id', '=', id).execute()
}

/** Deletes the oldest programs that no one has authorized, keeping the newest `most`. */
export async function deleteClientsBeyond(tx: Tx, most: number): Promise<void> {
  await sql`delete from oauth_client where used_at is null and id <
    (select id from oauth_client where used_at is null order by id desc offset ${most - 1} limit 1)`.execute(tx)
}

/** Deletes programs that no one has authorized, or not for a long time. */
export async function deleteOldClients(
  db: Db,
  { unusedBefore, usedBefore }: { readonly unusedBefore: Date; readonly usedBefore: Date },
): Promise<void> {
  await sql`delete from oauth_client
    where (used_at is null and created_at < ${unusedBefore}) or used_at < ${usedBefore}`.execute(db)
}
