import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'
import type { ProfileRole } from '#kernel/rights.ts'
import type { GrantedRole } from '../state.ts'

export interface MemberRow {
  readonly uid: UserId
  readonly email: string | null
  readonly name: string
  readonly faceId: string | null
  readonly role: ProfileRole
  readonly createdAt: Date
}
export type GrantedMember = MemberRow & { readonly role: GrantedRole }

/**
 * Locks the members and invitations of a profile. Only the holder of the lock may change them. Take the lock in a
 * separate statement: a role that was read while waiting for the lock may be outdated once the lock is held.
 */
export async function lockMembers(tx: Tx, id: ProfileId): Promise<void> {
  await tx.selectFrom('profile').select('profile.id').where('profile.id', '=', id).forNoKeyUpdate().execute()
}

/** Returns the owner first, then the members in the order in which they joined. */
export async function selectMembers(db: Db, id: ProfileId): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select person.id as uid, person.email, person.name, person.face_id, 'owner' as role, profile.created_at
    from profile join app_user person on person.id = profile.owner_uid where profile.id = ${id}
    union all
    (select person.id, person.email, person.name, person.face_id, member.role, member.created_at
     from profile_member member join app_user person on person.id = member.uid where member.profile_id = ${id}
     order by member.created_at, member.uid)`.execute(db)
  return rows
}

export const findMember = (db: Db, id: ProfileId, uid: UserId): Promise<GrantedMember | undefined> =>
  db
    .selectFrom('profileMember as member')
    .innerJoin('appUser as person', 'person.id', 'member.uid')
    .select(['member.uid', 'person.email', 'person.name', 'person.faceId', 'member.role', 'member.createdAt'])
    .where('member.profileId', '=', id)
    .where('member.uid', '=', uid)
    .executeTakeFirst()

/** Adds a member, or changes a member's role. */
export async function upsertMember(tx: Tx, id: ProfileId, uid: UserId, role: GrantedRole, at: Date): Promise<void> {
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

export const findAddress = async (db: Db, uid: UserId): Promise<string | null> => {
  const person = await db.selectFrom('appUser').select('appUser.email').where('appUser.id', '=', uid).executeTakeFirst()
  return person?.email ?? null
}

/** Returns the number of members and open invitations. */
export async function countMembersAndInvites(tx: Tx, id: ProfileId, now: Date): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select ((select count(*) from profile_member where profile_id = ${id})
          + (select count(*) from profile_invite where profile_id = ${id} and ended_at is null and expires_at > ${now}))::int
      as people`.execute(tx)
  return rows[0]?.people ?? 0
}
