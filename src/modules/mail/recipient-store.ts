import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'

/** Returns the times of emails to an address, oldest first, and locks them until the end of the transaction. */
export async function lockMailedTimes(tx: Tx, addressHash: Buffer): Promise<readonly Date[]> {
  const { rows } = await sql<{ mailedAt: Date[] }>`
    insert into mail_recipient (address_hash, mailed_at) values (${addressHash}, '{}')
    on conflict (address_hash) do update set mailed_at = mail_recipient.mailed_at
    returning mailed_at`.execute(tx)
  return rows[0]?.mailedAt ?? []
}

export async function setMailedTimes(tx: Tx, addressHash: Buffer, times: readonly Date[]): Promise<void> {
  await tx
    .updateTable('mailRecipient')
    .set({ mailedAt: [...times] })
    .where('mailRecipient.addressHash', '=', addressHash)
    .execute()
}

export async function deleteOldRecipients(db: Db, mailedBefore: Date): Promise<void> {
  await sql`delete from mail_recipient
    where not exists (select from unnest(mailed_at) as at where at >= ${mailedBefore})`.execute(db)
}
