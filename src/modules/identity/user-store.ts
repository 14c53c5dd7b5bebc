import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AppUserTable } from '#infra/db/tables.ts'
import type { UserId } from '#kernel/ids.ts'
import { embeddedIssuer } from './managed-elsewhere.ts'

export type User = Selectable<AppUserTable>

export const userOf = (db: Db, uid: UserId): Promise<User | undefined> =>
  db.selectFrom('appUser').selectAll('appUser').where('appUser.id', '=', uid).executeTakeFirst()

export const userOfSubject = (db: Db, issuer: string, subject: string): Promise<User | undefined> =>
  db
    .selectFrom('appUser')
    .selectAll('appUser')
    .where('appUser.issuer', '=', issuer)
    .where('appUser.subject', '=', subject)
    .executeTakeFirst()

/** The oldest account of any other issuer that has proved this address. */
export const verifiedElsewhere = (db: Db, email: string, issuer: string): Promise<User | undefined> =>
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

/** Held to the end of the transaction: whoever counts what a person has, or ends the account, waits for the other. */
export const lockUser = (tx: Tx, uid: UserId): Promise<User | undefined> =>
  tx.selectFrom('appUser').selectAll('appUser').where('appUser.id', '=', uid).forUpdate().executeTakeFirst()

/** Undefined when the address has an account already. */
export const insertUser = (tx: Tx, user: Insertable<AppUserTable>): Promise<User | undefined> =>
  tx
    .insertInto('appUser')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export async function updateUser(tx: Tx, uid: UserId, change: Updateable<AppUserTable>): Promise<void> {
  await tx.updateTable('appUser').set(change).where('appUser.id', '=', uid).execute()
}

/** Sessions, keys, credentials and whatever else hangs on the row go with it. */
export async function deleteUser(tx: Tx, uid: UserId): Promise<void> {
  await tx.deleteFrom('appUser').where('appUser.id', '=', uid).execute()
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('appUser').select('appUser.id').limit(1).executeTakeFirst()) !== undefined
}

/** In one order for everybody, so that two who leave at once cannot both take the other for the last one. */
export async function lockSuperadmins(tx: Tx): Promise<readonly UserId[]> {
  const rows = await tx
    .selectFrom('appUser')
    .select('appUser.id')
    .where('appUser.role', '=', 'superadmin')
    .orderBy('appUser.id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

export const userByEmail = (db: Db, email: string, issuer = embeddedIssuer): Promise<User | undefined> =>
  db
    .selectFrom('appUser')
    .selectAll('appUser')
    .where('appUser.issuer', '=', issuer)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['appUser.email']), '=', email.toLowerCase()))
    .executeTakeFirst()

export interface PasswordOfPerson {
  readonly passwordHash: string
  /** Whether a sign-in of the person came from that place. */
  readonly isKnownThere: boolean
}

/** Person and password in one statement, so that an unknown address costs as much as a known one. */
export const passwordByEmail = (
  db: Db,
  email: string,
  placeHash: Buffer,
): Promise<(User & PasswordOfPerson) | undefined> =>
  db
    .selectFrom('appUser')
    .innerJoin('passwordCredential', 'passwordCredential.uid', 'appUser.id')
    .selectAll('appUser')
    .select('passwordCredential.passwordHash')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('signInSession')
          .select('signInSession.id')
          .whereRef('signInSession.uid', '=', 'appUser.id')
          .where('signInSession.place', '=', placeHash),
      )
        .$castTo<boolean>()
        .as('isKnownThere'),
    )
    .where('appUser.issuer', '=', embeddedIssuer)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['appUser.email']), '=', email.toLowerCase()))
    .executeTakeFirst()

export async function passwordHashOf(tx: Tx, uid: UserId): Promise<string | null> {
  const row = await tx
    .selectFrom('passwordCredential')
    .select('passwordCredential.passwordHash')
    .where('passwordCredential.uid', '=', uid)
    .executeTakeFirst()
  return row?.passwordHash ?? null
}

export async function deletePassword(tx: Tx, uid: UserId): Promise<void> {
  await tx.deleteFrom('passwordCredential').where('passwordCredential.uid', '=', uid).execute()
}

export async function setPassword(tx: Tx, uid: UserId, passwordHash: string, updatedAt: Date): Promise<void> {
  await tx
    .insertInto('passwordCredential')
    .values({ uid, passwordHash, updatedAt })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ passwordHash, updatedAt }))
    .execute()
}
