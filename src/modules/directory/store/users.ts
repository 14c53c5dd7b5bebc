import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { DirectoryUserTable } from '#infra/db/tables.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Filter } from '../protocol/filter.ts'
import { compareFlag, compareId, compareText, toCondition } from './filter-condition.ts'

export type DirectoryUser = Selectable<DirectoryUserTable>

/** A person of the directory with what their account says. */
export interface ListedUser extends DirectoryUser {
  readonly email: string | null
  readonly name: string
  readonly isActive: boolean
  readonly changedAt: Date
}

/**
 * Takes the lock of the directory. Its changes wait for each other, so that two requests that arrive together can't both
 * create a person, or both remove one of the last two superadmins.
 */
export async function lockDirectory(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('posthorn directory'))`.execute(tx)
}

const listed = (db: Db) =>
  db
    .selectFrom('directoryUser as person')
    .innerJoin('appUser as account', 'account.id', 'person.uid')
    .selectAll('person')
    .select([
      'account.email',
      'account.name',
      sql<boolean>`account.disabled_at is null`.as('isActive'),
      sql<Date>`greatest(account.updated_at, person.updated_at)`.as('changedAt'),
    ])
    .where('person.removedAt', 'is', null)

export const findListedUser = (db: Db, uid: UserId): Promise<ListedUser | undefined> =>
  listed(db).where('person.uid', '=', uid).executeTakeFirst()

const attributes = {
  username: compareText(sql`person.user_name`),
  externalid: compareText(sql`person.external_id`, { isExact: true }),
  displayname: compareText(sql`account.name`),
  'name.formatted': compareText(sql`account.name`),
  'name.givenname': compareText(sql`person.given_name`),
  'name.familyname': compareText(sql`person.family_name`),
  emails: compareText(sql`account.email`),
  'emails.value': compareText(sql`account.email`),
  active: compareFlag(sql`(account.disabled_at is null)`),
  id: compareId('usr', (id) => sql<boolean>`person.uid = ${id}`),
}

/** Returns the condition of a filter. Null if it names an attribute that can't be filtered by. */
export const userCondition = (filter: Filter): RawBuilder<boolean> | null => toCondition(filter, attributes)

interface Page {
  readonly offset: number
  readonly limit: number
}

/** Returns a page of people, oldest first. */
export const listUsers = (db: Db, where: RawBuilder<boolean>, { offset, limit }: Page): Promise<ListedUser[]> =>
  listed(db).where(where).orderBy('person.createdAt').orderBy('person.uid').offset(offset).limit(limit).execute()

export async function countUsers(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const { total } = await db
    .selectFrom('directoryUser as person')
    .innerJoin('appUser as account', 'account.id', 'person.uid')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('person.removedAt', 'is', null)
    .where(where)
    .executeTakeFirstOrThrow()
  return total
}

/** Returns a person, also one that the directory has deleted. */
export const findDirectoryUser = (tx: Tx, uid: UserId): Promise<DirectoryUser | undefined> =>
  tx.selectFrom('directoryUser').selectAll('directoryUser').where('directoryUser.uid', '=', uid).executeTakeFirst()

export const findByUserName = (tx: Tx, userName: string): Promise<DirectoryUser | undefined> =>
  tx
    .selectFrom('directoryUser')
    .selectAll('directoryUser')
    .where(({ eb, fn }) => eb(fn<string>('lower', ['directoryUser.userName']), '=', userName.toLowerCase()))
    .where('directoryUser.removedAt', 'is', null)
    .executeTakeFirst()

/** Adds a person, or one again that the directory had deleted. */
export async function upsertDirectoryUser(tx: Tx, person: Insertable<DirectoryUserTable>): Promise<void> {
  const { uid: _, createdAt: __, ...changes } = person
  await tx
    .insertInto('directoryUser')
    .values(person)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ ...changes, removedAt: null }))
    .execute()
}

export async function updateDirectoryUser(tx: Tx, uid: UserId, changes: Updateable<DirectoryUserTable>): Promise<void> {
  await tx.updateTable('directoryUser').set(changes).where('directoryUser.uid', '=', uid).execute()
}

/** Returns those of the users whom the directory manages. */
export async function listKnown(tx: Tx, uids: readonly UserId[]): Promise<ReadonlySet<UserId>> {
  const rows = await tx
    .selectFrom('directoryUser')
    .select('directoryUser.uid')
    .where(sql<boolean>`directory_user.uid = any(${[...uids]}::uuid[])`)
    .where('directoryUser.removedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ uid }) => uid))
}

/** Returns the names of brands that a user owns, outside the trash. */
export async function listOwnedBrands(tx: Tx, uid: UserId, most: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('profile')
    .select('profile.name')
    .where('profile.ownerUid', '=', uid)
    .where('profile.deletedAt', 'is', null)
    .orderBy('profile.id')
    .limit(most)
    .execute()
  return rows.map(({ name }) => name)
}

export const findLastContact = async (db: Db): Promise<Date | null> => {
  const row = await db.selectFrom('directoryContact').select('directoryContact.lastRequestAt').executeTakeFirst()
  return row?.lastRequestAt ?? null
}

export async function recordContact(db: Db, lastRequestAt: Date): Promise<void> {
  await db
    .insertInto('directoryContact')
    .values({ lastRequestAt })
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet({ lastRequestAt }))
    .execute()
}
