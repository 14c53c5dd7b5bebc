import { sql } from 'kysely'
import type { JsonObject } from '#connectors/connector.ts'
import { type Claim, type ClaimOptions, createClaim, type Lane, leaseEnd } from '#infra/claim/index.ts'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { AccountId, PostTargetId, ProfileId, UserId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

/** Returns the claim whose lanes are accounts. A lane is due when the account or one of its posts is due to be read. */
export const createAccountClaim = (holder: string, onlyIf?: ClaimOptions['onlyIf']): Claim =>
  createClaim({
    lanes: { table: 'metrics_account', key: 'account_id', notBefore: ['parked_until'] },
    due: { table: 'metrics_account', lane: 'account_id', dueAt: 'next_look_at' },
    holder,
    onlyIf,
  })

/** An account to read. */
export interface AccountAtHand {
  readonly id: AccountId
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly handle: string
  readonly network: Network
  readonly mode: Mode
  readonly remoteId: string
  readonly facts: JsonObject
  readonly failures: number
  /** True if the account itself is due. */
  readonly isDue: boolean
}

export async function readAccountAtHand(db: Db, id: string): Promise<AccountAtHand | undefined> {
  const { rows } = await sql<AccountAtHand>`
    select a.id, a.owner_uid, a.profile_id, a.handle, a.network, a.mode, r.remote_id, a.facts, m.failures, m.due_at <= ph.now() as is_due
    from metrics_account m join account a on a.id = m.account_id join remote_account r on r.id = a.remote_account_id
    where m.account_id = ${id}`.execute(db)
  return rows[0]
}

/** A published target that is due to be read. */
export interface DueLook {
  readonly targetId: PostTargetId
  readonly remoteId: string
  readonly publishedAt: Date
  readonly misses: number
  /** False if its post was permanently deleted here. */
  readonly hasPost: boolean
}

/**
 * Lists the readings of an account that are due by a time, longest overdue first. The account is leased, so no one else
 * works on them.
 */
export async function listDueLooks(
  db: Db,
  accountId: AccountId,
  { by, most }: { readonly by: Date; readonly most: number },
): Promise<DueLook[]> {
  const { rows } = await sql<DueLook>`
    select w.target_id, w.remote_id, w.published_at, w.misses, t.id is not null as has_post
    from metrics_watch w left join post_target t on t.id = w.target_id
    where w.account_id = ${accountId} and w.due_at <= ${by} order by w.due_at limit ${most}`.execute(db)
  return rows
}

/** Lists the latest targets of an account that are still being read. */
export async function listLatestLooks(db: Db, accountId: AccountId, most: number): Promise<DueLook[]> {
  const { rows } = await sql<DueLook>`
    select w.target_id, w.remote_id, w.published_at, w.misses, true as has_post
    from metrics_watch w join post_target t on t.id = w.target_id
    where w.account_id = ${accountId} and w.due_at is not null order by w.published_at desc limit ${most}`.execute(db)
  return rows
}

export interface LookNote {
  readonly targetId: PostTargetId
  readonly misses: number
  readonly dueAt: Date | null
}

/** Records readings without metrics, and when the next ones are due. */
export async function noteLooks(tx: Tx, notes: readonly LookNote[]): Promise<void> {
  if (notes.length === 0) return
  await sql`
    update metrics_watch w set misses = x.misses, due_at = x."dueAt"
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as x("targetId" uuid, misses integer, "dueAt" timestamptz)
    where w.target_id = x."targetId"`.execute(tx)
}

/**
 * Records when the next reading of an account is due. The lock comes first, in a separate statement: readings that
 * others add are either seen by the second statement, or move the time forward after it.
 */
export const noteNextLook = (db: Db, accountId: string): Promise<void> =>
  inTx(db, async (tx) => {
    await sql`select from metrics_account where account_id = ${accountId} for no key update`.execute(tx)
    await sql`
      update metrics_account m set next_look_at = greatest(m.parked_until, least(m.due_at,
        (select min(due_at) from metrics_watch w where w.account_id = m.account_id and w.due_at is not null)))
      where m.account_id = ${accountId}`.execute(tx)
  })

/** Suspends an account until a time. `failures` counts the consecutive failures to query its network. */
export async function parkAccount(
  db: Db,
  accountId: string,
  { until, failures }: { readonly until: Date; readonly failures: number },
): Promise<void> {
  await sql`update metrics_account set parked_until = ${until}, failures = ${failures},
      next_look_at = greatest(next_look_at, ${until})
    where account_id = ${accountId}`.execute(db)
}

/** Leases the available accounts among these, for a refresh. */
export async function leaseAccounts(
  db: Db,
  ids: readonly AccountId[],
  { holder, leaseMs }: { readonly holder: string; readonly leaseMs: number },
): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    with free as (select f.account_id from metrics_account f where f.account_id = any(${[...ids]}::uuid[])
      and ${leaseEnd('f')} <= ph.now() and f.parked_until <= ph.now() order by f.account_id for no key update skip locked)
    update metrics_account m set lease_until = ph.now() + ${leaseMs} * interval '1 ms', holder = ${holder},
      fence = m.fence + 1
    from free where m.account_id = free.account_id
    returning m.account_id as id, null::text as "group", m.fence, m.lease_until`.execute(db)
  return rows
}

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
