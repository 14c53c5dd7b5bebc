import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import type { PostStatus } from '../state.ts'

export interface Count {
  /** Null for the total over all networks. */
  readonly network: Network | null
  readonly status: PostStatus
  readonly posts: number
}

export async function countPosts(db: Db, profileIds: readonly ProfileId[]): Promise<Count[]> {
  const within = sql`post.profile_id = any(${[...profileIds]}::uuid[]) and post.deleted_at is null`
  const { rows } = await sql<Count>`
    select null as network, post.status, count(*) as posts from post where ${within} group by post.status
    union all
    select t.network, post.status, count(distinct post.id) as posts
    from post join post_target t on t.post_id = post.id where ${within} group by t.network, post.status`.execute(db)
  return rows
}
