import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { GrantRow } from './store.ts'

export interface Granter {
  readonly network: Network
  readonly mode: Mode
  /** The network's ID of the person, or of the account that the person signed in as. */
  readonly principal: string
}

/** Returns the grants of one person on a network, to all users of this installation and in any status. */
export const listGrantsOfGranter = (db: Db, { network, mode, principal }: Granter): Promise<GrantRow[]> =>
  db
    .selectFrom('networkGrant')
    .selectAll('networkGrant')
    .where('networkGrant.network', '=', network)
    .where('networkGrant.mode', '=', mode)
    .where('networkGrant.id', 'in', (grants) =>
      grants
        .selectFrom('networkGrant as g')
        .select('g.id')
        .where('g.network', '=', network)
        .where('g.mode', '=', mode)
        .where('g.principal', '=', principal)
        .union(
          grants
            .selectFrom('account')
            .innerJoin('remoteAccount as r', 'r.id', 'account.remoteAccountId')
            .select('account.grantId as id')
            .where('r.network', '=', network)
            .where('r.mode', '=', mode)
            .where('r.remoteId', '=', principal),
        ),
    )
    .orderBy('networkGrant.id')
    .execute()

/** Counts the active grants of a network by their scopes. */
export async function countGrantsByScopes(
  db: Db,
  { network, mode }: Pick<Granter, 'network' | 'mode'>,
): Promise<readonly { readonly scopes: readonly string[]; readonly grants: number }[]> {
  const { rows } = await sql<{ scopes: readonly string[]; grants: number }>`
    select scopes, count(*)::int as grants from network_grant
    where network = ${network} and mode = ${mode} and status = 'active' group by scopes`.execute(db)
  return rows
}

/**
 * Wipes a grant that the person has revoked. The version increases, so that a running renewal of the old secret is not
 * stored. Returns false if the grant was already revoked.
 */
export async function clearRevokedGrant(
  tx: Tx,
  id: string,
  { why, sealedNothing }: { readonly why: string; readonly sealedNothing: Buffer },
): Promise<boolean> {
  const dropped = await tx
    .updateTable('networkGrant')
    .set(({ eb }) => ({
      status: 'needs_reconnect',
      statusWhy: why,
      sealedGrant: sealedNothing,
      expiresAt: null,
      version: eb('networkGrant.version', '+', 1),
      refreshingUntil: sql<Date>`'-infinity'`,
      refreshingHolder: null,
      updatedAt: sql<Date>`ph.now()`,
    }))
    .where('networkGrant.id', '=', id)
    .where('networkGrant.status', 'in', ['active', 'needs_reconnect'])
    .returning('networkGrant.id')
    .executeTakeFirst()
  return dropped !== undefined
}
