import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { ProfileInviteTable } from '#infra/db/tables.ts'
import type { ProfileId, ProfileInviteId, UserId } from '#kernel/ids.ts'
import type { GrantedRole, ProfileRole } from '../state.ts'

export type InviteRow = Selectable<ProfileInviteTable>

export interface MemberRow {
  readonly uid: UserId
  readonly email: string | null
  readonly name: string
  readonly role: ProfileRole
  readonly createdAt: Date
}
export type GrantedMember = MemberRow & { readonly role: GrantedRole }

/**
 * Locks the members and invitations of a profile. Its holder alone may change them. Take the lock in a separate
 * statement: a role that was read while waiting for the lock may be outdated once the lock is held.
 */
export async function lockPeople(tx: Tx, id: ProfileId): Promise<void> {
  await tx.selectFrom('profile').select('profile.id').where('profile.id', '=', id).forNoKeyUpdate().execute()
}

/** Returns the owner first, then the members in the order in which they joined. */
export async function listMembers(db: Db, id: ProfileId): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select person.id as uid, person.email, person.name, 'owner' as role, profile.created_at
    from profile join app_user person on person.id = profile.owner_uid where profile.id = ${id}
    union all
    (select person.id, person.email, person.name, member.role, member.created_at
     from profile_member member join app_user person on person.id = member.uid where member.profile_id = ${id}
     order by member.created_at, member.uid)`.execute(db)
  return rows
}

export const findMember = (db: Db, id: ProfileId, uid: UserId): Promise<GrantedMember | undefined> =>
  db
    .selectFrom('profileMember as member')
    .innerJoin('appUser as person', 'person.id', 'member.uid')
    .select(['member.uid', 'person.email', 'person.name', 'member.role', 'member.createdAt'])
    .where('member.profileId', '=', id)
    .where('member.uid', '=', uid)
    .executeTakeFirst()

/** Adds a member, or changes the role of one. */
export async function putMember(tx: Tx, id: ProfileId, uid: UserId, role: GrantedRole, at: Date): Promise<void> {
  await tx
    .insertInto('profileMember')
    .values({ profileId: id, uid, role, createdAt: at })
    .onConflict((conflict) => conflict.columns(['profileId', 'uid']).doUpdateSet({ role }))
    .execute()
}

export async function deleteMember(tx: Tx, id: ProfileId, uid: UserId): Promise<void> {
  await tx
    .deleteFrom('profileMember')
    .where('profileMember.profileId', '=', id)
    .where('profileMember.uid', '=', uid)
    .execute()
}

export async function insertInvite(tx: Tx, row: Omit<InviteRow, 'endedAt'>): Promise<void> {
  await tx.insertInto('profileInvite').values(row).execute()
}

const openInvites = (db: Db, now: Date) =>
  db
    .selectFrom('profileInvite')
    .selectAll('profileInvite')
    .where('profileInvite.endedAt', 'is', null)
    .where('profileInvite.expiresAt', '>', now)

export const listOpenInvites = (db: Db, id: ProfileId, now: Date): Promise<InviteRow[]> =>
  openInvites(db, now).where('profileInvite.profileId', '=', id).orderBy('profileInvite.id').execute()

export const openInviteByHash = (db: Db, tokenHash: Buffer, now: Date): Promise<InviteRow | undefined> =>
  openInvites(db, now).where('profileInvite.tokenHash', '=', tokenHash).executeTakeFirst()

export const openInviteById = (db: Db, id: ProfileInviteId, now: Date): Promise<InviteRow | undefined> =>
  openInvites(db, now).where('profileInvite.id', '=', id).executeTakeFirst()

/**
 * Returns the invitation with the names of the inviter and the profile. Undefined when the invitation has ended or the
 * profile is in the trash.
 */
export const inviteToConnect = (db: Db, tokenHash: Buffer, now: Date) =>
  openInvites(db, now)
    .innerJoin('profile', 'profile.id', 'profileInvite.profileId')
    .innerJoin('appUser as inviter', 'inviter.id', 'profileInvite.invitedBy')
    .select(['profile.name as profileName', 'inviter.name as inviterName'])
    .where('profileInvite.tokenHash', '=', tokenHash)
    .where('profile.deletedAt', 'is', null)
    .executeTakeFirst()

export const addressOf = async (db: Db, uid: UserId): Promise<string | null> => {
  const person = await db.selectFrom('appUser').select('appUser.email').where('appUser.id', '=', uid).executeTakeFirst()
  return person?.email ?? null
}

/**
 * Returns the data for the invitation's mail. Undefined when the invitation has ended or the profile is in the trash.
 */
export const inviteToMail = (db: Db, id: ProfileInviteId, now: Date) =>
  openInvites(db, now)
    .innerJoin('profile', 'profile.id', 'profileInvite.profileId')
    .innerJoin('appUser as inviter', 'inviter.id', 'profileInvite.invitedBy')
    .select(['profile.name as profileName', 'inviter.name as inviterName'])
    .where('profileInvite.id', '=', id)
    .where('profile.deletedAt', 'is', null)
    .executeTakeFirst()

export async function setInviteHash(db: Db, id: ProfileInviteId, tokenHash: Buffer): Promise<void> {
  await db.updateTable('profileInvite').set({ tokenHash }).where('profileInvite.id', '=', id).execute()
}

/** Ends an invitation and returns it. Undefined when it had ended before. */
export const endInvite = (
  tx: Tx,
  profileId: ProfileId,
  id: ProfileInviteId,
  now: Date,
): Promise<InviteRow | undefined> =>
  tx
    .updateTable('profileInvite')
    .set({ endedAt: now })
    .where('profileInvite.id', '=', id)
    .where('profileInvite.profileId', '=', profileId)
    .where('profileInvite.endedAt', 'is', null)
    .where('profileInvite.expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()

export async function endInvitesTo(tx: Tx, id: ProfileId, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('profileInvite')
    .set({ endedAt: now })
    .where('profileInvite.profileId', '=', id)
    .where('profileInvite.endedAt', 'is', null)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['profileInvite.email']), '=', email.toLowerCase()))
    .execute()
}

export async function endInvitesBy(tx: Tx, id: ProfileId, uid: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('profileInvite')
    .set({ endedAt: now })
    .where('profileInvite.profileId', '=', id)
    .where('profileInvite.invitedBy', '=', uid)
    .where('profileInvite.endedAt', 'is', null)
    .execute()
}

/** Returns the number of members and open invitations. */
export async function countPeople(tx: Tx, id: ProfileId, now: Date): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select ((select count(*) from profile_member where profile_id = ${id})
          + (select count(*) from profile_invite where profile_id = ${id} and ended_at is null and expires_at > ${now}))::int
      as people`.execute(tx)
  return rows[0]?.people ?? 0
}

/** Returns the times at which a user had invitations mailed after `since`, oldest first. */
export async function mailedSince(tx: Tx, uid: UserId, since: Date): Promise<readonly Date[]> {
  const rows = await tx
    .selectFrom('profileInvite')
    .select('profileInvite.createdAt')
    .where('profileInvite.invitedBy', '=', uid)
    .where('profileInvite.mailed', '=', true)
    .where('profileInvite.createdAt', '>', since)
    .orderBy('profileInvite.createdAt')
    .execute()
  return rows.map(({ createdAt }) => createdAt)
}

export async function deleteOldInvites(db: Db, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('profileInvite').where('profileInvite.expiresAt', '<', expiredBefore).execute()
}

/** Deletes the invitations to a user whose account is deleted, because they hold the user's address. */
export async function eraseInvitesTo(tx: Tx, uid: UserId): Promise<void> {
  await sql`delete from profile_invite invite using app_user person
            where person.id = ${uid} and lower(invite.email) = lower(person.email)`.execute(tx)
}
