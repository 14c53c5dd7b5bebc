import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { type FeedPosition, isSettled } from '#infra/events/index.ts'
import type { EventId, ProfileId, UserId } from '#kernel/ids.ts'

/** An event as subscribers see it. */
interface PublicEventRow extends FeedPosition {
  readonly body: string
}

/** Returns the position of a user's event, if it was for subscribers and is still stored. */
export async function findPosition(db: Db, ownerUid: UserId, id: EventId): Promise<FeedPosition | undefined> {
  const { rows } = await sql<FeedPosition>`
    select tx::text as tx, id from event where id = ${id} and owner_uid = ${ownerUid} and body is not null`.execute(db)
  return rows[0]
}

interface EventFilter {
  readonly ownerUid: UserId
  /** Null for all of the user's profiles. */
  readonly onlyProfiles: readonly ProfileId[] | null
  /** Null for all types. */
  readonly types: readonly string[] | null
  /** Null to start with the oldest stored event. */
  readonly after: FeedPosition | null
  readonly limit: number
}

/** Lists the events for a user's subscribers, in an order in which no event ever appears before one already read. */
export async function listEvents(
  db: Db,
  { ownerUid, onlyProfiles, types, after, limit }: EventFilter,
): Promise<PublicEventRow[]> {
  const from = after ? sql`and (tx, id) > (${after.tx}::xid8, ${after.id}::uuid)` : sql``
  const of = onlyProfiles ? sql`and data ->> 'profileId' = any(${[...onlyProfiles]}::text[])` : sql``
  const typed = types ? sql`and type = any(${[...types]}::text[])` : sql``
  const { rows } = await sql<PublicEventRow>`
    select tx::text as tx, id, body from event
    where owner_uid = ${ownerUid} and body is not null and ${isSettled} ${from} ${of} ${typed}
    order by event.tx, event.id limit ${limit}`.execute(db)
  return rows
}
