import { sql } from 'kysely'
import type { Outgoing } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { RowStatus } from '../state.ts'

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
  const { rows } = await sql<PublicationRow & { partsShown: number; partsTotal: number }>`
    select distinct on (p.target_id) p.target_id, p.id as publication_id, p.status, p.attempts,
      case when coalesce(p.held_until, p.due_at) > ph.now() then coalesce(p.held_until, p.due_at) end as next_attempt_at, p.remote_id, p.url, p.shown_at as published_at,
      p.error_code, p.error, p.raw_error, p.retryable, p.held_why, p.warnings, p.parts_shown, p.parts_total
    from publication p where p.target_id = any(${[...targetIds]}::uuid[])
    order by p.target_id, p.id desc`.execute(db)
  return rows.map(({ partsShown, partsTotal, ...row }) => ({ ...row, parts: { shown: partsShown, total: partsTotal } }))
}

/** Finds publications whose latest time passed before they began. */
export async function findExpired(db: Db, most: number): Promise<{ id: string; targetId: string }[]> {
  const { rows } = await sql<{ id: string; targetId: string }>`
    select p.id, p.target_id from publication p
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
