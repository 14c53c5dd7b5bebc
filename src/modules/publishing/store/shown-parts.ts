import { sql } from 'kysely'
import type { Outgoing } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

/** What is public of a publication. */
export interface ShownParts {
  readonly publicationId: string
  readonly accountId: AccountId
  readonly network: Network
  readonly mode: Mode
  readonly snapshot: Outgoing
  /** The parts in their order. `remoteId` is null where the network has not named the post. */
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
