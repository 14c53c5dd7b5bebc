import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, PostTargetId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'

/** A published target whose turn it is to be looked at. */
export interface Watched {
  readonly targetId: PostTargetId
  readonly network: Network
  readonly mode: 'sandbox' | 'live'
  readonly remoteId: string
  readonly publishedAt: Date
  readonly misses: number
}

/**
 * Begins to watch what was published since a time on the given networks. Posts get their remote id up to three days
 * late on some networks, so this looks back further than its last run.
 */
export async function watchPublished(
  db: Db,
  asked: { readonly networks: readonly string[]; readonly since: Date; readonly firstLookAfterMs: number },
): Promise<void> {
  await sql`
    insert into metrics_watch (target_id, publication_id, account_id, network, remote_id, published_at, due_at)
    select t.id, p.id, p.account_id, p.network, p.remote_id, p.shown_at,
      p.shown_at + ${asked.firstLookAfterMs} * interval '1 ms'
    from publication p join post_target t on t.publication_id = p.id
    where p.status = 'published' and p.shown_at >= ${asked.since} and p.remote_id is not null
      and p.network = any(${[...asked.networks]}::text[])
      and not exists (select from metrics_watch w where w.target_id = t.id)
    on conflict (target_id) do nothing`.execute(db)
}

/** Lists accounts with due looks, up to `most`. */
export async function accountsWithDueLooks(db: Db, most: number): Promise<AccountId[]> {
  const { rows } = await sql<{ accountId: AccountId }>`
    select account_id from metrics_watch where due_at <= ph.now()
    group by account_id order by min(due_at) limit ${most}`.execute(db)
  return rows.map(({ accountId }) => accountId)
}

/** Takes due looks of an account. Nobody else takes them for `leaseMs`, so a process that dies only delays them. */
export async function claimLooks(
  db: Db,
  accountId: AccountId,
  { most, leaseMs }: { readonly most: number; readonly leaseMs: number },
): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    update metrics_watch w set due_at = ph.now() + ${leaseMs} * interval '1 ms'
    from (select target_id from metrics_watch where account_id = ${accountId} and due_at <= ph.now()
      order by due_at limit ${most} for no key update skip locked) due, account a
    where w.target_id = due.target_id and a.id = w.account_id
    returning w.target_id, w.network, a.mode, w.remote_id, w.published_at, w.misses`.execute(db)
  return rows
}

export interface LookNote {
  readonly targetId: PostTargetId
  readonly misses: number
  readonly dueAt: Date | null
}

/** Records what looks found, and when the next ones are due. */
export async function noteLooks(tx: Tx, notes: readonly LookNote[]): Promise<void> {
  await sql`
    update metrics_watch w set misses = x.misses, due_at = x."dueAt"
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as x("targetId" uuid, misses integer, "dueAt" timestamptz)
    where w.target_id = x."targetId"`.execute(tx)
}

/** Puts off all looks of an account that are due by a time. */
export async function postponeLooks(db: Db, accountId: AccountId, byMs: number): Promise<void> {
  await sql`
    update metrics_watch set due_at = ph.now() + ${byMs} * interval '1 ms'
    where account_id = ${accountId} and due_at < ph.now() + ${byMs} * interval '1 ms'`.execute(db)
}
