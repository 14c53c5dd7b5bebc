import { type Selectable, sql, type Updateable } from 'kysely'
import type { JsonObject } from '#connectors/connector.ts'
import { allOf } from '#infra/db/all-of.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { PostTable } from '#infra/db/tables.ts'
import type { PostId, UserId } from '#kernel/ids.ts'
import type { ProfileRole } from '#kernel/rights.ts'
import type { Mention } from '#rules/mentions.ts'
import type { Network } from '#rules/network-names.ts'
import type { Confirmed, PostMedia, RecycleConfig, ThreadPart } from '../content.ts'
import type { Intent, PostStatus } from '../state.ts'

interface PostJson {
  readonly thread: readonly ThreadPart[]
  readonly media: readonly PostMedia[]
  readonly mentions: readonly Mention[]
  readonly settings: Readonly<Partial<Record<Network, JsonObject>>>
  readonly metadata: Readonly<Record<string, string>>
  readonly confirmedWarnings: Confirmed
  readonly recycle: RecycleConfig | null
}

/** The row, with the shapes of its JSON columns. */
export type PostRow = Omit<Selectable<PostTable>, keyof PostJson> & PostJson

/** A post as one user sees it. `role` is null if the user has no access. */
export type SeenPost = PostRow & {
  readonly role: ProfileRole | null
  readonly profileTimezone: string | null
  readonly profileReadOnly: boolean
  readonly profileRequiredPlan: string | null
  readonly profileSamePostDays: number
}

export type PostChanges = Omit<Updateable<PostTable>, keyof PostJson> & Partial<PostJson>

const jsonColumns: Readonly<Record<keyof PostJson, true>> = {
  thread: true,
  media: true,
  mentions: true,
  settings: true,
  metadata: true,
  confirmedWarnings: true,
  recycle: true,
}

/** Converts JSON columns to text, since `pg` would send a list as a PostgreSQL array. */
const withJson = (changes: PostChanges): Updateable<PostTable> =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      name in jsonColumns && value !== null ? JSON.stringify(value) : value,
    ]),
  )

/**
 * Reads a post of a live profile. With `lock`, the row stays locked until the transaction ends: every move of a post
 * locks it first. Hot query: plain SQL that is prepared once.
 */
export async function findSeenPost(db: Db, uid: UserId, id: PostId, lock: boolean): Promise<SeenPost | undefined> {
  const { rows } = await prepared(lock ? 'post-by-id-locked' : 'post-by-id')<SeenPost>`
    ${selectSeen(uid)} where post.id = ${id} ${lock ? forUpdate : nothing}`.execute(db)
  return rows[0]
}

export const findProgress = (db: Db, id: PostId): Promise<Pick<PostRow, 'status' | 'scheduledAt'> | undefined> =>
  db.selectFrom('post').select(['post.status', 'post.scheduledAt']).where('post.id', '=', id).executeTakeFirst()

/** Finds the owners and profiles of posts, including posts in the trash. */
export async function findPlaces(
  db: Db,
  ids: readonly PostId[],
): Promise<ReadonlyMap<PostId, Pick<PostRow, 'ownerUid' | 'profileId'>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await prepared('post-places')<Pick<PostRow, 'id' | 'ownerUid' | 'profileId'>>`
    select id, owner_uid, profile_id from post where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** Selects posts of live profiles as one user sees them. */
export const selectSeen = (uid: UserId) => sql`
    select ${allOf('post', 'post')}, profile.timezone as profile_timezone, profile.read_only as profile_read_only,
      profile.required_plan as profile_required_plan, profile.same_post_days as profile_same_post_days,
      case when profile.owner_uid = ${uid} then 'owner' else member.role end as role
    from post join profile on profile.id = post.profile_id and profile.deleted_at is null
    left join profile_member member on member.profile_id = profile.id and member.uid = ${uid}`

const forUpdate = sql`for no key update of post`
const nothing = sql``

export async function updatePost(tx: Tx, id: PostId, changes: PostChanges): Promise<PostRow> {
  return (await tx
    .updateTable('post')
    .set(withJson(changes))
    .where('post.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as PostRow
}

export async function listPostsByIds(db: Db, ids: readonly PostId[]): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${allOf('post', 'post')} from post where id = any(${[...ids]}::uuid[]) order by id`.execute(db)
  return rows
}

/** Locks posts in ID order, like all other code. Their profiles may be in the trash. */
export async function lockPosts(tx: Tx, ids: readonly PostId[]): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${allOf('post', 'post')} from post where id = any(${[...ids]}::uuid[]) order by id for no key update`.execute(
    tx,
  )
  return rows
}

export async function lockPost(tx: Tx, id: PostId): Promise<PostRow> {
  const [post] = await lockPosts(tx, [id])
  if (!post) throw new Error('the caller has read this post')
  return post
}

/** Locks the posts that these targets belong to, in the order of their IDs. */
export async function lockPostsOfTargets(tx: Tx, targetIds: readonly string[]): Promise<PostRow[]> {
  const { rows } = await prepared('posts-of-targets-locked')<PostRow>`
    select ${allOf('post', 'post')} from post where id in (select post_id from post_target where id = any(${[...targetIds]}::uuid[]))
    order by id for no key update`.execute(tx)
  return rows
}

export async function readUserTimezone(db: Db, uid: UserId): Promise<string> {
  const row = await db.selectFrom('appUser').select('appUser.timezone').where('appUser.id', '=', uid).executeTakeFirst()
  return row?.timezone ?? 'UTC'
}

/** Deletes all posts of an erased user, and the uses of that user's files in other users' posts. */
export async function erasePosts(tx: Tx, ownerUid: UserId): Promise<void> {
  await sql`delete from post where owner_uid = ${ownerUid}`.execute(tx)
  await sql`delete from media_use where media_id in (select id from media where owner_uid = ${ownerUid})`.execute(tx)
}

/** The columns of a post that follow from its targets. */
export interface StatusNote {
  readonly id: PostId
  readonly intent: Intent
  readonly saveAsDraft: boolean
  readonly round: number
  readonly status: PostStatus
  readonly statusSince: Date
  readonly publishedAt: Date | null
  readonly toldRound: number
}

/** Stores any number of statuses in one statement. */
export async function noteStatuses(tx: Tx, notes: readonly StatusNote[], now: Date): Promise<void> {
  if (notes.length === 0) return
  await prepared('note-statuses')`
    update post set intent = x.intent, save_as_draft = x."saveAsDraft", round = x.round, status = x.status,
      status_since = x."statusSince", published_at = x."publishedAt", told_round = x."toldRound", updated_at = ${now},
      version = post.version + 1
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as x(id uuid, intent text, "saveAsDraft" boolean,
      round integer, status text, "statusSince" timestamptz, "publishedAt" timestamptz, "toldRound" integer)
    where post.id = x.id`.execute(tx)
}
