import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { WebhookDeliveryId, WebhookEndpointId } from '#kernel/ids.ts'
import { type Delivery, deliveryColumns } from './deliveries.ts'

interface ReplayOptions {
  /** True if the receiver sees a new ID, because each delivery is attempted only once. */
  readonly ownId: boolean
}

/** Builds an INSERT of one delivery for each row that `from` finds as `old`: the same event to the same endpoint. */
const insertReplays = ({ ownId }: ReplayOptions, from: RawBuilder<unknown>) => sql`
  insert into webhook_delivery as d (id, endpoint_id, event_id, event_type, own_id, replay_of, by_hand, status, due_at, created_at)
  select ph.new_id(), old.endpoint_id, old.event_id, old.event_type, ${ownId}, old.id, true, 'pending', ph.now(), ph.now()
  from ${from}`

/**
 * True for a failed delivery `old` that can be sent and was not sent again since. IDs of one instant are in any order,
 * so a replay is also recognized by its `replay_of`.
 */
const isUnsent = sql`old.status = 'failed'
  and exists (select from event e where e.id = old.event_id and e.body is not null)
  and not exists (select from webhook_delivery other where other.endpoint_id = old.endpoint_id
    and other.event_id = old.event_id and (other.id > old.id or other.replay_of = old.id))`

/** Inserts a delivery of the same event to the same endpoint, whether the endpoint is active or not. */
export async function insertReplay(
  tx: Tx,
  id: WebhookDeliveryId,
  options: ReplayOptions,
): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`${insertReplays(options, sql`webhook_delivery old where old.id = ${id}`)}
    returning ${deliveryColumns}`.execute(tx)
  return rows[0]
}

interface FailedIn {
  readonly since: Date
  readonly until: Date
  readonly most: number
}

/**
 * Replays deliveries that failed permanently in a period and were not sent again since: oldest first, at most `most`.
 * Skips events whose body was deleted. Call this while the endpoint's row is locked.
 */
export async function replayFailed(
  tx: Tx,
  endpointId: WebhookEndpointId,
  { since, until, most }: FailedIn,
  options: ReplayOptions,
): Promise<number> {
  const failed = sql`webhook_delivery old where old.endpoint_id = ${endpointId} and ${isUnsent}
    and old.created_at >= ${since} and old.created_at <= ${until} order by old.id limit ${most}`
  const { numAffectedRows } = await insertReplays(options, failed).execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Does the same for all active endpoints since a time. */
export async function replayFailedOfAll(
  tx: Tx,
  { since, most }: Omit<FailedIn, 'until'>,
  options: ReplayOptions,
): Promise<number> {
  const { rows } = await sql<{ id: WebhookEndpointId }>`select w.id from webhook_endpoint w
    where w.active and exists (select from webhook_delivery old
      where old.endpoint_id = w.id and old.status = 'failed' and old.created_at >= ${since})
    order by w.id for no key update`.execute(tx)
  const failed = sql`webhook_delivery old where old.endpoint_id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isUnsent}
    and old.created_at >= ${since} order by old.id limit ${most}`
  const { numAffectedRows } = await insertReplays(options, failed).execute(tx)
  return Number(numAffectedRows ?? 0n)
}
