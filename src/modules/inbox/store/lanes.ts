import { sql } from 'kysely'
import type { JsonObject } from '#connectors/connector.ts'
import { type Claim, type ClaimOptions, createClaim } from '#infra/claim/index.ts'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { AccountId, ProfileId, UserId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

/** Returns the claim whose lanes are the accounts that are read. */
export const createInboxClaim = (holder: string, onlyIf?: ClaimOptions['onlyIf']): Claim =>
  createClaim({
    lanes: { table: 'inbox_account', key: 'account_id', notBefore: ['parked_until'] },
    due: { table: 'inbox_account', lane: 'account_id', dueAt: 'next_look_at' },
    holder,
    onlyIf,
  })

/** An account to read. */
export interface ReadAccount {
  readonly id: AccountId
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly network: Network
  readonly mode: Mode
  readonly remoteId: string
  readonly handle: string
  readonly remoteAccountId: string
  readonly isActive: boolean
  readonly scopes: readonly string[]
  readonly dueAt: string
  readonly begunAt: Date
  readonly place: JsonObject | null
  readonly emptyLooks: number
  readonly failures: number
}

export async function readAccountToRead(db: Db, id: string): Promise<ReadAccount | undefined> {
  const { rows } = await sql<ReadAccount>`
    select a.id, a.owner_uid, a.profile_id, a.network, a.mode, a.handle, r.remote_id, r.id as remote_account_id, a.status = 'active' as is_active,
      g.scopes, i.next_look_at::text as due_at, i.begun_at, i.place, i.empty_looks, i.failures
    from inbox_account i join account a on a.id = i.account_id join remote_account r on r.id = a.remote_account_id
      join network_grant g on g.id = a.grant_id
    where i.account_id = ${id} and i.is_on`.execute(db)
  return rows[0]
}

/** True if the account has published something from here since a time. */
export async function hasPostSince(db: Db, remoteAccountId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from publication_part where remote_account_id = ${remoteAccountId} and remote_id is not null
      and shown_at > ${since}) as has`.execute(db)
  return rows[0]?.has ?? false
}

interface LookNote {
  readonly place: JsonObject
  readonly emptyLooks: number
  /** Null if there is more to read now. */
  readonly nextLookAt: Date | null
  /** The due time of this look. If it has changed in the meantime, a network has reported comments. */
  readonly dueAt: string
  readonly at: Date
}

/** Records how far an account has been read. */
export const notePlace = (tx: Tx, id: AccountId, { place, emptyLooks, nextLookAt, dueAt, at }: LookNote) =>
  sql`
  update inbox_account set place = ${JSON.stringify(place)}::jsonb, empty_looks = ${emptyLooks}, failures = 0, problem = null,
    read_at = ${at}, next_look_at = case when not is_on then null
      when ${nextLookAt}::timestamptz is null then next_look_at
      when next_look_at is distinct from ${dueAt}::timestamptz then least(next_look_at, ${nextLookAt})
      else ${nextLookAt} end
  where account_id = ${id}`.execute(tx)

export interface LookProblem {
  readonly code: 'reconnect' | 'scope_missing' | 'refused' | 'unreachable' | 'quota_used_up' | 'budget_used_up'
  readonly message: string
}

/** Suspends an account until a time. `failures` counts the consecutive failures to read its network. */
export const parkReading = (
  db: Db,
  id: string,
  { until, failures, problem }: { until: Date; failures: number; problem: LookProblem | null },
): Promise<void> =>
  inTx(db, async (tx) => {
    await sql`update inbox_account set parked_until = ${until}, failures = ${failures},
      problem = ${problem === null ? null : JSON.stringify(problem)}::jsonb,
      next_look_at = case when is_on then greatest(next_look_at, ${until}) end
    where account_id = ${id}`.execute(tx)
  })

/** Turns the reading of an account on or off. What was read stays. */
export const setReading = (tx: Tx, id: AccountId, isOn: boolean, at: Date) =>
  sql`
  insert into inbox_account as i (account_id, is_on, begun_at, next_look_at)
  values (${id}, ${isOn}, ${at}, case when ${isOn}::boolean then ${at}::timestamptz end)
  on conflict (account_id) do update set is_on = ${isOn}, empty_looks = 0, failures = 0, problem = null,
    next_look_at = case when ${isOn}::boolean then coalesce(i.next_look_at, ${at}) end, parked_until = '-infinity'`.execute(
    tx,
  )

/**
 * Makes an account due now, unless it was read since the given time. Returns false if it was, or is not read at all. An
 * account that waits for its owner is tried again; a network that failed is not.
 */
export async function lookNow(tx: Tx, id: AccountId, now: Date, since: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update inbox_account set next_look_at = ${now}, empty_looks = 0,
      parked_until = case when failures = 0 then '-infinity' else parked_until end
    where account_id = ${id} and is_on and (read_at is null or read_at < ${since})`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Accounts by the IDs of their network. */
export interface TalkedTo {
  readonly network: Network
  readonly mode: Mode
  readonly remoteIds: readonly string[]
}

/**
 * Makes accounts due as soon as their last look is old enough. One that is being read, which may have passed what is new,
 * is read again.
 */
export const lookSoon = (
  db: Db,
  { network, mode, remoteIds }: TalkedTo,
  { now, leastGapMs }: { readonly now: Date; readonly leastGapMs: number },
): Promise<void> =>
  inTx(db, async (tx) => {
    await sql`
    with due as (
      select i.account_id from inbox_account i join account a on a.id = i.account_id
        join remote_account r on r.id = a.remote_account_id
      where a.network = ${network} and a.mode = ${mode} and r.remote_id = any(${[...remoteIds]}::text[]) and i.is_on
      order by i.account_id for update of i),
    soon as (
      select d.account_id, greatest(${now}::timestamptz, i.read_at + ${leastGapMs} * interval '1 ms') as at
      from due d join inbox_account i on i.account_id = d.account_id)
    update inbox_account i set empty_looks = 0,
      next_look_at = case when i.holder is null then least(i.next_look_at, due.at) else due.at end
    from soon due where i.account_id = due.account_id`.execute(tx)
  })

export interface ReadingRow {
  readonly accountId: AccountId
  readonly isOn: boolean
  readonly readAt: Date | null
  readonly problem: LookProblem | null
}

export async function listReadings(db: Db, profileId: ProfileId): Promise<ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`
    select i.account_id, i.is_on, i.read_at, i.problem from inbox_account i join account a on a.id = i.account_id
    where a.profile_id = ${profileId}`.execute(db)
  return rows
}
