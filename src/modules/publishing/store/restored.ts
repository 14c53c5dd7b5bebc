import { sql } from 'kysely'
import type { Outgoing } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

/** A due publication of which nothing was sent, according to the database. */
export interface DueUnsent {
  readonly id: string
  readonly targetId: string
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
    select p.id, p.target_id, p.account_id, p.remote_account_id, p.network, r.mode, p.snapshot
    from publication p join remote_account r on r.id = p.remote_account_id
    where p.wanted_at <= ph.now() and case when ${includesHeld} then p.status in ('queued', 'held')
      else (p.status = 'queued' and p.due_at <= ph.now()) or (p.status = 'held' and p.held_until <= ph.now()) end
      and p.begun_first is null and not p.accepted and p.parts_shown = 0
    order by p.wanted_at, p.id`.execute(db)
  return rows
}
