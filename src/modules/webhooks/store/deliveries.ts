import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import { walkBy } from '#infra/db/walk-by.ts'
import type { ReceivedEvent } from '#infra/events/index.ts'
import type { EventId, PostId, UserId, WebhookDeliveryId, WebhookEndpointId } from '#kernel/ids.ts'

type DeliveryStatus = 'pending' | 'delivered' | 'retrying' | 'failed'

export interface Delivery {
  readonly id: WebhookDeliveryId
  readonly endpointId: WebhookEndpointId
  readonly eventId: EventId
  readonly event: string
  readonly ownId: boolean
  readonly replayOf: WebhookDeliveryId | null
  readonly status: DeliveryStatus
  readonly responseStatus: number | null
  readonly attempts: number
  readonly nextAttemptAt: Date | null
  readonly requestHeaders: Readonly<Record<string, string>> | null
  readonly createdAt: Date
}

interface Attempt {
  readonly at: Date
  readonly durationMs: number | null
  readonly responseStatus: number | null
  readonly error: string | null
  readonly responseBody: string | null
}

export const deliveryColumns = sql`d.id, d.endpoint_id, d.event_id, d.event_type as event, d.own_id, d.replay_of, d.status,
  d.response_status, d.attempts, d.due_at as next_attempt_at, d.request_headers, d.created_at`

interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined
  readonly event?: string | undefined
  readonly eventId?: EventId | undefined
  readonly postId?: PostId | undefined
  readonly before: WebhookDeliveryId | null
  readonly limit: number
}

/** Lists the deliveries of one endpoint, newest first. */
export async function listDeliveries(
  db: Db,
  endpointId: WebhookEndpointId,
  { status, event, eventId, postId, before, limit }: DeliveryFilter,
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`select ${deliveryColumns} from webhook_delivery d
    where ${walkBy(sql`d.endpoint_id`, sql`${endpointId}::uuid`)} ${before ? sql`and d.id < ${before}` : sql``}
      ${status ? sql`and d.status = ${sql.lit(status)}` : sql``} ${event ? sql`and d.event_type = ${event}` : sql``}
      ${eventId ? sql`and d.event_id = ${eventId}` : sql``} ${postId ? ofPost(postId) : sql``}
    order by d.endpoint_id desc, d.id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Matches deliveries about a post. An ID begins with its time, so deliveries from long before the post are skipped. IDs
 * of the same minute may be in any order.
 */
const ofPost = (postId: PostId) => sql`and d.id >= ${`${postId.slice(0, 8)}-0000-0000-0000-000000000000`}
  and exists (select from event e where e.id = d.event_id and e.data ->> 'postId' = ${postId})`

/** Finds a delivery with its stored body; the body is null if the event is past its retention. */
export async function findDelivery(
  db: Db,
  endpointId: WebhookEndpointId,
  id: WebhookDeliveryId,
): Promise<(Delivery & { readonly body: string | null }) | undefined> {
  const { rows } = await sql<Delivery & { body: string | null }>`select ${deliveryColumns}, e.body
    from webhook_delivery d left join event e on e.id = d.event_id
    where d.id = ${id} and d.endpoint_id = ${endpointId}`.execute(db)
  return rows[0]
}

export const listAttempts = (db: Db, id: WebhookDeliveryId): Promise<Attempt[]> =>
  db
    .selectFrom('webhookAttempt')
    .select([
      'webhookAttempt.begunAt as at',
      'webhookAttempt.durationMs',
      'webhookAttempt.responseStatus',
      'webhookAttempt.error',
      'webhookAttempt.responseBody',
    ])
    .where('webhookAttempt.deliveryId', '=', id)
    .orderBy('webhookAttempt.attempt')
    .execute()

/** Returns the delivery that this transaction created. */
export async function findDeliveryOfTransaction(tx: Tx, endpointId: WebhookEndpointId): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`select ${deliveryColumns} from webhook_delivery d
    where d.endpoint_id = ${endpointId} and d.due_at is not null and d.xmin = pg_current_xact_id()::xid`.execute(tx)
  return rows[0]
}

interface FanOutOptions {
  /** True if each delivery has its own ID, because it is attempted only once. */
  readonly ownIds: boolean
}

/**
 * Inserts a delivery for each endpoint that subscribes to the events, in the causing transaction: one statement for any
 * number of events and endpoints.
 */
export async function insertDeliveries(
  tx: Tx,
  events: readonly ReceivedEvent[],
  { ownIds }: FanOutOptions,
): Promise<void> {
  const given = events.map((event) => ({
    id: event.eventId,
    owner_uid: event.ownerUid,
    type: event.type,
    profile_id: 'profileId' in event ? event.profileId : null,
    endpoint_id: 'endpointId' in event ? event.endpointId : null,
  }))
  await prepared('insert-deliveries')`
    insert into webhook_delivery (id, endpoint_id, event_id, event_type, own_id, by_hand, status, due_at, created_at)
    select ph.new_id(), w.id, e.id, e.type, ${ownIds}, e.endpoint_id is not null, 'pending', ph.now(), ph.now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as e(id uuid, owner_uid uuid, type text, profile_id uuid, endpoint_id uuid)
    join webhook_endpoint w on w.owner_uid = e.owner_uid
      and case when e.endpoint_id is not null then w.id = e.endpoint_id
        else w.active and e.type = any(w.events) and (w.profile_ids is null or e.profile_id = any(w.profile_ids)) end`.execute(
    tx,
  )
}

interface MovingRow {
  readonly id: WebhookDeliveryId
  readonly endpointId: WebhookEndpointId
  readonly ownerUid: UserId
  readonly status: string
  readonly attempts: number
}

const perEndpoint = 20

/** Finds the newest deliveries of each endpoint, and those to be attempted next. */
export async function listMovingDeliveries(db: Db, owners: readonly UserId[]): Promise<MovingRow[]> {
  const of = sql`select d.id, d.endpoint_id, d.status, d.attempts from webhook_delivery d where d.endpoint_id = w.id`
  const { rows } = await prepared('moving-deliveries')<MovingRow>`
    select w.owner_uid, d.* from webhook_endpoint w cross join lateral (
      (${of} order by d.id desc limit ${perEndpoint})
      union (${of} and d.due_at is not null order by d.due_at limit ${perEndpoint})) d
    where w.owner_uid = any(${[...owners]}::uuid[])`.execute(db)
  return rows
}
