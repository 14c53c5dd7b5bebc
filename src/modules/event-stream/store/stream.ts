import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import { type FeedPosition, isSettled } from '#infra/events/index.ts'
import type { EventType } from '#kernel/events.ts'
import type { EventId, ProfileId, UserId } from '#kernel/ids.ts'

export interface FeedRow extends FeedPosition {
  readonly ownerUid: UserId
  readonly type: EventType
  readonly profileId: ProfileId | null
  /** The member, in events about members. */
  readonly memberUid: UserId | null
  /** Null if this event is not for subscribers. */
  readonly body: string | null
}

const columns = sql`event.tx::text as tx, event.id, event.owner_uid, event.type,
  event.data ->> 'profileId' as profile_id, event.data ->> 'memberUid' as member_uid, event.body`

const beforeAll = '00000000-0000-0000-0000-000000000000' as EventId

/**
 * Returns the end of the feed. All events that can be read now are before it, and all later events will be after it.
 */
export async function readEndOfFeed(db: Db): Promise<FeedPosition> {
  const { rows } = await sql<{ tx: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as tx`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the snapshot query returned no row')
  return { tx: row.tx, id: beforeAll }
}

/** Reads all users' events after a position, including internal ones. */
export async function readNewEvents(db: Db, after: FeedPosition, limit: number): Promise<FeedRow[]> {
  const { rows } = await prepared('read-feed')<FeedRow>`
    select ${columns} from event
    where (event.tx, event.id) > (${after.tx}::xid8, ${after.id}::uuid) and ${isSettled}
    order by event.tx, event.id limit ${limit}`.execute(db)
  return rows
}

/** An owner whose events a listener receives. */
export interface Source {
  readonly ownerUid: UserId
  /** Null for all of the owner's profiles. */
  readonly profiles: readonly ProfileId[] | null
}

export interface Span {
  /** Exclusive. */
  readonly after: FeedPosition
  /** Inclusive. */
  readonly upTo: FeedPosition
}

const sourceRows = (sources: readonly Source[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    sources.map(({ ownerUid, profiles }) => ({ owner_uid: ownerUid, profiles })),
  )}::jsonb) as source(owner_uid uuid, profiles text[])`

const within = ({ after, upTo }: Span) =>
  sql`(event.tx, event.id) > (${after.tx}::xid8, ${after.id}::uuid)
    and (event.tx, event.id) <= (${upTo.tx}::xid8, ${upTo.id}::uuid)`

/**
 * Conditions for one source at a time, so that the query reads the index of that owner's events only as far as needed.
 */
const ofSource = sql`event.owner_uid = source.owner_uid and event.body is not null`
const isReceivable = sql`(source.profiles is null or event.data ->> 'profileId' = any(source.profiles))`

/** Lists the events in a settled range that a listener is to receive, oldest first. */
export async function listStreamEvents(
  db: Db,
  sources: readonly Source[],
  span: Span,
  limit: number,
): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    select found.* from ${sourceRows(sources)} cross join lateral (
      select ${columns} from event where ${ofSource} and ${within(span)} and ${isReceivable}
      order by event.tx, event.id limit ${limit}) found
    order by found.tx::xid8, found.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Counts the events of a range that a listener receives (`heard`), and the largest number of events of one owner that
 * were read to count them (`seen`, at most one more than `most`).
 */
export async function countStreamEvents(
  db: Db,
  sources: readonly Source[],
  span: Span,
  most: number,
): Promise<{ readonly heard: number; readonly seen: number }> {
  const { rows } = await sql<{ heard: number; seen: number }>`
    select coalesce(sum(found.heard), 0)::int as heard, coalesce(max(found.seen), 0)::int as seen
    from ${sourceRows(sources)} cross join lateral (
      select count(*) as seen, count(*) filter (where ${isReceivable}) as heard from (
        select event.data from event where ${ofSource} and ${within(span)} limit ${most + 1}) event) found`.execute(db)
  return rows[0] ?? { heard: 0, seen: 0 }
}

/** Returns the newest event that a listener receives, if it is among the newest `most` of each owner. */
export async function findNewestEvent(
  db: Db,
  sources: readonly Source[],
  upTo: FeedPosition,
  most: number,
): Promise<EventId | null> {
  const { rows } = await sql<{ id: EventId }>`
    select found.id from ${sourceRows(sources)} cross join lateral (
      select event.tx, event.id from (
        select event.tx, event.id, event.data from event
        where ${ofSource} and (event.tx, event.id) <= (${upTo.tx}::xid8, ${upTo.id}::uuid)
        order by event.tx desc, event.id desc limit case when source.profiles is null then 1 else ${most} end) event
      where ${isReceivable} order by event.tx desc, event.id desc limit 1) found
    order by found.tx desc, found.id desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Finds an event for subscribers by its ID. */
export async function findPublicEvent(db: Db, id: EventId): Promise<FeedRow | undefined> {
  const { rows } = await sql<FeedRow>`
    select ${columns} from event where event.id = ${id} and event.body is not null`.execute(db)
  return rows[0]
}

export interface Membership {
  readonly profileId: ProfileId
  readonly ownerUid: UserId
}

/** Lists other users' profiles that a user is a member of. */
export async function listMemberships(db: Db, uid: UserId): Promise<Membership[]> {
  return await db
    .selectFrom('profileMember as member')
    .innerJoin('profile', 'profile.id', 'member.profileId')
    .select(['member.profileId', 'profile.ownerUid'])
    .where('member.uid', '=', uid)
    .execute()
}
