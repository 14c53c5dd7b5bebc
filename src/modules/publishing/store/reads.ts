import { sql } from 'kysely'
import type { Outgoing } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { Publication } from '../publication.ts'
import type { RowStatus } from '../state.ts'
import { isMissed, isParkOf } from './lanes.ts'

/** The state of an enqueued target that users see. */
export interface PublicationRow {
  readonly targetId: string
  readonly publicationId: string
  readonly status: RowStatus
  readonly attempts: number
  /** The time of the next action. Null while a step runs and after the end. */
  readonly nextAttemptAt: Date | null
  readonly remoteId: string | null
  readonly url: string | null
  /** The time at which the first part became visible. */
  readonly publishedAt: Date | null
  readonly errorCode: string | null
  readonly error: string | null
  readonly rawError: string | null
  readonly retryable: boolean
  readonly heldWhy: string | null
  readonly warnings: readonly string[]
  readonly parts: { readonly shown: number; readonly total: number }
}

/**
 * Reads the latest publication of each target, which determines its status. Targets that were never enqueued are left
 * out.
 */
export async function rowsOf(db: Db, targetIds: readonly string[]): Promise<PublicationRow[]> {
  if (targetIds.length === 0) return []
  const { rows } = await sql<Omit<PublicationRow, 'parts'> & { partsShown: number; partsTotal: number }>`
    select distinct on (p.target_id) p.target_id, p.id as publication_id, p.status, p.attempts,
      case when coalesce(p.held_until, p.due_at) > ph.now() then coalesce(p.held_until, p.due_at) end as next_attempt_at, p.remote_id, p.url, p.shown_at as published_at,
      p.error_code, p.error, p.raw_error, p.retryable, p.held_why, p.warnings, p.parts_shown, p.parts_total
    from publication p where p.target_id = any(${[...targetIds]}::uuid[])
    order by p.target_id, p.id desc`.execute(db)
  return rows.map(({ partsShown, partsTotal, ...row }) => ({ ...row, parts: { shown: partsShown, total: partsTotal } }))
}

/** Finds publications that had not begun by their latest time. */
export async function findExpired(db: Db, most: number): Promise<{ id: string; targetId: string; format: string }[]> {
  const { rows } = await sql<{ id: string; targetId: string; format: string }>`
    select p.id, p.target_id, p.format from publication p
    where p.status in ('queued', 'held') and p.latest_at <= ph.now() and p.begun_first is null and p.parts_shown = 0
    order by p.latest_at limit ${most}`.execute(db)
  return rows
}

/** The parts of a publication that are public. */
export interface ShownParts {
  readonly publicationId: string
  readonly accountId: AccountId
  readonly network: Network
  readonly mode: Mode
  readonly snapshot: Outgoing
  /** The parts, in order. `remoteId` is null if the network has not returned the post's ID. */
  readonly parts: readonly { readonly part: number; readonly remoteId: string | null }[]
}

export async function readShownParts(db: Db, publicationId: string): Promise<ShownParts | undefined> {
  const { rows } = await sql<ShownParts>`
    select p.id as publication_id, p.account_id, p.network, r.mode, p.snapshot, coalesce(s.parts, '[]') as parts
    from publication p join remote_account r on r.id = p.remote_account_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('part', part, 'remoteId', remote_id) order by part) as parts
      from publication_part where publication_id = p.id) s on true
    where p.id = ${publicationId}::uuid`.execute(db)
  return rows[0]
}

/** A due publication that, according to the database, was not sent at all. */
export interface DueUnsent {
  readonly id: string
  readonly targetId: string
  readonly format: string
  readonly accountId: AccountId
  readonly remoteAccountId: string
  readonly network: Network
  readonly mode: Mode
  readonly snapshot: Outgoing
}

export async function findDueUnsent(
  db: Db,
  { includesHeld }: { readonly includesHeld: boolean },
): Promise<readonly DueUnsent[]> {
  const { rows } = await sql<DueUnsent>`
    select p.id, p.target_id, p.format, p.account_id, p.remote_account_id, p.network, r.mode, p.snapshot
    from publication p join remote_account r on r.id = p.remote_account_id
    where p.wanted_at <= ph.now() and case when ${includesHeld} then p.status in ('queued', 'held')
      else (p.status = 'queued' and p.due_at <= ph.now()) or (p.status = 'held' and p.held_until <= ph.now()) end
      and p.begun_first is null and not p.accepted and p.parts_shown = 0
    order by p.wanted_at, p.id`.execute(db)
  return rows
}

/** A visible call to a network. It is begun before it is made, and ended when its outcome is known. */
interface CallRow {
  readonly publicationId: Publication['id']
  readonly step: string
  readonly part: number
  readonly begunAt: Date
  readonly endedAt: Date | null
  readonly outcome: string | null
  readonly httpStatus: number | null
}

export type WalkedRow = Pick<
  Publication,
  'id' | 'targetId' | 'accountId' | 'network' | 'status' | 'step' | 'trail' | 'snapshot' | 'doubt'
>

export const readWalked = (db: Db, ids: readonly string[]): Promise<WalkedRow[]> =>
  sql<WalkedRow>`select id, target_id, account_id, network, status, step, trail, snapshot, doubt
    from publication where id = any(${[...ids]}::uuid[])`
    .execute(db)
    .then(({ rows }) => rows)

export const readCalls = (db: Db, ids: readonly string[]): Promise<CallRow[]> =>
  sql<CallRow>`select publication_id, step, part, begun_at, ended_at, outcome, http_status
    from publication_call where publication_id = any(${[...ids]}::uuid[]) order by publication_id, id`
    .execute(db)
    .then(({ rows }) => rows)

/** Facts that can make a publication wait while no process works on it. */
export interface WaitFacts
  extends Pick<Publication, 'id' | 'status' | 'dueAt' | 'wantedAt' | 'begunFirst' | 'error' | 'errorCode'> {
  readonly isDue: boolean
  readonly isMissed: boolean
  readonly networkUntil: Date | null
  readonly networkWhy: string | null
  readonly networkCode: string | null
  /** The operator's reason for pausing the network. */
  readonly pauseReason: string | null
  readonly accountUntil: Date | null
  readonly accountWhy: string | null
  readonly accountCode: string | null
  /** True if a publication of the same account is due that was scheduled earlier. */
  readonly hasEarlier: boolean
}

export async function waitFacts(db: Db, ids: readonly string[]): Promise<WaitFacts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<WaitFacts>`
    select p.id, p.status, p.due_at, p.wanted_at, p.begun_first, p.error, p.error_code, p.due_at <= ph.now() as is_due,
      coalesce(${isMissed}, false) as is_missed,
      (select z.reason from publishing_pause z where z.network = p.network) as pause_reason,
      k.until as network_until, k.why as network_why, k.why_code as network_code,
      case when l.parked_until > ph.now() then l.parked_until end as account_until,
      case when l.parked_until > ph.now() then l.park_why end as account_why,
      case when l.parked_until > ph.now() then l.park_why_code end as account_code,
      exists (select from publication o where o.remote_account_id = p.remote_account_id and o.due_at <= ph.now()
        and (o.wanted_at, o.ordinal) < (p.wanted_at, p.ordinal)) as has_earlier
    from publication p join remote_account l on l.id = p.remote_account_id
    left join lateral (select k.until, k.why, k.why_code from park k where ${isParkOf} and k.until > ph.now()
      order by k.until desc limit 1) k on true
    left join engine_presence e on true
    where p.id = any(${[...ids]}::uuid[]) and p.due_at is not null and p.taken_fence is null`.execute(db)
  return rows
}
