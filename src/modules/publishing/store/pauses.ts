import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'

interface Pause {
  readonly network: Network
  readonly reason: string
  readonly since: Date
  readonly byUid: UserId | null
}

/** Lists the pauses set by operators. */
export async function listPauses(db: Db): Promise<readonly Pause[]> {
  const { rows } = await sql<Pause>`
    select network, reason, paused_at as since, paused_by as by_uid from publishing_pause order by network`.execute(db)
  return rows
}

export async function lockPauses(tx: Tx, networks: readonly Network[]): Promise<readonly Pause[]> {
  const { rows } = await sql<Pause>`
    select network, reason, paused_at as since, paused_by as by_uid from publishing_pause
    where network = any(${[...networks]}::text[]) order by network for update`.execute(tx)
  return rows
}

export async function upsertPauses(
  tx: Tx,
  networks: readonly Network[],
  { reason, at, by }: { readonly reason: string; readonly at: Date; readonly by: UserId | null },
): Promise<void> {
  await sql`
    insert into publishing_pause (network, reason, paused_at, paused_by)
    select n, ${reason}, ${at}, ${by} from unnest(${[...networks]}::text[]) n order by n
    on conflict (network) do update set reason = excluded.reason`.execute(tx)
}

export async function deletePauses(
  tx: Tx,
  networks: readonly Network[],
): Promise<readonly Pick<Pause, 'network' | 'reason'>[]> {
  const { rows } = await sql<Pick<Pause, 'network' | 'reason'>>`
    delete from publishing_pause where network = any(${[...networks]}::text[]) returning network, reason`.execute(tx)
  return rows
}

/** Marks the due publications of these networks as missed in an outage that ends now. */
export async function endOutageOfNetworks(tx: Tx, networks: readonly Network[]): Promise<void> {
  await sql`
    update remote_account l set outage_ended_at = ph.now()
    from (
      select l.id from remote_account l where l.id in (
        select p.remote_account_id from publication p where p.network = any(${[...networks]}::text[]) and p.due_at <= ph.now())
      order by l.id for no key update) late
    where l.id = late.id`.execute(tx)
}
