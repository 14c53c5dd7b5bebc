import { sql } from 'kysely'
import type { Outgoing } from '#connectors/connector.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Network } from '#rules/network-names.ts'

/** Writes by code other than the holder of the lane. Each statement's own condition checks whether it applies. */
const live = sql`p.status in ('queued', 'publishing', 'processing', 'held')`
const inFlight = sql`(p.begun_first is not null or p.accepted or p.parts_shown > 0)`

export async function cancelNotBegun(tx: Tx, targetIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ targetId: string }>`
    update publication p set status = 'cancelled', due_at = null, taken_fence = null, held_why = null,
      held_until = null, error_code = null, error = null, raw_error = null, retryable = false, finished_at = ph.now()
    where p.target_id = any(${[...targetIds]}::uuid[]) and ${live} and not ${inFlight}
    returning p.target_id`.execute(tx)
  return rows.map((row) => row.targetId)
}

/** Fails those that have not begun. Returns their IDs. */
export async function endNotBegun(
  tx: Tx,
  targetIds: readonly string[],
  { code, error }: { readonly code: string; readonly error: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update publication p set status = 'failed', due_at = null, taken_fence = null, held_why = null, held_until = null,
      error_code = ${code}, error = ${error}, raw_error = null, retryable = false, finished_at = ph.now(),
      revision = revision + 1
    where p.target_id = any(${[...targetIds]}::uuid[]) and ${live} and not ${inFlight} returning p.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Asks active publications to stop. One in doubt no longer waits for its next attempt, because only `find` is left to
 * do.
 */
export async function askToCancel(tx: Tx, targetIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ targetId: string }>`
    update publication p set cancel_asked_at = coalesce(p.cancel_asked_at, ph.now()),
      due_at = case when p.begun_first is not null and p.due_at > ph.now() then ph.now() else p.due_at end
    where p.target_id = any(${[...targetIds]}::uuid[]) and ${live}
    returning p.target_id`.execute(tx)
  return rows.map((row) => row.targetId)
}

export async function makeDue(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update publication p set due_at = ph.now()
    where p.id = any(${[...ids]}::uuid[]) and p.status = 'queued' and p.due_at > ph.now()
    returning p.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Makes publications due that wait for the network itself. One in doubt keeps the time from which a find counts. */
export async function makeDueByHandle(db: Db, network: Network, handles: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update publication p set due_at = ph.now()
    where p.network = ${network} and p.handle = any(${[...handles]}::text[])
      and p.status = 'processing' and p.due_at > ph.now()`.execute(db)
  return Number(numAffectedRows ?? 0)
}

interface Reason {
  readonly why: string
  readonly code: string
  readonly error: string
}

export async function holdQueued(tx: Tx, ids: readonly string[], { why, code, error }: Reason): Promise<void> {
  if (ids.length === 0) return
  await sql`update publication set status = 'held', held_why = ${why}, error_code = ${code}, error = ${error},
      due_at = null, revision = revision + 1
    where id = any(${[...ids]}::uuid[]) and status = 'queued'`.execute(tx)
}

export async function readHeld(
  tx: Tx,
  ids: readonly string[],
  why: string,
): Promise<{ readonly id: string; readonly network: Network; readonly snapshot: Outgoing }[]> {
  const { rows } = await sql<{ id: string; network: Network; snapshot: Outgoing }>`
    select id, network, snapshot from publication
    where id = any(${[...ids]}::uuid[]) and status = 'held' and held_why = ${why} order by id for update`.execute(tx)
  return rows
}

/** Reads what publications sent, or would send. Leaves out those of which the account was erased. */
export async function readSnapshots(
  db: Db,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly network: Network; readonly snapshot: Outgoing }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; network: Network; snapshot: Outgoing }>`
    select id, network, snapshot from publication
    where id = any(${[...ids]}::uuid[]) and snapshot->'account'->>'remoteId' <> ''`.execute(db)
  return rows
}

export async function queueHeld(tx: Tx, ids: readonly string[], why: string): Promise<void> {
  if (ids.length === 0) return
  await sql`update publication set held_why = null, error_code = null, error = null,
      due_at = greatest(wanted_at, ph.now()),
      status = 'queued', revision = revision + 1
    where id = any(${[...ids]}::uuid[]) and status = 'held' and held_why = ${why}`.execute(tx)
}
