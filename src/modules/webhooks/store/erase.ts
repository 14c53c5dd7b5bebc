import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'

/** Deletes a user's endpoints with all of their deliveries. */
export async function eraseWebhooks(tx: Tx, uid: UserId): Promise<void> {
  await sql`with gone as (
      select d.id from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id where w.owner_uid = ${uid}),
    attempts as (delete from webhook_attempt a using gone where a.delivery_id = gone.id)
    delete from webhook_delivery d using gone where d.id = gone.id`.execute(tx)
  await sql`delete from webhook_endpoint where owner_uid = ${uid}`.execute(tx)
}
