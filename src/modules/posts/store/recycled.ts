import { sql } from 'kysely'
import { allOf } from '#infra/db/all-of.ts'
import type { Db } from '#infra/db/client.ts'
import type { PostId } from '#kernel/ids.ts'
import type { PostRow } from './posts.ts'

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
  const { rows } = await sql<PostRow>`/* hot: recycled-posts */
    select ${allOf('post', 'post')} from post where id = any(${[...ids]}::uuid[]) and recycle is not null`.execute(db)
  return rows
}
