import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'

/** Inserts a replay for each delivery that failed for good since a time and was not sent again, on active endpoints. */
export async function replayFailedOfAll(
  tx: Tx,
  { since, most, ownId }: { readonly since: Date; readonly most: number; readonly ownId: boolean },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into webhook_delivery (id, endpoint_id, event_id, event_type, own_id, replay_of, by_hand, status, due_at, created_at)
    select ph.new_id(), old.endpoint_id, old.event_id, old.event_type, ${ownId}, old.id, true, 'pending', ph.now(), ph.now()
    from webhook_endpoint w join webhook_delivery old on old.endpoint_id = w.id
    join event e on e.id = old.event_id and e.body is not null
    where w.active and old.status = 'failed' and old.created_at >= ${since}
      and not exists (select from webhook_delivery other where other.endpoint_id = old.endpoint_id
        and other.event_id = old.event_id and (other.id > old.id or other.replay_of = old.id))
    order by old.id limit ${most}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
