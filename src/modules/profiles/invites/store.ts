import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { ProfileInviteTable } from '#infra/db/tables.ts'
import type { ProfileId, ProfileInviteId, UserId } from '#kernel/ids.ts'

export type InviteRow = Selectable<ProfileInviteTable>

export async function insertInvite(tx: Tx, row: Omit<InviteRow, 'endedAt'>): Promise<void> {
  await tx.insertInto('profileInvite').values(row).execute()
}

const openInvites = (db: Db, now: Date) =>
  db
    .selectFrom('profileInvite')
    .selectAll('profileInvite')
    .where('profileInvite.endedAt', 'is', null)
    .where('profileInvite.expiresAt', '>', now)

export const selectOpenInvites = (db: Db, id: ProfileId, now: Date): Promise<InviteRow[]> =>
  openInvites(db, now).where('profileInvite.profileId', '=', id).orderBy('profileInvite.id').execute()

/** Selects the invitations that can be used now. Those of a disabled user work again once the user is enabled. */
const usableInvites = (db: Db, now: Date) =>
  openInvites(db, now)
    .innerJoin('appUser as inviter', 'inviter.id', 'profileInvite.invitedBy')
    .where('inviter.disabledAt', 'is', null)

export const findUsableInviteByHash = (db: Db, tokenHash: Buffer, now: Date): Promise<InviteRow | undefined> =>
  usableInvites(db, now).where('profileInvite.tokenHash', '=', tokenHash).executeTakeFirst()

export const findUsableInvite = (db: Db, id: ProfileInviteId, now: Date): Promise<InviteRow | undefined> =>
  usableInvites(db, now).where('profileInvite.id', '=', id).executeTakeFirst()

/**
 * Returns the invitation with the names of the inviter and the profile. Undefined if the invitation cannot be used or
 * the profile is in the trash.
 */
export const findNamedInviteByHash = (db: Db, tokenHash: Buffer, now: Date) =>
  usableInvites(db, now)
    .innerJoin('profile', 'profile.id', 'profileInvite.profileId')
    .select(['profile.name as profileName', 'profile.faceId', 'profile.brandColor', 'inviter.name as inviterName'])
    .where('profileInvite.tokenHash', '=', tokenHash)
    .where('profile.deletedAt', 'is', null)
    .executeTakeFirst()

/**
 * Returns the data for the invitation's email. Undefined if the invitation cannot be used or the profile is in the
 * trash.
 */
export const findNamedInvite = (db: Db, id: ProfileInviteId, now: Date) =>
  usableInvites(db, now)
    .innerJoin('profile', 'profile.id', 'profileInvite.profileId')
    .select(['profile.name as profileName', 'inviter.name as inviterName', 'inviter.locale as inviterLocale'])
    .where('profileInvite.id', '=', id)
    .where('profile.deletedAt', 'is', null)
    .executeTakeFirst()

export async function setInviteHash(db: Db, id: ProfileInviteId, tokenHash: Buffer): Promise<void> {
  await db.updateTable('profileInvite').set({ tokenHash }).where('profileInvite.id', '=', id).execute()
}

/** Ends an invitation and returns it. Undefined if it had already ended. */
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

export async function deleteOldInvites(db: Db, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('profileInvite').where('profileInvite.expiresAt', '<', expiredBefore).execute()
}

/** Deletes the invitations to a user whose account is deleted, since they contain the user's email address. */
export async function eraseInvitesTo(tx: Tx, uid: UserId): Promise<void> {
  await sql`delete from profile_invite invite using app_user person
            where person.id = ${uid} and lower(invite.email) = lower(person.email)`.execute(tx)
}

/** True if someone who signs in at this issuer has the address. */
export async function hasAccountWith(db: Db, email: string, issuer: string): Promise<boolean> {
  const person = await db
    .selectFrom('appUser')
    .select('appUser.id')
    .where('appUser.issuer', '=', issuer)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['appUser.email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return person !== undefined
}
