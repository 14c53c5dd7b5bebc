import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { type FeedPosition, isSettled } from '#infra/events/index.ts'
import { type AccountId, type EventId, type ProfileId, toWire, type UserId } from '#kernel/ids.ts'

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

/** Erases the bodies and handles of a user's events. The rows of the events stay. */
export async function eraseEvents(tx: Tx, uid: UserId): Promise<void> {
  await sql`update event set body = null, data = data - 'handle' where owner_uid = ${uid}`.execute(tx)
}

/**
 * Erases what events contain about an account on its network: its handle, and the IDs, URLs and errors of its posts.
 * The events stay, and pending deliveries are sent with the erased values.
 */
export async function eraseAccountFromEvents(
  tx: Tx,
  {
    ownerUid,
    accountId,
    handle,
  }: { readonly ownerUid: UserId; readonly accountId: AccountId; readonly handle: string },
): Promise<void> {
  const wire = toWire('acc', accountId)
  await sql`update event set
      data = jsonb_set(data, '{handle}', to_jsonb(${handle}::text)),
      body = jsonb_set(body::jsonb, '{data,handle}', to_jsonb(${handle}::text))::text
    where owner_uid = ${ownerUid} and data ->> 'accountId' = ${accountId} and data ? 'handle'`.execute(tx)
  await sql`update event set body = jsonb_set(body::jsonb, '{data,platforms}', (
      select jsonb_agg(case when one ->> 'accountId' = ${wire}
        then one || '{"platformPostId": null, "platformUrl": null, "error": null}' else one end order by place)
      from jsonb_array_elements(body::jsonb #> '{data,platforms}') with ordinality as all_of_them(one, place)))::text
    where owner_uid = ${ownerUid} and type like 'post.%' and strpos(body, ${wire}) > 0`.execute(tx)
}
