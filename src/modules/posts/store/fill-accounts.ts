import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { PostId } from '#kernel/ids.ts'

/**
 * Gives targets without an account the default one of their platform, if it exists and the post does not use it
 * already.
 */
export async function fillAccounts(tx: Tx, ids: readonly PostId[]): Promise<void> {
  await sql`
    update post_target t set account_id = a.id
    from post, account a
    where t.post_id = any(${[...ids]}::uuid[]) and t.account_id is null and post.id = t.post_id
      and a.profile_id = post.profile_id and a.network = t.network and a.is_default and a.disconnected_at is null
      and not exists (select from post_target o where o.post_id = t.post_id and o.account_id = a.id)`.execute(tx)
}
