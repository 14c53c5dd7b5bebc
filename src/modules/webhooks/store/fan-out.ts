import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { Heard } from '#infra/events/index.ts'

interface FanOutOptions {
  /** True: each delivery shows its own id, because it is attempted only once. */
  readonly ownIds: boolean
}

/**
 * Inserts a delivery for each endpoint that subscribes to the events, in the transaction that causes them: one
 * statement, however many events and endpoints there are.
 */
export async function insertDeliveries(tx: Tx, events: readonly Heard[], { ownIds }: FanOutOptions): Promise<void> {
  const given = events.map((event) => ({
    id: event.eventId,
    owner_uid: event.ownerUid,
    type: event.type,
    profile_id: 'profileId' in event ? event.profileId : null,
    endpoint_id: 'endpointId' in event ? event.endpointId : null,
  }))
  await sql`/* hot: insert-deliveries */
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
