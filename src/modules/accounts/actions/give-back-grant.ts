import { grantsOfGranter } from '../consent-store.ts'
import type { GrantDeps } from '../deps.ts'
import { endGrant } from '../end-grant.ts'
import { findGrant, type GrantRow, wipeGrant } from '../grant-store.ts'
import { openGrant, sealGrant } from '../sealed-grant.ts'

/** A network that does not hear us loses nothing by it: what we had is forgotten here in any case. */
export async function giveBackGrant(deps: GrantDeps, grantId: string, signal: AbortSignal): Promise<void> {
  const grant = await findGrant(deps.db, grantId)
  if (grant?.status !== 'revoked') return
  const secret = openGrant(deps.seal, grant)
  if (Object.keys(secret).length === 0) return
  const auth = deps.connectors[grant.network]?.auth
  // A network with pages knows one consent of a person to the app, whoever here holds a part of it.
  const isHeldOn = auth?.targets !== undefined && (await isHeldByAnother(deps, grant))
  if (!isHeldOn) await endGrant(deps, grant, secret, signal)
  await wipeGrant(deps.db, grantId, sealGrant(deps.seal, grantId, {}))
}

async function isHeldByAnother({ db }: Pick<GrantDeps, 'db'>, grant: GrantRow): Promise<boolean> {
  return (await grantsOfGranter(db, grant)).some(({ id, status }) => id !== grant.id && status === 'active')
}
