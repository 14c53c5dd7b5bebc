import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { containing } from '#infra/db/containing.ts'
import type { MentionEntryTable } from '#infra/db/tables.ts'
import type { MentionEntryId, ProfileId } from '#kernel/ids.ts'
import type { Handles } from '#rules/mentions.ts'

export interface EntryRow extends Omit<Selectable<MentionEntryTable>, 'handles'> {
  readonly handles: Handles
}

export const insertEntry = (tx: Tx, { key: _, ...row }: Omit<EntryRow, 'key'> & { key?: string }): Promise<EntryRow> =>
  tx
    .insertInto('mentionEntry')
    .values({ ...row, handles: JSON.stringify(row.handles) })
    .returningAll()
    .$castTo<EntryRow>()
    .executeTakeFirstOrThrow()

export const findEntry = (db: Db, id: MentionEntryId): Promise<EntryRow | undefined> =>
  db.selectFrom('mentionEntry').selectAll().where('mentionEntry.id', '=', id).$castTo<EntryRow>().executeTakeFirst()

/** Finds how another entry of the book spells this name. */
export async function findName(
  db: Db,
  profileId: ProfileId,
  name: string,
  own: MentionEntryId | null,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from mention_entry
    where profile_id = ${profileId} and key = ph.label_key(${name}) and (${own}::uuid is null or id <> ${own})`.execute(
    db,
  )
  return rows[0]?.name ?? null
}

/** Counts the entries of a profile. */
export async function countEntries(db: Db, profileId: ProfileId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mention_entry where profile_id = ${profileId}`.execute(db)
  return rows[0]?.count ?? 0
}

interface EntryFilter {
  readonly profileId: ProfileId
  readonly q: string | null
  /** The key of the last entry of the previous page. */
  readonly after: string | null
  readonly limit: number
}

/** Lists the entries of a profile by name, in pages. */
export async function listEntries(db: Db, { profileId, q, after, limit }: EntryFilter): Promise<EntryRow[]> {
  const like = q === null ? null : containing(q)
  const { rows } = await sql<EntryRow>`
    select * from mention_entry
    where profile_id = ${profileId} and (${after}::text is null or key > ${after})
      and (${like}::text is null or name ilike ${like}
        or exists (select from jsonb_each_text(handles) as handle(network, value) where value ilike ${like}))
    order by key limit ${limit}`.execute(db)
  return rows
}

/** Finds the entries in which a word of the name, or a handle, begins with a text. By name. */
export async function findEntries(db: Db, profileId: ProfileId, q: string, most: number): Promise<EntryRow[]> {
  const begins = containing(q).slice(1)
  const { rows } = await sql<EntryRow>`
    select * from mention_entry
    where profile_id = ${profileId} and (name ilike ${begins} or name ilike ${`% ${begins}`}
      or exists (select from jsonb_each_text(handles) as handle(network, value) where value ilike ${begins}))
    order by key limit ${most}`.execute(db)
  return rows
}

export const updateEntry = (tx: Tx, { id, name, handles, version, updatedAt }: EntryRow): Promise<EntryRow> =>
  tx
    .updateTable('mentionEntry')
    .set({ name, handles: JSON.stringify(handles), version, updatedAt })
    .where('mentionEntry.id', '=', id)
    .returningAll()
    .$castTo<EntryRow>()
    .executeTakeFirstOrThrow()

export async function deleteEntryRow(tx: Tx, id: MentionEntryId): Promise<void> {
  await tx.deleteFrom('mentionEntry').where('mentionEntry.id', '=', id).execute()
}
