import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { LabelRow } from './store.ts'

type TaggedTable = 'post' | 'media'

/** The tables with tags. */
export const taggedTables: readonly TaggedTable[] = ['post', 'media']

type Label = Pick<LabelRow, 'profileId' | 'name' | 'previousKeys' | 'removedAt'>

/** True for a tag that has to become the label's name, or has to go. */
const isPrevious = ({ name, previousKeys, removedAt }: Label) => sql`
  ph.label_key(tag) = any(${[...previousKeys]}::text[]) and (${removedAt !== null} or tag <> ${name})`

const unsettled = (table: TaggedTable, label: Label, after: string | null): RawBuilder<{ id: string }> => sql`
  select id from ${sql.table(table)} as row where profile_id = ${label.profileId}
    and (${after}::uuid is null or id > ${after}) and tags <> '{}'
    and exists (select from unnest(row.tags) as tag where ${isPrevious(label)})
  order by id`

/** Locks the next rows that carry a previous name, in the order in which all other code locks them. */
export async function lockUnsettled(
  tx: Tx,
  table: TaggedTable,
  label: Label,
  after: string | null,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${unsettled(table, label, after)} limit ${most} for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Replaces the previous names in these rows, or removes them. Each name stays once, in its first place. */
export async function retagRows(
  tx: Tx,
  table: TaggedTable,
  ids: readonly string[],
  label: Label,
  now: Date,
): Promise<void> {
  await sql`
    update ${sql.table(table)} as row set updated_at = ${now}, version = row.version + 1,
      tags = array(
        select name from (
          select case when ${isPrevious(label)} then ${label.removedAt === null ? label.name : null}::text else tag end
            as name, place from unnest(row.tags) with ordinality as tagged(tag, place)) as renamed
        where name is not null group by name order by min(place))
    where row.id = any(${[...ids]}::uuid[])`.execute(tx)
}

export async function hasUnsettled(db: Db, label: Label): Promise<boolean> {
  for (const table of taggedTables) {
    const { rows } = await sql`${unsettled(table, label, null)} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}
