import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { GuestCodeTable, GuestDeviceTable } from '#infra/db/tables.ts'
import type { GuestDeviceId, GuestId, PostId, ProfileId, UserId } from '#kernel/ids.ts'
import { guestSees, isLinkAlive, timeInCalendar } from '#modules/posts/index.ts'
import type { Network } from '#rules/network-names.ts'

/** A guest whose link works, with their brand. */
export interface Portal {
  readonly id: GuestId
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly name: string
  readonly email: string
  readonly language: string
  readonly may: 'see' | 'comment' | 'approve'
  readonly postId: PostId | null
  readonly fromDay: string | null
  readonly toDay: string | null
  readonly expiresAt: Date
  readonly profileName: string
  readonly brandColor: string | null
  readonly faceId: string | null
  readonly timezone: string | null
  readonly guestCodes: boolean
  /** True if the owner’s plan doesn’t cover the brand. Guests can then only look. */
  readonly isReadOnly: boolean
}

const selectPortals = sql`
  select guest.id, guest.owner_uid, guest.profile_id, guest.name, guest.email, guest.language, guest.may, guest.post_id,
    guest.from_day::text as from_day, guest.to_day::text as to_day, guest.expires_at, profile.name as profile_name, profile.brand_color, profile.face_id,
    profile.timezone, profile.guest_codes, profile.read_only as is_read_only
  from guest join profile on profile.id = guest.profile_id`

export async function findPortal(db: Db, tokenHash: Buffer): Promise<Portal | undefined> {
  const { rows } = await sql<Portal>`${selectPortals}
    where guest.token_hash = ${tokenHash} and ${isLinkAlive}`.execute(db)
  return rows[0]
}

/**
 * Finds the portal in which a guest acts on a post. Locks the guest, so that the link cannot be revoked in the meantime.
 * The caller has locked the post.
 */
export async function lockPortal(tx: Tx, id: GuestId, postId: PostId): Promise<Portal | undefined> {
  const { rows } = await sql<Portal>`${selectPortals}
    join post on post.id = ${postId} and ${guestSees} and ${isShown}
    where guest.id = ${id} and ${isLinkAlive} for share of guest`.execute(tx)
  return rows[0]
}

/** SQL: guests can see a post in this state. */
const isShown = sql`post.deleted_at is null and post.status <> 'draft'`

/** A post in the calendar of a guest. */
export interface ListedPost {
  readonly id: PostId
  readonly at: Date
  readonly status: string
  readonly networks: readonly Network[]
}

/** SQL: a post is still to be published, so that guests can decide about it. */
const isOpen = sql`post.status in ('scheduled', 'queued')`

interface Part {
  /** The post that the list begins after. Null for all. */
  readonly after: PostId | null
  readonly most: number
}

/** Lists the posts that a guest sees and can decide about, in the order of their times. */
export async function listOpenPosts(db: Db, id: GuestId, { after, most }: Part): Promise<ListedPost[]> {
  const { rows } = await sql<ListedPost>`${selectListed(id)} and ${isOpen}
    and (${after}::uuid is null or (${timeInCalendar}, post.id) > (
      select coalesce(last.published_at, last.scheduled_at, last.created_at), last.id from post last
      where last.id = ${after} and last.profile_id = guest.profile_id))
    order by at, post.id limit ${most}`.execute(db)
  return rows
}

/** Lists the other posts that a guest sees, the latest first. */
export async function listPastPosts(db: Db, id: GuestId, most: number): Promise<ListedPost[]> {
  const { rows } = await sql<ListedPost>`
    ${selectListed(id)} and not ${isOpen} order by at desc, post.id desc limit ${most}`.execute(db)
  return rows
}

const selectListed = (id: GuestId) => sql`
    select post.id, ${timeInCalendar} as at, post.status,
      array(select distinct target.network from post_target target where target.post_id = post.id order by 1) as networks
    from guest join profile on profile.id = guest.profile_id join post on ${guestSees} and ${isShown}
    where guest.id = ${id}`

export async function seesPost(db: Db, id: GuestId, postId: PostId): Promise<boolean> {
  const { rows } = await sql<{ id: PostId }>`
    select post.id from guest join profile on profile.id = guest.profile_id
    join post on post.id = ${postId} and ${guestSees} and ${isShown} where guest.id = ${id}`.execute(db)
  return rows.length > 0
}

