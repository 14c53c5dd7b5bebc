import { type Selectable, sql } from 'kysely'
import { allOf } from '#infra/db/all-of.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { NetworkGrantTable } from '#infra/db/tables.ts'
import type { AccountId, UserId } from '#kernel/ids.ts'

export type GrantRow = Selectable<NetworkGrantTable>

/** An account's grant, with the status of the account. */
export interface GrantOfAccount extends GrantRow {
  readonly accountId: AccountId
  readonly accountStatus: 'active' | 'needs_reconnect' | 'disconnected'
  readonly accountStatusWhy: string | null
}

export async function readGrantsOfAccounts(db: Db, ids: readonly AccountId[]): Promise<Map<AccountId, GrantOfAccount>> {
  const { rows } = await prepared('grants-of-accounts')<GrantOfAccount>`
    select ${allOf('networkGrant', 'g')}, a.id as account_id, a.status as account_status, a.status_why as account_status_why
    from account a join network_grant g on g.id = a.grant_id where a.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.accountId, row]))
}

export const readGrantOfAccount = async (db: Db, id: AccountId): Promise<GrantOfAccount | undefined> =>
  (await readGrantsOfAccounts(db, [id])).get(id)

export const findGrant = (db: Db, id: string): Promise<GrantRow | undefined> =>
  db.selectFrom('networkGrant').selectAll('networkGrant').where('networkGrant.id', '=', id).executeTakeFirst()

export const lockGrant = (tx: Tx, id: string): Promise<GrantRow | undefined> =>
  tx
    .selectFrom('networkGrant')
    .selectAll('networkGrant')
    .where('networkGrant.id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type Consent = Pick<GrantRow, 'ownerUid' | 'network' | 'mode' | 'principal'>

const grantsOf = (db: Db, of: Consent) =>
  db
    .selectFrom('networkGrant')
    .selectAll('networkGrant')
    .where('networkGrant.ownerUid', '=', of.ownerUid)
    .where('networkGrant.network', '=', of.network)
    .where('networkGrant.mode', '=', of.mode)
    .where('networkGrant.principal', '=', of.principal)

/** Returns the grant of one person's consent, if it exists. */
export const findGrantOfConsent = (db: Db, of: Consent): Promise<GrantRow | undefined> =>
  grantsOf(db, of).executeTakeFirst()

/** Returns the same grant, locked. */
export const lockGrantOfConsent = (tx: Tx, of: Consent): Promise<GrantRow | undefined> =>
  grantsOf(tx, of).forUpdate().executeTakeFirst()

type NewGrant = Omit<GrantRow, 'version' | 'refreshingUntil' | 'refreshingHolder' | 'statusWhy'>

export async function insertGrant(tx: Tx, row: NewGrant): Promise<void> {
  await tx.insertInto('networkGrant').values(row).execute()
}

export interface GrantSecret {
  readonly sealedGrant: Buffer
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  readonly renewable: boolean
}

/** Replaces the secret of a grant. A running renewal of the old version will find that version gone. */
export async function replaceSecret(tx: Tx, id: string, secret: GrantSecret): Promise<void> {
  await tx
    .updateTable('networkGrant')
    .set(({ eb }) => ({
      ...secret,
      scopes: [...secret.scopes],
      version: eb('networkGrant.version', '+', 1),
      status: 'active',
      statusWhy: null,
      refreshingUntil: sql<Date>`'-infinity'`,
      refreshingHolder: null,
      updatedAt: sql<Date>`ph.now()`,
    }))
    .where('networkGrant.id', '=', id)
    .execute()
}

/**
 * Takes the lease of a grant. Returns true if only this holder may now use this version, in the status in which it was
 * read.
 */
export async function takeLease(
  db: Db,
  { id, version, status }: Pick<GrantRow, 'id' | 'version' | 'status'>,
  holder: string,
  leaseMs: number,
): Promise<boolean> {
  const taken = await db
    .updateTable('networkGrant')
    .set({ refreshingUntil: sql<Date>`ph.now() + ${leaseMs} * interval '1 ms'`, refreshingHolder: holder })
    .where('networkGrant.id', '=', id)
    .where('networkGrant.version', '=', version)
    .where('networkGrant.status', '=', status)
    .where('networkGrant.refreshingUntil', '<=', sql<Date>`ph.now()`)
    .returning('networkGrant.id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function releaseLease(db: Db, id: string, holder: string): Promise<void> {
  await db
    .updateTable('networkGrant')
    .set({ refreshingUntil: sql<Date>`'-infinity'`, refreshingHolder: null })
    .where('networkGrant.id', '=', id)
    .where('networkGrant.refreshingHolder', '=', holder)
    .execute()
}

/**
 * Saves a new secret. Returns true if the grant still had this version and status. A lease is not required: on a
 * network that rotates tokens, the last token received counts, even if it came late.
 */
export async function setSecret(
  db: Db,
  { id, version, status }: Pick<GrantRow, 'id' | 'version' | 'status'>,
  secret: GrantSecret,
): Promise<boolean> {
  const set = await db
    .updateTable('networkGrant')
    .set({
      ...secret,
      scopes: [...secret.scopes],
      version: version + 1,
      refreshingUntil: sql<Date>`'-infinity'`,
      refreshingHolder: null,
      updatedAt: sql<Date>`ph.now()`,
    })
    .where('networkGrant.id', '=', id)
    .where('networkGrant.version', '=', version)
    .where('networkGrant.status', '=', status)
    .returning('networkGrant.id')
    .executeTakeFirst()
  return set !== undefined
}

/** Marks a version of a grant as rejected by the network. Returns true for the first report of that version. */
export async function loseGrant(tx: Tx, id: string, version: number, why: string): Promise<boolean> {
  const lost = await tx
    .updateTable('networkGrant')
    .set({
      status: 'needs_reconnect',
      statusWhy: why,
      refreshingUntil: sql<Date>`'-infinity'`,
      refreshingHolder: null,
      updatedAt: sql<Date>`ph.now()`,
    })
    .where('networkGrant.id', '=', id)
    .where('networkGrant.version', '=', version)
    .where('networkGrant.status', '=', 'active')
    .returning('networkGrant.id')
    .executeTakeFirst()
  return lost !== undefined
}

/** Reactivates a grant whose version the network accepts. Returns true if no other change came first. */
export async function reviveGrant(tx: Tx, id: string, version: number): Promise<boolean> {
  const revived = await tx
    .updateTable('networkGrant')
    .set({ status: 'active', statusWhy: null, updatedAt: sql<Date>`ph.now()` })
    .where('networkGrant.id', '=', id)
    .where('networkGrant.version', '=', version)
    .where('networkGrant.status', '<>', 'revoked')
    .returning('networkGrant.id')
    .executeTakeFirst()
  return revived !== undefined
}

/**
 * Marks a grant as revoked if no account and no open page choice uses it. Returns true if the caller must also revoke
 * it at the network.
 */
export async function retireUnusedGrant(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update network_grant g set status = 'revoked', status_why = null, updated_at = ph.now()
    where g.id = ${id} and g.status <> 'revoked'
      and not exists (select from account a where a.grant_id = g.id and a.disconnected_at is null)
      and not exists (select from page_choice c where c.grant_id = g.id)
    returning g.id`.execute(tx)
  return rows.length > 0
}

