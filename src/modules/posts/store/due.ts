import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { PostRow } from './posts.ts'

/** Those whose time has come; they are locked, and what another has locked is left to that one. */
export async function takeDue(tx: Tx, most: number): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`/* hot: due-posts */
    select post.* from post join profile on profile.id = post.profile_id and profile.deleted_at is null
    where post.status = 'scheduled' and post.deleted_at is null and post.scheduled_at <= ph.now()
    order by post.scheduled_at limit ${most} for no key update of post skip locked`.execute(tx)
  return rows
}
