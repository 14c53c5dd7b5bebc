import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { IdeaId, IdeaStageId, LabelId, MediaId, PostId, ProfileId, UserId } from '#kernel/ids.ts'
import type { PostRow } from '#modules/posts/index.ts'
import { placeGap } from './state.ts'

export interface IdeaRow {
  readonly id: IdeaId
  readonly profileId: ProfileId
  readonly stageId: IdeaStageId
  readonly place: number
  readonly title: string
  readonly text: string
  readonly url: string | null
  readonly mediaIds: MediaId[]
  readonly labelIds: LabelId[]
  readonly version: number
  readonly authorUid: UserId | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Files and labels that are deleted are no longer named. */
const columns = sql`idea.id, idea.profile_id, idea.stage_id, idea.place, idea.title, idea.text, idea.url,
  array(select media.id from unnest(idea.media_ids) with ordinality as named(id, nth)
    join media on media.id = named.id order by named.nth) as media_ids,
  array(select label.id from unnest(idea.label_ids) with ordinality as named(id, nth)
    join label on label.id = named.id and label.removed_at is null order by named.nth) as label_ids,
  idea.version, idea.author_uid, idea.created_at, idea.updated_at`

export async function findIdea(db: Db, id: IdeaId): Promise<IdeaRow | undefined> {
  const { rows } = await sql<IdeaRow>`
    select ${columns} from idea where idea.id = ${id} and idea.deleted_at is null`.execute(db)
  return rows[0]
}

/** Finds an idea that was deleted after this time. */
export async function findDeletedIdea(db: Db, id: IdeaId, since: Date): Promise<IdeaRow | undefined> {
  const { rows } = await sql<IdeaRow>`
    select ${columns} from idea where idea.id = ${id} and idea.deleted_at > ${since}`.execute(db)
  return rows[0]
}

interface ListedRow extends IdeaRow {
  readonly stagePlace: number
  readonly postCount: number
}

interface IdeaFilter {
  readonly stageId: IdeaStageId | null
  readonly labelId: LabelId | null
  readonly authorUid: UserId | null
  readonly q: string | null
  /** True for ideas with posts, false for those without. Null for all. */
  readonly hasPosts: boolean | null
  /** The place of the last idea of the previous page. */
  readonly after: { readonly stagePlace: string; readonly place: string } | null
  readonly limit: number
}

/** Lists the ideas of a profile in the order of its board. */
export async function listIdeaRows(db: Db, profileId: ProfileId, filter: IdeaFilter): Promise<ListedRow[]> {
  const { stageId, labelId, authorUid, q, hasPosts, after, limit } = filter
  const { rows } = await sql<ListedRow>`
    select ${columns}, stage.place as stage_place,
      (select count(*)::int from post where post.idea_id = idea.id and post.deleted_at is null) as post_count
    from idea join idea_stage stage on stage.id = idea.stage_id
    where idea.profile_id = ${profileId} and idea.deleted_at is null and (${stageId}::uuid is null or idea.stage_id = ${stageId})
      and (${labelId}::uuid is null or ${labelId} = any(idea.label_ids))
      and (${authorUid}::uuid is null or idea.author_uid = ${authorUid})
      and (${q}::text is null
        or position(lower(${q}) in lower(idea.title || ' ' || idea.text || ' ' || coalesce(idea.url, ''))) > 0)
      and (${hasPosts}::boolean is null
        or exists (select from post where post.idea_id = idea.id and post.deleted_at is null) = ${hasPosts})
      and (${after?.place ?? null}::bigint is null
        or (stage.place, idea.place) > (${after?.stagePlace ?? null}::bigint, ${after?.place ?? null}::bigint))
    order by stage.place, idea.place limit ${limit}`.execute(db)
  return rows
}

export async function countIdeas(db: Db, profileId: ProfileId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from idea where profile_id = ${profileId} and deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export async function countIdeasOfStage(db: Db, stageId: IdeaStageId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from idea where stage_id = ${stageId} and deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export const insertIdea = (tx: Tx, row: IdeaRow) => tx.insertInto('idea').values(row).execute()

export const updateIdea = (tx: Tx, { id, profileId: _, authorUid: __, createdAt: ___, ...row }: IdeaRow) =>
  tx.updateTable('idea').set(row).where('idea.id', '=', id).execute()

/** The most deleted ideas of a profile that can be restored. */
const deletedMax = 500

/** Deletes an idea, which stays in its place until it is purged. Its posts no longer name it. */
export async function trashIdea(tx: Tx, { id, profileId }: IdeaRow, at: Date): Promise<void> {
  await sql`
    with unlinked as (update post set idea_id = null where idea_id = ${id} returning id)
    update idea set deleted_at = ${at}, unlinked_post_ids = array(select id from unlinked)
    where idea.id = ${id}`.execute(tx)
  await sql`
    delete from idea where id in (
      select id from idea where profile_id = ${profileId} and deleted_at is not null
      order by deleted_at desc offset ${deletedMax})`.execute(tx)
}

/** Restores a deleted idea in its place. Its posts name it again. */
export async function untrashIdea(tx: Tx, { id, version }: IdeaRow): Promise<void> {
  await sql`
    update post set idea_id = ${id}
    from idea where idea.id = ${id} and post.id = any(idea.unlinked_post_ids)`.execute(tx)
  await sql`
    update idea set deleted_at = null, unlinked_post_ids = '{}', version = ${version} where idea.id = ${id}`.execute(tx)
}

/** Permanently deletes ideas that were deleted before this time. Returns how many there were, up to the limit. */
export async function purgeIdeaRows(db: Db, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idea where id in (
      select id from idea where deleted_at <= ${until} limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

interface Neighbor {
  readonly before: number | null
  readonly except: IdeaId
  /** True to count deleted ideas, which keep their places. */
  readonly withDeleted: boolean
}

/** Finds the neighbor above a place of a stage. `before` null is its end. The idea to be placed does not count. */
export async function findPlaceAbove(
  tx: Tx,
  stageId: IdeaStageId,
  { before, except, withDeleted }: Neighbor,
): Promise<number | null> {
  const { rows } = await sql<{ place: number | null }>`
    select max(idea.place) as place from idea where idea.stage_id = ${stageId} and idea.id <> ${except}
      and (${before}::int is null or idea.place < ${before})
      and (${withDeleted} or idea.deleted_at is null)`.execute(tx)
  return rows[0]?.place ?? null
}

/** Finds the first idea of a stage. */
export async function findFirstIdea(tx: Tx, stageId: IdeaStageId): Promise<IdeaId | null> {
  const { rows } = await sql<{ id: IdeaId }>`
    select idea.id from idea where idea.stage_id = ${stageId} and idea.deleted_at is null order by idea.place limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** Spreads out the ideas of a stage, in their order. */
export async function spreadIdeas(tx: Tx, stageId: IdeaStageId): Promise<void> {
  await sql`
    update idea set place = ranked.nth * ${placeGap}::int
    from (select id, row_number() over (order by place) as nth from idea where stage_id = ${stageId}) as ranked
    where idea.id = ranked.id`.execute(tx)
}

/** Puts all ideas of a stage at the end of another one. */
export async function moveAllIdeas(tx: Tx, from: IdeaStageId, into: IdeaStageId): Promise<void> {
  await sql`
    update idea set stage_id = ${into}, place = ranked.nth * ${placeGap}::int, version = version + ranked.moved
    from (
      select id, (stage_id = ${from})::int as moved,
        row_number() over (order by stage_id = ${from}, place) as nth
      from idea where stage_id = any(${[from, into]}::uuid[])) as ranked
    where idea.id = ranked.id`.execute(tx)
}

/** Gives ideas the label that took over another. */
export async function moveIdeasToLabel(tx: Tx, profileId: ProfileId, from: LabelId, into: LabelId): Promise<void> {
  await sql`
    update idea set version = version + 1, label_ids = case when ${into} = any(label_ids)
      then array_remove(label_ids, ${from}) else array_replace(label_ids, ${from}, ${into}) end
    where profile_id = ${profileId} and ${from} = any(label_ids)`.execute(tx)
}

/** Locks files against deletion, and returns those that exist. */
export async function lockMedia(tx: Tx, ids: readonly MediaId[]): Promise<ReadonlySet<MediaId>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: MediaId }>`
    select id from media where id = any(${[...ids]}::uuid[]) order by id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** True if an idea has the file. */
export async function isMediaOfIdea(tx: Tx, mediaId: MediaId): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (
      select from idea where media_ids @> array[${mediaId}::uuid] and deleted_at is null) as used`.execute(tx)
  return rows[0]?.used === true
}

interface IdeaPost {
  readonly id: PostId
  readonly status: PostRow['status']
  readonly content: string
  readonly createdAt: Date
}

/** Finds the latest post made from an idea, without the trash. */
export async function findPostOfIdea(db: Db, id: IdeaId): Promise<PostId | undefined> {
  const [latest] = await listPostsOfIdea(db, id, { before: null, limit: 1 })
  return latest?.id
}

/** Lists the posts made from an idea, newest first. */
export async function listPostsOfIdea(
  db: Db,
  id: IdeaId,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<IdeaPost[]> {
  const { rows } = await sql<IdeaPost>`
    select id, status, left(content, 200) as content, created_at from post
    where idea_id = ${id} and deleted_at is null and (${before}::uuid is null or id < ${before})
    order by id desc limit ${limit}`.execute(db)
  return rows
}
