import { createHash } from 'node:crypto'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AppUserTable } from '#infra/db/tables.ts'
import type { UserId } from '#kernel/ids.ts'
import { embeddedIssuer } from '../issuers.ts'

export type User = Selectable<AppUserTable>

export const findUser = (db: Db, uid: UserId): Promise<User | undefined> =>
  db.selectFrom('appUser').selectAll('appUser').where('appUser.id', '=', uid).executeTakeFirst()

export const findUserBySubject = (db: Db, issuer: string, subject: string): Promise<User | undefined> =>
  db
    .selectFrom('appUser')
    .selectAll('appUser')
    .where('appUser.issuer', '=', issuer)
    .where('appUser.subject', '=', subject)
    .executeTakeFirst()

/** Returns the oldest user of any other issuer with this verified address. */
export const findVerifiedUserElsewhere = (db: Db, email: string, issuer: string): Promise<User | undefined> =>
  db
    .selectFrom('appUser')
    .selectAll('appUser')
    .where('appUser.issuer', '!=', issuer)
    .where('appUser.emailVerified', '=', true)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['appUser.email']), '=', email.toLowerCase()))
    .orderBy('appUser.createdAt')
    .orderBy('appUser.id')
    .limit(1)
    .executeTakeFirst()

/**
 * Locks the user's row until the end of the transaction. Serializes code that counts a user's rows with code that deletes the account.
 */
export const lockUser = (tx: Tx, uid: UserId): Promise<User | undefined> =>
  tx.selectFrom('appUser').selectAll('appUser').where('appUser.id', '=', uid).forUpdate().executeTakeFirst()

/** Inserts a user. Returns undefined if the address already has an account. */
export const insertUser = (tx: Tx, user: Insertable<AppUserTable>): Promise<User | undefined> =>
  tx
    .insertInto('appUser')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Changes a user whose row the caller has locked, and returns the new row. */
export const updateUser = (tx: Tx, uid: UserId, change: Updateable<AppUserTable>): Promise<User> =>
  tx.updateTable('appUser').set(change).where('appUser.id', '=', uid).returningAll().executeTakeFirstOrThrow()

/** Deletes a user, with the sessions, keys, credentials and all other rows that reference it. */
export async function deleteUser(tx: Tx, uid: UserId): Promise<void> {
  await tx.deleteFrom('appUser').where('appUser.id', '=', uid).execute()
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('appUser').select('appUser.id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Locks all superadmins who can sign in, in a fixed order, so that if two delete their accounts concurrently, the second one sees that it is the last.
 */
export async function lockSuperadmins(tx: Tx): Promise<readonly UserId[]> {
  const rows = await tx
    .selectFrom('appUser')
    .select('appUser.id')
    .where('appUser.role', '=', 'superadmin')
    .where('appUser.disabledAt', 'is', null)
    .orderBy('appUser.id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

export const findUserByEmail = (db: Db, email: string, issuer = embeddedIssuer): Promise<User | undefined> =>
  db
    .selectFrom('appUser')
    .selectAll('appUser')
    .where('appUser.issuer', '=', issuer)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['appUser.email']), '=', email.toLowerCase()))
    .executeTakeFirst()

/** Finds the user who signed up first. */
export const findFirstUser = (db: Db): Promise<User | undefined> =>
  db.selectFrom('appUser').selectAll('appUser').orderBy('appUser.id').limit(1).executeTakeFirst()

export const hashSubject = (issuer: string, subject: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest()

export async function upsertDeparture(tx: Tx, subjectHash: Buffer, departedAt: Date): Promise<void> {
  await tx
    .insertInto('departedSubject')
    .values({ subjectHash, departedAt })
    .onConflict((conflict) => conflict.column('subjectHash').doUpdateSet({ departedAt }))
    .execute()
}

export async function findDeparture(tx: Tx, subjectHash: Buffer): Promise<Date | null> {
  const row = await tx
    .selectFrom('departedSubject')
    .select('departedSubject.departedAt')
    .where('departedSubject.subjectHash', '=', subjectHash)
    .executeTakeFirst()
  return row?.departedAt ?? null
}

export async function deleteOldDepartures(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('departedSubject').where('departedSubject.departedAt', '<', before).execute()
}

/** The ways to sign in to an account in addition to its password. */
export interface Access {
  readonly keys: number
  readonly apps: number
  readonly hasCompany: boolean
}

export async function countAccess(db: Db, uid: UserId): Promise<Access> {
  const { rows } = await sql<Access>`
    select (select count(*)::int from api_key where uid = ${uid} and revoked_at is null) as keys,
      (select count(*)::int from connected_app where uid = ${uid} and ended_at is null and expires_at > ph.now()) as apps,
      exists (select from company_identity where uid = ${uid}) as has_company`.execute(db)
  return rows[0] ?? { keys: 0, apps: 0, hasCompany: false }
}
