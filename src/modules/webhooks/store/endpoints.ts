import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { WebhookEndpointTable } from '#infra/db/tables.ts'
import type { ProfileId, UserId, WebhookEndpointId } from '#kernel/ids.ts'

type Row = Selectable<WebhookEndpointTable>
/** An endpoint without the columns of its lane, which belong to the deliverer. */
export type Endpoint = Omit<Row, 'leaseUntil' | 'holder' | 'fence' | 'failedInARow'>
type NewEndpoint = Omit<Endpoint, 'failingSince' | 'lastDeliveryAt' | 'disabledReason' | 'active'>

const columns = [
  'webhookEndpoint.id',
  'webhookEndpoint.ownerUid',
  'webhookEndpoint.url',
  'webhookEndpoint.events',
  'webhookEndpoint.profileIds',
  'webhookEndpoint.sealedHeaders',
  'webhookEndpoint.active',
  'webhookEndpoint.disabledReason',
  'webhookEndpoint.failingSince',
  'webhookEndpoint.lastDeliveryAt',
  'webhookEndpoint.createdAt',
  'webhookEndpoint.updatedAt',
] as const

export const insertEndpoint = (tx: Tx, endpoint: NewEndpoint): Promise<Endpoint> =>
  tx
    .insertInto('webhookEndpoint')
    .values({ ...endpoint, active: true, disabledReason: null })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Finds an endpoint. In a transaction its row is locked, since a decision will depend on it. */
export const findEndpoint = (db: Db, id: WebhookEndpointId): Promise<Endpoint | undefined> =>
  db
    .selectFrom('webhookEndpoint')
    .select(columns)
    .where('webhookEndpoint.id', '=', id)
    .$if(db.isTransaction, (q) => q.forNoKeyUpdate())
    .executeTakeFirst()

interface EndpointFilter {
  /** The profiles of a limited key: only the endpoints limited to them are listed. */
  readonly onlyProfiles: readonly ProfileId[] | null
  readonly limit?: number | undefined
  /** The endpoint after which the list begins. */
  readonly cursor?: WebhookEndpointId | undefined
}

/** Lists the endpoints of a user, oldest first. */
export const listEndpoints = (
  db: Db,
  uid: UserId,
  { onlyProfiles, limit, cursor }: EndpointFilter,
): Promise<Endpoint[]> =>
  db
    .selectFrom('webhookEndpoint')
    .select(columns)
    .where('webhookEndpoint.ownerUid', '=', uid)
    .$if(onlyProfiles !== null, (q) =>
      q.where(sql<boolean>`webhook_endpoint.profile_ids <@ ${[...(onlyProfiles ?? [])]}::uuid[]`),
    )
    .$if(cursor !== undefined, (q) => q.where('webhookEndpoint.id', '>', cursor as WebhookEndpointId))
    .orderBy('webhookEndpoint.id')
    .$if(limit !== undefined, (q) => q.limit(limit as number))
    .execute()

/** Counts the endpoints of a user: all, and active ones. */
export async function countEndpoints(db: Db, uid: UserId): Promise<{ readonly all: number; readonly active: number }> {
  const { rows } = await sql<{ all: number; active: number }>`
    select count(*) as "all", count(*) filter (where active) as active
    from webhook_endpoint where owner_uid = ${uid}`.execute(db)
  return rows[0] ?? { all: 0, active: 0 }
}

export type EndpointChanges = Partial<Pick<Endpoint, 'events' | 'sealedHeaders' | 'active' | 'disabledReason'>> & {
  readonly updatedAt: Date
}

export const updateEndpoint = (tx: Tx, id: WebhookEndpointId, changes: EndpointChanges): Promise<Endpoint> =>
  tx
    .updateTable('webhookEndpoint')
    .set(changes)
    // Enabling an endpoint resets its consecutive failures. The column name is raw SQL, because the naming rule does
    // not produce it from `failedInARow`.
    .$if(changes.active === true, (q) => q.set({ failingSince: null }).set(sql`failed_in_a_row`, sql`0`))
    .where('webhookEndpoint.id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

/**
 * Deletes an endpoint and its secrets. Its pending deliveries are never claimed, and `deleteOrphans` deletes them. Its
 * log stays until its retention ends, but is not accessible.
 */
export async function deleteEndpoint(tx: Tx, id: WebhookEndpointId): Promise<void> {
  await tx.deleteFrom('webhookEndpoint').where('webhookEndpoint.id', '=', id).execute()
}

/** Pauses the active endpoints beyond `most`, newest first. Returns their IDs. */
export async function pauseSurplus(tx: Tx, uid: UserId, most: number, now: Date): Promise<WebhookEndpointId[]> {
  const { rows } = await sql<{ id: WebhookEndpointId }>`
    update webhook_endpoint set active = false, disabled_reason = 'plan', updated_at = ${now}
    where id in (select id from webhook_endpoint where owner_uid = ${uid} and active order by id offset ${most})
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Makes one batch of an active endpoint's suspended deliveries due. Returns their number. */
export async function wakeDeliveries(db: Db, id: WebhookEndpointId, atOnce: number): Promise<number> {
  const { numAffectedRows } = await sql`update webhook_delivery set due_at = ph.now()
    where id in (
      select d.id from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id and w.active
      where d.endpoint_id = ${id} and d.due_at is null and d.finished_at is null limit ${atOnce})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes one batch of unfinished deliveries without an endpoint. Returns their number. */
export async function deleteOrphans(db: Db, atOnce: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from webhook_delivery where id in (
    select d.id from webhook_delivery d left join webhook_endpoint w on w.id = d.endpoint_id
    where w.id is null and d.finished_at is null limit ${atOnce})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes a user's endpoints with all of their deliveries. */
export async function eraseWebhooks(tx: Tx, uid: UserId): Promise<void> {
  await sql`with gone as (
      select d.id from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id where w.owner_uid = ${uid}),
    attempts as (delete from webhook_attempt a using gone where a.delivery_id = gone.id)
    delete from webhook_delivery d using gone where d.id = gone.id`.execute(tx)
  await sql`delete from webhook_endpoint where owner_uid = ${uid}`.execute(tx)
}
