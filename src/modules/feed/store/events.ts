import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { type FeedPosition, isSettled } from '#infra/events/index.ts'
import type { EventId, ProfileId, UserId } from '#kernel/ids.ts'

/** An event as those outside are told of it. */
export interface ToldRow extends FeedPosition {
  readonly body: string
}

/** Where an event of this person stands, if they were told of it and it is still kept. */
export async function findPlace(db: Db, ownerUid: UserId, id: EventId): Promise<FeedPosition | undefined> {
  const { rows } = await sql<FeedPosition>`
    select tx::text as tx, id from event where id = ${id} and owner_uid = ${ownerUid} and body is not null`.execute(db)
  return rows[0]
}

export interface ToldWish {
  readonly ownerUid: UserId
  /** Null: all of theirs. */
  readonly onlyProfiles: readonly ProfileId[] | null
  /** Null: from the oldest that is kept. */
  readonly after: FeedPosition | null
  readonly limit: number
}

/** What a person's subscribers are told, in an order to which nothing is ever added in front. */
export async function listTold(db: Db, { ownerUid, onlyProfiles, after, limit }: ToldWish): Promise<ToldRow[]> {
  const from = after ? sql`and (tx, id) > (${after.tx}::xid8, ${after.id}::uuid)` : sql``
  const of = onlyProfiles ? sql`and data ->> 'profileId' = any(${[...onlyProfiles]}::text[])` : sql``
  const { rows } = await sql<ToldRow>`
    select tx::text as tx, id, body from event
    where owner_uid = ${ownerUid} and body is not null and ${isSettled} ${from} ${of}
    order by event.tx, event.id limit ${limit}`.execute(db)
  return rows
}
