import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { GuestTable } from '#infra/db/tables.ts'
import type { GuestId, PostId, ProfileId, UserId } from '#kernel/ids.ts'
import { isLinkAlive } from '#modules/posts/index.ts'

export type GuestRow = Omit<Selectable<GuestTable>, 'tokenHash' | 'mailedAt' | 'mailDueAt'> & {
  /** True if the link works. */
  readonly isActive: boolean
}

const selectGuests = sql`
  select guest.id, guest.owner_uid, guest.profile_id, guest.name, guest.email, guest.language, guest.may, guest.post_id,
    guest.from_day::text as from_day, guest.to_day::text as to_day, guest.sealed_token, guest.invited_by,
    guest.created_at, guest.expires_at, guest.revoked_at, guest.seen_at, ${isLinkAlive} as is_active
  from guest join profile on profile.id = guest.profile_id`

/** Lists the guests of a profile, newest first. */
export async function listGuests(db: Db, profileId: ProfileId): Promise<GuestRow[]> {
  const { rows } = await sql<GuestRow>`${selectGuests}
    where guest.profile_id = ${profileId} order by guest.id desc`.execute(db)
  return rows
}

export async function findGuest(db: Db, profileId: ProfileId, id: GuestId): Promise<GuestRow | undefined> {
  const { rows } = await sql<GuestRow>`${selectGuests}
    where guest.profile_id = ${profileId} and guest.id = ${id}`.execute(db)
  return rows[0]
}

export async function countGuests(tx: Tx, profileId: ProfileId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from guest where profile_id = ${profileId}`.execute(tx)
  return rows[0]?.n ?? 0
}

export const insertGuest = (tx: Tx, row: Selectable<GuestTable>) => tx.insertInto('guest').values(row).execute()

type Changed = Partial<Pick<GuestRow, 'name' | 'language' | 'may' | 'fromDay' | 'toDay' | 'expiresAt' | 'revokedAt'>>

/** Changes a guest. The row is locked until the transaction ends, so no decision of the guest runs alongside. */
export const updateGuest = (tx: Tx, id: GuestId, changes: Changed) =>
  tx.updateTable('guest').set(changes).where('guest.id', '=', id).execute()

/** Gives a guest a new link, in the name of another inviter. The previous link stops working. */
export const replaceLink = (
  tx: Tx,
  id: GuestId,
  link: { readonly tokenHash: Buffer; readonly sealedToken: Buffer; readonly invitedBy: UserId },
) => tx.updateTable('guest').set(link).where('guest.id', '=', id).execute()

/** Deletes a guest with their devices, codes, decisions and comments. */
export async function deleteGuest(tx: Tx, id: GuestId): Promise<void> {
  await tx.deleteFrom('guest').where('guest.id', '=', id).execute()
}

/** Records that the audit log no longer names a deleted guest. */
export const noteErased = (tx: Tx, id: GuestId) =>
  tx.deleteFrom('departedGuest').where('departedGuest.id', '=', id).execute()

/** True if the post belongs to the profile and is not in the trash. */
export async function isPostOf(tx: Tx, profileId: ProfileId, postId: PostId): Promise<boolean> {
  const { rows } = await sql<{ id: PostId }>`
    select id from post where id = ${postId} and profile_id = ${profileId} and deleted_at is null`.execute(tx)
  return rows.length > 0
}

type Departed = Pick<GuestRow, 'id' | 'ownerUid'>

/** Takes guests who were deleted with their post or their profile. Several callers get different ones. */
export async function takeDeparted(tx: Tx, most: number): Promise<Departed[]> {
  const { rows } = await sql<Departed>`
    delete from departed_guest where id in (
      select id from departed_guest order by id limit ${most} for update skip locked) returning id, owner_uid`.execute(
    tx,
  )
  return rows
}
