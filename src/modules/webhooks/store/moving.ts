import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { UserId, WebhookDeliveryId, WebhookEndpointId } from '#kernel/ids.ts'

interface MovingRow {
  readonly id: WebhookDeliveryId
  readonly endpointId: WebhookEndpointId
  readonly ownerUid: UserId
  readonly status: string
  readonly attempts: number
}

const perEndpoint = 20

/** Finds the newest deliveries of each endpoint, and those that are tried next. */
export async function listMovingDeliveries(db: Db, owners: readonly UserId[]): Promise<MovingRow[]> {
  const of = sql`select d.id, d.endpoint_id, d.status, d.attempts from webhook_delivery d where d.endpoint_id = w.id`
  const { rows } = await sql<MovingRow>`/* hot: moving-deliveries */
    select w.owner_uid, d.* from webhook_endpoint w cross join lateral (
      (${of} order by d.id desc limit ${perEndpoint})
      union (${of} and d.due_at is not null order by d.due_at limit ${perEndpoint})) d
    where w.owner_uid = any(${[...owners]}::uuid[])`.execute(db)
  return rows
}
