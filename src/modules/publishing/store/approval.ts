import { sql } from 'kysely'
import type { Outgoing } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import type { Network } from '#rules/network-names.ts'

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

export async function queueHeld(tx: Tx, ids: readonly string[], why: string): Promise<void> {
  if (ids.length === 0) return
  await sql`update publication set held_why = null, error_code = null, error = null, due_at = ph.now(),
      status = 'queued', revision = revision + 1
    where id = any(${[...ids]}::uuid[]) and status = 'held' and held_why = ${why}`.execute(tx)
}
