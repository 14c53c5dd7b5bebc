import { sql } from 'kysely'
import type { Outgoing } from '#connectors/connector.ts'
import { type Db, inTx } from '#infra/db/client.ts'
import { brokenUniqueRule } from '#infra/db/faults.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

/** A published post without an ID from the network, known by the handle that the network returned. */
export interface Nameless {
  readonly id: string
  readonly accountId: AccountId
  readonly network: Network
  readonly mode: Mode
  readonly handle: string
  readonly snapshot: Outgoing
}

interface Wanted {
  readonly networks: readonly string[]
  readonly handles?: readonly string[]
  readonly ids?: readonly string[]
  /** Leaves out posts published before. */
  readonly since?: Date
}

const most = 1_000

export async function findNameless(db: Db, { networks, handles, ids, since }: Wanted): Promise<readonly Nameless[]> {
  const { rows } = await sql<Nameless>`
    select p.id, p.account_id, p.network, r.mode, p.handle, p.snapshot
    from publication p join remote_account r on r.id = p.remote_account_id
    where p.network = any(${[...networks]}::text[]) and p.handle is not null and p.status = 'published'
      and p.remote_id is null
      ${handles ? sql`and p.handle = any(${[...handles]}::text[])` : sql``}
      ${ids ? sql`and p.id = any(${[...ids]}::uuid[])` : sql``}
      ${
        since
          ? sql`and p.id in (select s.publication_id from publication_part s
              where s.shown_at >= ${since} and s.remote_id is null)`
          : sql``
      }
    order by p.id limit ${most}`.execute(db)
  return rows
}

/**
 * Stores a post's ID and URL. An ID that was stored in the meantime is kept. Returns false in that case, and if the ID
 * belongs to another publication.
 */
export async function keepName(
  db: Db,
  id: string,
  { remoteId, url }: { readonly remoteId: string; readonly url: string | null },
): Promise<boolean> {
  try {
    return await inTx(db, async (tx) => {
      const { numAffectedRows } = await sql`
        update publication p set remote_id = ${remoteId}, url = coalesce(${url}, p.url)
        where p.id = ${id}::uuid and p.status = 'published' and p.remote_id is null`.execute(tx)
      if (Number(numAffectedRows ?? 0) === 0) return false
      await sql`
        update publication_part s set remote_id = ${remoteId}, url = coalesce(${url}, s.url)
        where s.publication_id = ${id}::uuid and s.part = 0 and s.remote_id is null`.execute(tx)
      return true
    })
  } catch (error) {
    if (brokenUniqueRule(error) !== 'publication_part_remote') throw error
    return false
  }
}
