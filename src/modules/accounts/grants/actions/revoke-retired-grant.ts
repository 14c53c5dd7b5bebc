import type { GrantDeps } from '../../deps.ts'
import { listGrantsOfGranter } from '../consent-store.ts'
import { endGrant } from '../end-grant.ts'
import { openGrant, sealGrant } from '../sealed-grant.ts'
import { findGrant, type GrantRow, wipeGrant } from '../store.ts'

/**
 * Revokes a grant at its network, then wipes the secret here. The secret is wiped even if the network cannot be
 * reached.
 */
export async function revokeRetiredGrant(deps: GrantDeps, grantId: string, signal: AbortSignal): Promise<void> {
  const grant = await findGrant(deps.db, grantId)
  if (grant?.status !== 'revoked') return
  const secret = openGrant(deps.seal, grant)
  if (Object.keys(secret).length === 0) return
  const auth = deps.connectors[grant.network]?.auth
  // On a network with pages, a person has one consent to the app, regardless of how many users of this installation
  // have a grant from it.
  const isHeldOn = auth?.targets !== undefined && (await isHeldByAnother(deps, grant))
  if (!isHeldOn) await endGrant(deps, grant, secret, signal)
  await wipeGrant(deps.db, grantId, sealGrant(deps.seal, grantId, {}))
}

async function isHeldByAnother({ db }: Pick<GrantDeps, 'db'>, grant: GrantRow): Promise<boolean> {
  return (await listGrantsOfGranter(db, grant)).some(({ id, status }) => id !== grant.id && status === 'active')
}
