import type { Selectable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { MailTemplateTable } from '#infra/db/tables.ts'

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

/** Deletes a stored template. False when there was none. */
export async function deleteTemplate(tx: Tx, name: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('mailTemplate')
    .where('mailTemplate.name', '=', name)
    .returning('mailTemplate.name')
    .executeTakeFirst()
  return gone !== undefined
}