/** Records that the link was opened, once a minute at most. */
export async function noteSeen(db: Db, id: GuestId, now: Date, before: Date): Promise<void> {
  await sql`update guest set seen_at = ${now} where id = ${id} and (seen_at is null or seen_at < ${before})`.execute(db)
}

export const insertDevice = (tx: Tx, row: Selectable<GuestDeviceTable>) =>
  tx.insertInto('guestDevice').values(row).execute()

/** Finds the confirmed browser of a guest by its cookie. */
export async function findDevice(db: Db, id: GuestId, cookieHash: Buffer): Promise<GuestDeviceId | null> {
  const { rows } = await sql<{ id: GuestDeviceId }>`
    select id from guest_device
    where guest_id = ${id} and cookie_hash = ${cookieHash} and expires_at > ph.now()`.execute(db)
  return rows[0]?.id ?? null
}

export type CodeRow = Selectable<GuestCodeTable>

export const insertCode = (tx: Tx, row: CodeRow) => tx.insertInto('guestCode').values(row).execute()

/** Counts the wrong codes of a guest, of those sent since a time. Concurrent callers wait for each other. */
export async function countTries(tx: Tx, id: GuestId, since: Date): Promise<number> {
  await sql`select id from guest where id = ${id} for no key update`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(tries), 0)::int as n from guest_code where guest_id = ${id} and created_at > ${since}`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** Counts the codes that a guest was sent since a time. The caller has locked the guest, with `countTries`. */
export async function countCodes(tx: Tx, id: GuestId, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from guest_code where guest_id = ${id} and created_at > ${since}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Finds an open code, and locks it. */
export const findCode = (tx: Tx, id: GuestId, challengeHash: Buffer): Promise<CodeRow | undefined> =>
  tx
    .selectFrom('guestCode')
    .selectAll()
    .where('guestCode.guestId', '=', id)
    .where('guestCode.challengeHash', '=', challengeHash)
    .where('guestCode.expiresAt', '>', sql<Date>`ph.now()`)
    .forUpdate()
    .executeTakeFirst()

/** Counts a wrong code. */
export const countTry = (tx: Tx, challengeHash: Buffer) =>
  sql`update guest_code set tries = tries + 1 where challenge_hash = ${challengeHash}`.execute(tx)

/** Ends a code. Its row stays for a day, since it counts toward the limit, without what the guest wrote. */
export const endCode = (tx: Tx, challengeHash: Buffer) =>
  sql`update guest_code set expires_at = ph.now(), text = '' where challenge_hash = ${challengeHash}`.execute(tx)

/** Deletes devices that have expired, and codes from before a time. */
export async function deletePast(db: Db, before: Date): Promise<void> {
  await sql`delete from guest_device where expires_at <= ph.now()`.execute(db)
  await sql`delete from guest_code where created_at < ${before}`.execute(db)
}

/** A guest to be emailed that posts wait for them. */
interface WaitingGuest {
  readonly id: GuestId
  readonly name: string
  readonly email: string
  readonly language: string
  readonly sealedToken: Buffer
  readonly profileName: string
  /** True if the link works, and the guest can approve. */
  readonly isAble: boolean
}

/** Finds a guest who is to be emailed now, and locks the row. Several callers get different guests. */
export async function takeDueGuest(tx: Tx): Promise<WaitingGuest | undefined> {
  const { rows } = await sql<WaitingGuest>`
    select guest.id, guest.name, guest.email, guest.language, guest.sealed_token, profile.name as profile_name,
      ${isLinkAlive} and guest.may = 'approve' and not profile.read_only as is_able
    from guest join profile on profile.id = guest.profile_id
    where guest.mail_due_at <= ph.now() order by guest.mail_due_at limit 1 for update of guest skip locked`.execute(tx)
  return rows[0]
}

/** Stores when a guest was emailed, or when they will be. */
export const noteMail = (tx: Tx, id: GuestId, times: { readonly mailedAt?: Date; readonly mailDueAt: Date | null }) =>
  tx.updateTable('guest').set(times).where('guest.id', '=', id).execute()
