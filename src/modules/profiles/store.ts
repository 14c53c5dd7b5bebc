import { type Selectable, sql, type Updateable } from 'kysely'
import { allOf } from '#infra/db/all-of.ts'
import type { Db, EveryColumn, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { ProfileTable } from '#infra/db/tables.ts'
import type { Caller } from '#kernel/caller.ts'
import type { GuestId, ProfileId, UserId } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import type { ProfileRole } from '#kernel/rights.ts'
import { eraseInvitesTo } from './invites/store.ts'

export type ProfileRow = Selectable<ProfileTable>
/** A profile with the user's role on it. Null if the user has none. */
type SeenProfile = ProfileRow & { readonly role: ProfileRole | null }
export type AccessibleProfile = ProfileRow & { readonly role: ProfileRole }

/** Selects profiles joined with one user's membership. */
const profilesSeenBy = (db: Db, uid: UserId) =>
  db
    .selectFrom('profile')
    .leftJoin('profileMember as member', (join) =>
      join.onRef('member.profileId', '=', 'profile.id').on('member.uid', '=', uid),
    )

const roleFor = (uid: UserId) =>
  sql<ProfileRole | null>`case when profile.owner_uid = ${uid} then 'owner' else member.role end`

/**
 * Selects the profiles that the caller can access, including those in the trash: owned or granted, and within the API
 * key's `profileIds`.
 */
export function reachedProfiles(db: Db, caller: Caller) {
  const { uid, onlyProfiles } = caller
  return (
    profilesSeenBy(db, uid)
      // An array rather than a join or `in`, so that both conditions use an index.
      .where(
        sql<boolean>`(profile.owner_uid = ${uid}
          or profile.id = any(array(select granted.profile_id from profile_member granted where granted.uid = ${uid})))`,
      )
      .$if(onlyProfiles !== null, (q) => q.where(sql<boolean>`profile.id = any(${onlyProfiles}::uuid[])`))
  )
}

/**
 * Selects the profiles that the caller may see. Every list that involves profiles starts here, so that none can show
 * what the caller cannot access.
 */
export const visibleProfiles = (db: Db, caller: Caller) =>
  reachedProfiles(db, caller).where('profile.deletedAt', 'is', null)

/** Returns the profiles that the caller may see, oldest first. */
export const selectProfiles = (db: Db, caller: Caller): Promise<AccessibleProfile[]> =>
  visibleProfiles(db, caller)
    .selectAll('profile')
    .select(roleFor(caller.uid).$notNull().as('role'))
    .orderBy('profile.id')
    .execute()

/**
 * Returns a profile that is not in the trash. With `lock`, the row stays locked until the transaction ends, against
 * writers but not readers. Nearly every request runs this query, so it is plain SQL and is planned once.
 */
export async function findProfile(db: Db, uid: UserId, id: ProfileId, lock: boolean): Promise<SeenProfile | undefined> {
  const { rows } = await prepared(lock ? 'profile-by-id-locked' : 'profile-by-id')<SeenProfile>`
    select ${allOf('profile', 'profile')}, ${roleFor(uid)} as role
    from profile left join profile_member member on member.profile_id = profile.id and member.uid = ${uid}
    where profile.id = ${id} and profile.deleted_at is null
    ${lock ? forUpdate : nothing}`.execute(db)
  return rows[0]
}

/** Returns a profile for a job, which has no caller. */
export const findProfileById = (db: Db, id: ProfileId, lock: boolean): Promise<ProfileRow | undefined> =>
  db
    .selectFrom('profile')
    .selectAll('profile')
    .where('profile.id', '=', id)
    .where('profile.deletedAt', 'is', null)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

const forUpdate = sql`for no key update of profile`
const nothing = sql``

/**
 * Returns a profile of this owner that was moved to the trash after `deletedAfter`. The row is locked, since a decision
 * will depend on it.
 */
export const findTrashed = (
  tx: Tx,
  ownerUid: UserId,
  id: ProfileId,
  deletedAfter: Date,
): Promise<ProfileRow | undefined> =>
  tx
    .selectFrom('profile')
    .selectAll('profile')
    .where('profile.id', '=', id)
    .where('profile.ownerUid', '=', ownerUid)
    .where('profile.deletedAt', '>', deletedAfter)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Locks a user's row. Only the holder of an owner's lock may change the number of their profiles and their links. Lock
 * order: the user, then the profile.
 */
export const lockUserRow = (tx: Tx, uid: UserId): Promise<{ plan: string; email: string | null } | undefined> =>
  tx
    .selectFrom('appUser')
    .select(['appUser.plan', 'appUser.email'])
    .where('appUser.id', '=', uid)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks the live profiles of an owner, oldest first. */
export const lockOwnedProfiles = (tx: Tx, uid: UserId): Promise<ProfileRow[]> =>
  tx
    .selectFrom('profile')
    .selectAll('profile')
    .where('profile.ownerUid', '=', uid)
    .where('profile.deletedAt', 'is', null)
    .orderBy('profile.id')
    .forNoKeyUpdate()
    .execute()

/** Counts the live profiles of the same owner that are older. */
export async function countOlderProfiles(
  db: Db,
  { id, ownerUid }: Pick<ProfileRow, 'id' | 'ownerUid'>,
): Promise<number> {
  const { total } = await db
    .selectFrom('profile')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('profile.ownerUid', '=', ownerUid)
    .where('profile.deletedAt', 'is', null)
    .where('profile.id', '<', id)
    .executeTakeFirstOrThrow()
  return total
}

/** Returns the number of profiles that count against the plan: owned, and not in the trash. */
export async function countProfiles(db: Db, uid: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('profile')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('profile.ownerUid', '=', uid)
    .where('profile.deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** Inserts a profile. Undefined values get the database's defaults. */
export const insertProfile = (tx: Tx, row: EveryColumn<ProfileTable>): Promise<ProfileRow> =>
  tx.insertInto('profile').values(omitUndefined(row)).returningAll().executeTakeFirstOrThrow()

export const updateProfile = (tx: Tx, id: ProfileId, changes: Updateable<ProfileTable>): Promise<ProfileRow> =>
  tx.updateTable('profile').set(changes).where('profile.id', '=', id).returningAll().executeTakeFirstOrThrow()

/** True if the user can access every one of the profiles. */
export async function mayReachProfiles(db: Db, uid: UserId, ids: readonly ProfileId[]): Promise<boolean> {
  const { rows } = await sql<{ reached: boolean }>`
    select not exists (
      select from unnest(${ids}::uuid[]) asked(id)
      where not exists (
        select from profile left join profile_member member on member.profile_id = profile.id and member.uid = ${uid}
        where profile.id = asked.id and profile.deleted_at is null
          and (profile.owner_uid = ${uid} or member.uid is not null))) as reached`.execute(db)
  return rows[0]?.reached === true
}

/**
 * Permanently deletes up to `most` profiles that were moved to the trash by `deletedBefore`, and returns their number.
 */
export async function deleteTrashedProfiles(db: Db, deletedBefore: Date, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('profile')
    .where('profile.id', 'in', (q) =>
      q
        .selectFrom('profile as old')
        .select('old.id')
        .where('old.deletedAt', '<=', deletedBefore)
        .orderBy('old.deletedAt')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes a user's profiles with everything in them, and the user's memberships and invitations. */
export async function eraseProfiles(tx: Tx, uid: UserId): Promise<void> {
  await eraseInvitesTo(tx, uid)
  await tx.deleteFrom('profile').where('profile.ownerUid', '=', uid).execute()
  await tx.deleteFrom('profileMember').where('profileMember.uid', '=', uid).execute()
  await eraseFromSteps(tx, uid)
}

/** Removes a user from the steps of all approvals. */
async function eraseFromSteps(tx: Tx, uid: UserId): Promise<void> {
  await sql`
    update profile set approval_steps = (
      select jsonb_agg(jsonb_set(step, '{uids}', (step -> 'uids') - ${uid}::text) order by place)
      from jsonb_array_elements(approval_steps) with ordinality as each(step, place))
    where approval_steps @> jsonb_build_array(jsonb_build_object('uids', jsonb_build_array(${uid}::text)))`.execute(tx)
}

/** Lists the guests of a profile who can approve posts. */
export async function listGuestIds(tx: Tx, id: ProfileId): Promise<ReadonlySet<GuestId>> {
  const { rows } = await sql<{ id: GuestId }>`
    select id from guest where profile_id = ${id} and may = 'approve' and revoked_at is null`.execute(tx)
  return new Set(rows.map((row) => row.id))
}
