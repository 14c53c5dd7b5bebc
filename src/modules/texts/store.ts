import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { SavedTextTable } from '#infra/db/tables.ts'
import type { ProfileId, SavedTextId } from '#kernel/ids.ts'
import type { TemplatePost } from '#modules/posts/index.ts'
import type { Network } from '#rules/network-names.ts'

type Stored = Selectable<SavedTextTable>

export interface TextRow extends Omit<Stored, 'networks' | 'networkTexts' | 'post'> {
  readonly networks: Network[]
  readonly networkTexts: Partial<Record<Network, string>>
  /** The post of a template, as it was checked when it was saved. */
  readonly post: TemplatePost | null
}

export const insertText = (tx: Tx, row: TextRow): Promise<TextRow> =>
  tx
    .insertInto('savedText')
    .values({ ...row, networkTexts: JSON.stringify(row.networkTexts), post: row.post && JSON.stringify(row.post) })
    .returningAll()
    .$castTo<TextRow>()
    .executeTakeFirstOrThrow()

export const findText = (db: Db, id: SavedTextId): Promise<TextRow | undefined> =>
  db.selectFrom('savedText').selectAll().where('savedText.id', '=', id).$castTo<TextRow>().executeTakeFirst()

/** Counts the texts of a profile. */
export async function countTexts(db: Db, profileId: ProfileId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_text where profile_id = ${profileId}`.execute(db)
  return rows[0]?.count ?? 0
}

interface TextFilter {
  readonly profileId: ProfileId
  readonly kind: string | null
  readonly auto: readonly string[] | null
  readonly q: string | null
  readonly before: SavedTextId | null
  readonly limit: number
}

/** Lists the texts of a profile, newest first, in pages. */
export async function listTexts(db: Db, { profileId, kind, auto, q, before, limit }: TextFilter): Promise<TextRow[]> {
  const found = q === null ? sql`true` : sql`position(lower(${q}) in lower(name || ' ' || content)) > 0`
  const { rows } = await sql<TextRow>`
    select * from saved_text
    where profile_id = ${profileId} and (${kind}::text is null or kind = ${kind})
      and (${auto}::text[] is null or auto = any(${auto}))
      and (${before}::uuid is null or id < ${before}) and ${found}
    order by id desc limit ${limit}`.execute(db)
  return rows
}

/** Finds another text of the profile that is offered or added for new posts. */
export async function findAutomatic(tx: Tx, profileId: ProfileId, except: SavedTextId | null): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from saved_text
    where profile_id = ${profileId} and auto <> 'never' and kind = 'signature' and id is distinct from ${except}
    order by id desc limit 1`.execute(tx)
  return rows[0]?.name ?? null
}

export const updateText = (tx: Tx, row: TextRow): Promise<TextRow> =>
  tx
    .updateTable('savedText')
    .set({
      name: row.name,
      content: row.content,
      networkTexts: JSON.stringify(row.networkTexts),
      networks: [...row.networks],
      auto: row.auto,
      post: row.post && JSON.stringify(row.post),
      version: row.version,
      updatedAt: row.updatedAt,
    })
    .where('savedText.id', '=', row.id)
    .returningAll()
    .$castTo<TextRow>()
    .executeTakeFirstOrThrow()

/** Counts uses of a text, for the order in which the composer offers texts. */
export async function countUse(db: Db, id: SavedTextId, at: Date, uses = 1): Promise<void> {
  await sql`update saved_text set uses = least(uses, 2147482647) + ${uses}, last_used_at = ${at} where id = ${id}`.execute(
    db,
  )
}

export async function deleteText(tx: Tx, id: SavedTextId): Promise<void> {
  await tx.deleteFrom('savedText').where('savedText.id', '=', id).execute()
}
