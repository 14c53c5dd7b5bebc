import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { MailTemplateTable } from '#infra/db/tables.ts'
import { before, hours } from '#kernel/clock.ts'

export type StoredTemplate = Selectable<MailTemplateTable>

export const findTemplate = (db: Db, name: string): Promise<StoredTemplate | undefined> =>
  db.selectFrom('mailTemplate').selectAll('mailTemplate').where('mailTemplate.name', '=', name).executeTakeFirst()

export const selectTemplates = (db: Db): Promise<StoredTemplate[]> =>
  db.selectFrom('mailTemplate').selectAll('mailTemplate').execute()

export async function upsertTemplate(tx: Tx, template: StoredTemplate): Promise<void> {
  const { name, ...rest } = template
  await tx
    .insertInto('mailTemplate')
    .values({ name, ...rest })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(rest))
    .execute()
}

/** Deletes a stored template. Returns false if there was none. */
export async function deleteTemplate(tx: Tx, name: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('mailTemplate')
    .where('mailTemplate.name', '=', name)
    .returning('mailTemplate.name')
    .executeTakeFirst()
  return gone !== undefined
}

/** Period in which an email that is no longer retried still counts. */
const countsForMs = hours(1)

/**
 * Returns the time of the oldest email that the mail server did not accept; null if it accepts email. A server that
 * rejects single recipients counts as working.
 */
export async function findMailFailure(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(created_at) as since from job
    where name = 'mail.send' and error is not null and error not like '%recipients were rejected%'
      and (failed_at is null or failed_at > ${before(now, countsForMs)})`.execute(db)
  return rows[0]?.since ?? null
}

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
