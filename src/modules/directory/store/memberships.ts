import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { Role } from '#kernel/caller.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'
import { type GrantedRole, grantedRoles } from '#modules/profiles/index.ts'

interface FollowedMembership {
  readonly uid: UserId
  readonly profileId: ProfileId
  readonly wanted: GrantedRole | null
  readonly given: GrantedRole | null
  readonly own: GrantedRole | null
  readonly current: GrantedRole | null
}

/** Locks users in the order of their IDs, so that two transactions can't wait for each other. */
export async function lockUsers(tx: Tx, uids: readonly UserId[]): Promise<void> {
  await sql`select id from app_user where id = any(${[...uids]}::uuid[]) order by id for update`.execute(tx)
}

/** Locks the brands whose members these users are or become through groups. */
export async function lockFollowedProfiles(tx: Tx, uids: readonly UserId[]): Promise<void> {
  await sql`
    select id from profile where id in (
      select given.profile_id from directory_group_member member join directory_grant given using (group_id)
      where member.uid = any(${[...uids]}::uuid[])
      union select profile_id from directory_membership where uid = any(${[...uids]}::uuid[]))
    order by id for no key update`.execute(tx)
}

/** Returns every membership of these users that groups give or gave. Owners have none. */
export async function listFollowedMemberships(tx: Tx, uids: readonly UserId[]): Promise<FollowedMembership[]> {
  const { rows } = await sql<FollowedMembership>`
    with wanted as (
      select member.uid, given.profile_id,
        (${[...grantedRoles]}::text[])[max(array_position(${[...grantedRoles]}::text[], given.role))] as role
      from directory_group_member member join directory_grant given using (group_id)
        join profile on profile.id = given.profile_id and profile.owner_uid <> member.uid
      where member.uid = any(${[...uids]}::uuid[])
      group by member.uid, given.profile_id),
    known as (select * from directory_membership where uid = any(${[...uids]}::uuid[]))
    select coalesce(wanted.uid, known.uid) as uid, coalesce(wanted.profile_id, known.profile_id) as profile_id,
      wanted.role as wanted, known.given_role as given, known.own_role as own, member.role as current
    from wanted full join known on known.uid = wanted.uid and known.profile_id = wanted.profile_id
      left join profile_member member on member.uid = coalesce(wanted.uid, known.uid)
        and member.profile_id = coalesce(wanted.profile_id, known.profile_id)
    order by 2, 1`.execute(tx)
  return rows
}

interface KnownMembership {
  readonly uid: UserId
  readonly profileId: ProfileId
  readonly givenRole: GrantedRole
  readonly ownRole: GrantedRole | null
}

export async function upsertMembership(tx: Tx, { givenRole, ownRole, ...key }: KnownMembership): Promise<void> {
  await tx
    .insertInto('directoryMembership')
    .values({ ...key, givenRole, ownRole })
    .onConflict((conflict) => conflict.columns(['profileId', 'uid']).doUpdateSet({ givenRole, ownRole }))
    .execute()
}

export async function deleteMembership(
  tx: Tx,
  { uid, profileId }: Pick<KnownMembership, 'uid' | 'profileId'>,
): Promise<void> {
  await tx
    .deleteFrom('directoryMembership')
    .where('directoryMembership.uid', '=', uid)
    .where('directoryMembership.profileId', '=', profileId)
    .execute()
}

interface FollowedRole {
  readonly uid: UserId
  readonly wanted: Exclude<Role, 'user'> | null
  readonly given: Exclude<Role, 'user'> | null
  readonly own: Role | null
  readonly current: Role
}

/** Returns the role of each user in the installation, and what groups give. */
export async function listFollowedRoles(tx: Tx, uids: readonly UserId[]): Promise<FollowedRole[]> {
  const { rows } = await sql<FollowedRole>`
    select person.uid, person.given_role as given, person.own_role as own, account.role as current,
      (array['support', 'admin', 'superadmin'])[(
        select max(array_position(array['support', 'admin', 'superadmin'], each.role))
        from directory_group_member member join directory_group each on each.id = member.group_id
        where member.uid = person.uid)] as wanted
    from directory_user person join app_user account on account.id = person.uid
    where person.uid = any(${[...uids]}::uuid[])
    order by person.uid`.execute(tx)
  return rows
}