/** Replaces the sealed secret without changing the status. */
export async function setSealedGrant(tx: Tx, id: string, sealedGrant: Buffer): Promise<void> {
  await tx.updateTable('networkGrant').set({ sealedGrant }).where('networkGrant.id', '=', id).execute()
}

/** Wipes the secret of a revoked grant. */
export async function wipeGrant(db: Db, id: string, sealedNothing: Buffer): Promise<void> {
  await db
    .updateTable('networkGrant')
    .set({ sealedGrant: sealedNothing, expiresAt: null })
    .where('networkGrant.id', '=', id)
    .where('networkGrant.status', '=', 'revoked')
    .execute()
}

/** Lists the grants that expire before `ends`, can be renewed and are in use. */
export async function listGrantsEndingBefore(
  db: Db,
  ends: Date,
  after: string | null,
  limit: number,
): Promise<readonly { readonly grantId: string; readonly version: number; readonly accountId: AccountId }[]> {
  const { rows } = await sql<{ grantId: string; version: number; accountId: AccountId }>`
    select g.id as grant_id, g.version, min(a.id::text)::uuid as account_id
    from network_grant g join account a on a.grant_id = g.id and a.status = 'active'
    where g.status = 'active' and g.renewable and g.expires_at < ${ends} ${after === null ? sql`` : sql`and g.id > ${after}`}
    group by g.id order by g.id limit ${limit}`.execute(db)
  return rows
}

export async function deleteGrantsOfUser(tx: Tx, uid: UserId): Promise<void> {
  await tx.deleteFrom('networkGrant').where('networkGrant.ownerUid', '=', uid).execute()
}
