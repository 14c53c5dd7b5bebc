import { sql } from 'kysely'
import { allOf } from '#infra/db/all-of.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import type { PostRow } from './posts.ts'

/** A post that was created from another for a further profile. */
interface Descendant {
  readonly id: PostId
  readonly profileId: ProfileId
  readonly isInTrash: boolean
}

/** Lists the posts that were created from a root post for other profiles, at any depth. */
export async function listDescendants(tx: Tx, rootId: PostId): Promise<Descendant[]> {
  const { rows } = await sql<Descendant>`
    select id, profile_id, deleted_at is not null as is_in_trash from post
    where root_post_id = ${rootId} order by id`.execute(tx)
  return rows
}

/** Lists the live posts below a post, in the order of their IDs. */
export async function listChildren(tx: Tx, id: PostId): Promise<PostId[]> {
  const { rows } = await sql<{ id: PostId }>`
    with recursive below(id) as (
      select id from post where parent_id = ${id}
      union
      select post.id from below join post on post.parent_id = below.id)
    select post.id from below join post on post.id = below.id
    where post.deleted_at is null order by post.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Records that a post now has children. */
export async function noteMaster(tx: Tx, id: PostId): Promise<void> {
  await sql`update post set kind = 'master', version = version + 1 where id = ${id} and kind = 'single'`.execute(tx)
}

/** Lists the clones of a recycled post, newest first, without those in the trash. */
export async function listClones(db: Db, id: PostId, most: number): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${allOf('post', 'post')} from post where recycled_from_id = ${id} and deleted_at is null order by id desc limit ${most}`.execute(
    db,
  )
  return rows
}

/** Lists which of the posts are to be recycled. Every published post is looked up, so this is planned once. */
export async function listRecycled(db: Db, ids: readonly PostId[]): Promise<PostRow[]> {
  const { rows } = await prepared('recycled-posts')<PostRow>`
    select ${allOf('post', 'post')} from post where id = any(${[...ids]}::uuid[]) and recycle is not null`.execute(db)
  return rows
}
