import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, PostId, PostTargetId } from '#kernel/ids.ts'

interface Asked {
  readonly accountId: AccountId
  readonly digest: string
  readonly days: number
}

export interface SamePost {
  /** Place in the list of the question, from 1. */
  readonly place: number
  readonly postId: PostId
  readonly at: Date
  /** `unknown`: the network may have published it. */
  readonly state: 'planned' | 'published' | 'unknown'
}

interface Options {
  /** The posts that are asked for, which do not count. */
  readonly own: readonly PostId[]
  /** True in a transaction that arms the posts: then no other one can arm the same post until it ends. */
  readonly locks: boolean
}

/** Finds the latest other post that publishes the same on an account, for one target or for hundreds in one statement. */
export async function findSamePosts(db: Db, asked: readonly Asked[], { own, locks }: Options): Promise<SamePost[]> {
  if (asked.length === 0) return []
  const accounts = asked.map(({ accountId }) => accountId)
  const digests = asked.map(({ digest }) => digest)
  const days = asked.map((one) => one.days)
  const { rows } = await sql<SamePost>`/* hot: same-posts */
    select place::int, other as "postId", at, state
    from ph.same_posts(${accounts}::uuid[], ${digests}::text[]::bytea[], ${days}::int[], ${[...own]}::uuid[], ${locks})`.execute(
    db,
  )
  return rows
}

export async function noteDigests(
  tx: Tx,
  rows: readonly { readonly id: PostTargetId; readonly digest: string | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update post_target t set digest = x.digest from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, digest bytea)
    where t.id = x.id`.execute(tx)
}
