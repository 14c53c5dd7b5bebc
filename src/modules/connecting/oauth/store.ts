import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { OauthFlowTable } from '#infra/db/tables.ts'
import type { Network } from '#rules/network-names.ts'

export type FlowRow = Selectable<OauthFlowTable>

export async function insertFlow(db: Db, row: FlowRow): Promise<void> {
  await db.insertInto('oauthFlow').values(row).execute()
}

/** Binds the first browser that opens a flow's URL; later ones get nothing. */
export const bindBrowser = (db: Db, nonceHash: Buffer, browserHash: Buffer): Promise<FlowRow | undefined> =>
  db
    .updateTable('oauthFlow')
    .set({ browserHash })
    .where('oauthFlow.nonceHash', '=', nonceHash)
    .where('oauthFlow.browserHash', 'is', null)
    .where('oauthFlow.expiresAt', '>', sql<Date>`ph.now()`)
    .returningAll()
    .executeTakeFirst()

interface FlowReturn {
  readonly network: Network
  readonly stateHash: Buffer
  /** Hash of the cookie that the returning browser sent. Null if it sent none. */
  readonly browserHash: Buffer | null
}

/**
 * Deletes and returns a flow, so that it works once. Another network or another browser gets nothing and leaves the
 * flow in place.
 */
export const deleteFlow = (db: Db, { network, stateHash, browserHash }: FlowReturn): Promise<FlowRow | undefined> =>
  db
    .deleteFrom('oauthFlow')
    .where('oauthFlow.stateHash', '=', stateHash)
    .where('oauthFlow.network', '=', network)
    .where('oauthFlow.expiresAt', '>', sql<Date>`ph.now()`)
    .where(sql<boolean>`(nonce_hash is null or browser_hash = ${browserHash}::bytea)`)
    .returningAll()
    .executeTakeFirst()

export async function deleteFlowByHash(tx: Tx, stateHash: Buffer): Promise<void> {
  await tx.deleteFrom('oauthFlow').where('oauthFlow.stateHash', '=', stateHash).execute()
}

export async function deleteExpiredFlows(db: Db): Promise<void> {
  await db.deleteFrom('oauthFlow').where('oauthFlow.expiresAt', '<=', sql<Date>`ph.now()`).execute()
}
