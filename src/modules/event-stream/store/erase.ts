import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import { type AccountId, toWire, type UserId } from '#kernel/ids.ts'

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
