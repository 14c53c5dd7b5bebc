import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { containing } from '#infra/db/containing.ts'
import { prepared } from '#infra/db/prepared.ts'
import { type LabelId, newId, type ProfileId } from '#kernel/ids.ts'
import type { LabelColor, LabelKind } from './state.ts'

/** The fields of a label that people write. */
interface LabelFields {
  readonly name: string
  readonly color: LabelColor
  readonly kind: LabelKind
  readonly fromDate: string | null
  readonly toDate: string | null
  readonly note: string | null
}

export interface LabelRow extends LabelFields {
  readonly id: LabelId
  readonly profileId: ProfileId
  readonly key: string
  readonly previousKeys: readonly string[]
  readonly archivedAt: Date | null
  readonly removedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = sql`label.id, label.profile_id, label.name, label.key, label.color, label.kind,
  label.from_date::text as from_date, label.to_date::text as to_date, label.note, label.previous_keys,
  label.archived_at, label.removed_at, label.created_at, label.updated_at`

interface ListFilter {
  readonly q: string | null
  readonly kinds: readonly LabelKind[] | null
  readonly archived: readonly boolean[]
  /** The key of the last label of the previous page. */
  readonly after: string | null
  readonly limit: number
}

export async function listLabelRows(db: Db, profileId: ProfileId, filter: ListFilter): Promise<LabelRow[]> {
  const { q, kinds, archived, after, limit } = filter
  const like = q === null ? null : containing(q)
  const { rows } = await sql<LabelRow>`
    select ${columns} from label where profile_id = ${profileId} and removed_at is null
      and (${after}::text is null or key > ${after}) and (${like}::text is null or name ilike ${like})
      and (${kinds && [...kinds]}::text[] is null or kind = any(${kinds && [...kinds]}))
      and (archived_at is not null) = any(${[...archived]}::boolean[])
    order by key limit ${limit}`.execute(db)
  return rows
}

export async function countLabels(tx: Tx, profileId: ProfileId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from label where profile_id = ${profileId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Counts the posts of each label, also of those that still carry one of its previous names. Posts in the trash do not
 * count.
 */
export async function countUses(db: Db, profileId: ProfileId): Promise<{ labelId: LabelId; posts: number }[]> {
  const { rows } = await sql<{ labelId: LabelId; posts: number }>`
    with used as (
      select tags, count(*) as posts from post
      where profile_id = ${profileId} and deleted_at is null and tags <> '{}' group by tags),
    named as materialized (
      select name, ph.label_key(name) as key from (select distinct unnest(tags) as name from used) as one),
    meaning as (
      select distinct on (named.name) named.name, label.id, label.removed_at
      from named join label on label.profile_id = ${profileId}
        and (label.key = named.key or named.key = any(label.previous_keys))
      order by named.name, label.key = named.key desc, label.id),
    worn as (
      select distinct used.tags, used.posts, meaning.id from used cross join unnest(used.tags) as tag
      join meaning on meaning.name = tag and meaning.removed_at is null)
    select id as label_id, sum(posts)::int as posts from worn group by id order by id`.execute(db)
  return rows
}

/** Finds a label that is not deleted. */
export async function findLabel(db: Db, id: LabelId): Promise<LabelRow | undefined> {
  const { rows } = await sql<LabelRow>`
    select ${columns} from label where id = ${id} and removed_at is null`.execute(db)
  return rows[0]
}

/** Locks labels against changes, and against posts that are about to name them. Includes deleted ones. */
export async function lockLabels(tx: Tx, ids: readonly LabelId[]): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    select ${columns} from label where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)
  return rows
}

/** Finds the label that a name means now: its own, or one that takes over its tags. */
export async function findByName(db: Db, profileId: ProfileId, name: string): Promise<LabelRow | undefined> {
  const { rows } = await sql<LabelRow>`
    select ${columns} from label where profile_id = ${profileId}
      and (key = ph.label_key(${name}) or ph.label_key(${name}) = any(previous_keys))
    order by key = ph.label_key(${name}) desc limit 1`.execute(db)
  return rows[0]
}

interface NewLabel extends LabelFields {
  readonly id: LabelId
  readonly profileId: ProfileId
  readonly createdAt: Date
}

/** Inserts a label, or takes over the row of a deleted one. Returns false if the name is taken. */
export async function insertLabel(tx: Tx, row: NewLabel): Promise<LabelId | null> {
  const { rows } = await sql<{ id: LabelId }>`
    insert into label (id, profile_id, name, color, kind, from_date, to_date, note, created_at, updated_at)
    values (${row.id}, ${row.profileId}, ${row.name}, ${row.color}, ${row.kind}, ${row.fromDate}, ${row.toDate},
      ${row.note}, ${row.createdAt}, ${row.createdAt})
    on conflict (profile_id, key) do update set name = excluded.name, color = excluded.color, kind = excluded.kind,
      from_date = excluded.from_date, to_date = excluded.to_date, note = excluded.note, archived_at = null,
      removed_at = null, updated_at = excluded.updated_at
      where label.removed_at is not null
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

type LabelPatch = Partial<
  LabelFields & Pick<LabelRow, 'previousKeys' | 'archivedAt' | 'removedAt'> & { readonly updatedAt: Date }
>

export async function updateLabel(tx: Tx, id: LabelId, { previousKeys, ...patch }: LabelPatch): Promise<void> {
  await tx
    .updateTable('label')
    .set({ ...patch, ...(previousKeys ? { previousKeys: [...previousKeys] } : {}) })
    .where('label.id', '=', id)
    .execute()
}

export async function deleteLabelRow(tx: Tx, id: LabelId): Promise<void> {
  await tx.deleteFrom('label').where('label.id', '=', id).execute()
}

interface Wished {
  readonly profileId: ProfileId
  readonly name: string
}

export interface Meaning extends Wished {
  readonly id: LabelId
  /** The name as the label spells it. */
  readonly means: string
  readonly isRemoved: boolean
}

/**
 * Finds the labels that names mean, and locks them against renames until the transaction ends. A previous name of a
 * label means that label while its posts are not yet settled.
 */
export async function readMeanings(tx: Tx, wishes: readonly Wished[]): Promise<Meaning[]> {
  const { rows } = await prepared('label-meanings')<Meaning>`
    with wished as (
      select * from unnest(${wishes.map(({ profileId }) => profileId)}::uuid[],
        ${wishes.map(({ name }) => name)}::text[]) as wished(profile_id, name))
    select wished.profile_id, wished.name, label.id, label.name as means, label.removed_at is not null as is_removed
    from wished join label on label.profile_id = wished.profile_id
      and (label.key = ph.label_key(wished.name)
        or (label.previous_keys <> '{}' and ph.label_key(wished.name) = any(label.previous_keys)))
    order by label.key = ph.label_key(wished.name), label.id for key share of label`.execute(tx)
  return rows
}

/** Creates labels for new names, up to the limit of each profile. Names that exist in the meantime are left out. */
export async function insertNames(tx: Tx, wishes: readonly Wished[], most: number, now: Date): Promise<void> {
  const rows = wishes.map(({ profileId, name }) => ({ id: newId<'lbl'>(now), profileId, name }))
  await sql`
    with wished as (
      select distinct on (profile_id, ph.label_key(name)) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as wished(id uuid, "profileId" uuid, name text) cross join lateral (select "profileId" as profile_id) as of
      order by profile_id, ph.label_key(name), id),
    placed as (
      select *, row_number() over (partition by profile_id order by id)
        + (select count(*) from label where label.profile_id = wished.profile_id) as place from wished)
    insert into label (id, profile_id, name, color, kind, created_at, updated_at)
    select id, profile_id, name, 'gray', 'label', ${now}, ${now} from placed where place <= ${most}
    order by profile_id, ph.label_key(name) on conflict (profile_id, key) do nothing`.execute(tx)
}

/** Brings back labels whose deletion is not finished. Their tags are then kept. */
export async function reviveLabels(tx: Tx, ids: readonly LabelId[], now: Date): Promise<void> {
  await sql`
    update label set removed_at = null, updated_at = ${now}
    where id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Lists how profiles spell the label with this name. */
export async function listNames(db: Db, profileIds: readonly ProfileId[], name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from label
    where profile_id = any(${[...profileIds]}::uuid[]) and key = ph.label_key(${name})`.execute(db)
  return rows.map((row) => row.name)
}

/** Finds labels that are not deleted, by their IDs and by names. */
export async function resolveLabels(
  db: Db,
  profileId: ProfileId,
  ids: readonly LabelId[],
  names: readonly string[],
): Promise<Pick<LabelRow, 'id' | 'key' | 'name'>[]> {
  const { rows } = await sql<Pick<LabelRow, 'id' | 'key' | 'name'>>`
    select id, key, name from label where profile_id = ${profileId} and removed_at is null
      and (id = any(${[...ids]}::uuid[])
        or key = any(array(select ph.label_key(name) from unnest(${[...names]}::text[]) as name)))`.execute(db)
  return rows
}

/** Reads a label, even while it is being deleted. */
export async function readLabel(db: Db, id: LabelId): Promise<LabelRow | undefined> {
  const { rows } = await sql<LabelRow>`select ${columns} from label where id = ${id}`.execute(db)
  return rows[0]
}

/** Reads a label and keeps it from being renamed until the transaction ends. */
export async function lockMeaning(tx: Tx, id: LabelId): Promise<LabelRow | undefined> {
  const { rows } = await sql<LabelRow>`select ${columns} from label where id = ${id} for key share`.execute(tx)
  return rows[0]
}

/** SQL: a post has one of these tags. Written so that the index of tags, which has no posts without them, serves it. */
export const hasTag = (names: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(post.tags <> '{}' and post.tags && ${[...names]}::text[])`
