import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'

/**
 * Makes accounts of these networks, and their posts since a time, due now. Rows that are already due are left
 * unchanged.
 */
export async function makeDue(
  tx: Tx,
  { networks, since }: { readonly networks: readonly string[]; readonly since: Date },
): Promise<{ readonly accounts: number; readonly posts: number }> {
  const accounts = await sql`
    update metrics_account m set due_at = ph.now() from (
      select m.account_id from metrics_account m join account a on a.id = m.account_id
      where a.network = any(${[...networks]}::text[]) and a.disconnected_at is null and m.due_at > ph.now()
      order by m.account_id for update of m) mine
    where mine.account_id = m.account_id`.execute(tx)
  const posts = await sql`
    update metrics_watch w set due_at = ph.now() from (
      select target_id from metrics_watch
      where network = any(${[...networks]}::text[]) and published_at >= ${since} and due_at > ph.now()
      order by target_id for update) young
    where young.target_id = w.target_id`.execute(tx)
  return { accounts: Number(accounts.numAffectedRows ?? 0n), posts: Number(posts.numAffectedRows ?? 0n) }
}
