import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import { addPosts } from './posts.ts'
import { rollUpPublished } from './roll-ups.ts'

interface WatchRequest {
  /** The networks that are queried about their posts. Posts of other networks count, without metrics. */
  readonly requested: readonly string[]
  readonly since: Date
  readonly firstLookAfterMs: number
}

/** Starts watching connected accounts that are not watched yet. */
export async function watchAccounts(tx: Tx): Promise<void> {
  await sql`
    insert into metrics_account (account_id, due_at)
    select a.id, ph.now() from account a
    where a.disconnected_at is null and not exists (select from metrics_account m where m.account_id = a.id)
    order by a.id on conflict (account_id) do nothing`.execute(tx)
}

/**
 * Starts watching what was published since a time. On some networks posts get their remote ID up to three days late, so
 * this looks further back than its last run. Returns the number of new rows.
 */
export async function watchPublished(tx: Tx, { requested, since, firstLookAfterMs }: WatchRequest): Promise<number> {
  const { rows: found } = await sql<{ accountId: AccountId }>`
    select distinct p.account_id from publication p join post_target t on t.publication_id = p.id
    where p.status = 'published' and p.shown_at >= ${since} and p.remote_id is not null
      and not exists (select from metrics_watch w where w.target_id = t.id)`.execute(tx)
  if (found.length === 0) return 0
  const accounts = found.map(({ accountId }) => accountId)
  await lockAccounts(tx, accounts)
  const { rows } = await sql<{ targetId: string; accountId: AccountId; publishedAt: Date }>`
    insert into metrics_watch (target_id, publication_id, account_id, network, remote_id, published_at, due_at)
    select t.id, p.id, p.account_id, p.network, p.remote_id, p.shown_at,
      case when p.network = any(${[...requested]}::text[]) then p.shown_at + ${firstLookAfterMs} * interval '1 ms' end
    from publication p join post_target t on t.publication_id = p.id
    where p.status = 'published' and p.shown_at >= ${since} and p.remote_id is not null
      and p.account_id = any(${accounts}::uuid[])
    on conflict (target_id) do nothing
    returning target_id, account_id, published_at`.execute(tx)
  await addPosts(
    tx,
    rows.map(({ targetId }) => targetId),
  )
  await rollUpPublished(tx, rows)
  return rows.length
}

/** Locks accounts against other writers of their metrics, in the order of their IDs. Adds missing ones. */
async function lockAccounts(tx: Tx, ids: readonly AccountId[]): Promise<void> {
  await sql`insert into metrics_account (account_id, due_at)
    select id, ph.now() from account where id = any(${[...ids]}::uuid[]) order by id
    on conflict (account_id) do nothing`.execute(tx)
  await sql`select from metrics_account where account_id = any(${[...ids]}::uuid[])
    order by account_id for no key update`.execute(tx)
}
