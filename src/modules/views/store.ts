import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { SavedViewTable } from '#infra/db/tables.ts'
import type { LabelId, ProfileId, SavedViewId, UserId } from '#kernel/ids.ts'
import type { Filters } from './schema.ts'
import type { ViewPage } from './state.ts'

export interface ViewRow extends Omit<Selectable<SavedViewTable>, 'filters' | 'page'> {
  readonly page: ViewPage
  readonly filters: Filters
}

export const insertView = (tx: Tx, row: ViewRow): Promise<ViewRow> =>
  tx
    .insertInto('savedView')
    .values({ ...row, filters: JSON.stringify(row.filters) })
    .returningAll()
    .$castTo<ViewRow>()
    .executeTakeFirstOrThrow()

export const findView = (db: Db, id: SavedViewId): Promise<ViewRow | undefined> =>
  db.selectFrom('savedView').selectAll().where('savedView.id', '=', id).$castTo<ViewRow>().executeTakeFirst()

interface ViewFilter {
  readonly profileId: ProfileId
  /** The person who sees the shared views and their own. */
  readonly uid: UserId
  readonly page: ViewPage | null
  readonly before: SavedViewId | null
  readonly limit: number
}

/** Lists the views of a profile that a person sees, newest first, in pages. */
export async function listViews(db: Db, { profileId, uid, page, before, limit }: ViewFilter): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select * from saved_view
    where profile_id = ${profileId} and (owner_uid is null or owner_uid = ${uid})
      and (${page}::text is null or page = ${page}) and (${before}::uuid is null or id < ${before})
    order by id desc limit ${limit}`.execute(db)
  return rows
}

/** Counts the shared views of a profile, or those of one person in it. */
export async function countViews(db: Db, profileId: ProfileId, ownerUid: UserId | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_view
    where profile_id = ${profileId} and owner_uid is not distinct from ${ownerUid}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Finds how another view that a person sees spells this name. */
export async function findViewByName(
  db: Db,
  profileId: ProfileId,
  uid: UserId,
  name: string,
  own: SavedViewId | null,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from saved_view
    where profile_id = ${profileId} and (owner_uid is null or owner_uid = ${uid}) and lower(name) = lower(${name})
      and (${own}::uuid is null or id <> ${own})
    order by id limit 1`.execute(db)
  return rows[0]?.name ?? null
}

export const updateView = (tx: Tx, row: ViewRow): Promise<ViewRow> =>
  tx
    .updateTable('savedView')
    .set({
      name: row.name,
      filters: JSON.stringify(row.filters),
      labelId: row.labelId,
      ownerUid: row.ownerUid,
      version: row.version,
      updatedAt: row.updatedAt,
    })
    .where('savedView.id', '=', row.id)
    .returningAll()
    .$castTo<ViewRow>()
    .executeTakeFirstOrThrow()

export async function deleteViewRow(tx: Tx, id: SavedViewId): Promise<void> {
  await tx.deleteFrom('savedView').where('savedView.id', '=', id).execute()
}

/** Points views at the label that took over theirs. */
export async function moveToLabel(tx: Tx, from: LabelId, into: LabelId): Promise<void> {
  await sql`update saved_view set label_id = ${into} where label_id = ${from}`.execute(tx)
}
