import { CallFailed } from '#connectors/connector.ts'
import { after, seconds } from '#kernel/clock.ts'
import { grantsOfGranter } from '../consent-store.ts'
import type { GrantDeps } from '../deps.ts'
import { findGrant, type GrantRow, wipeGrant } from '../grant-store.ts'
import { httpFor } from '../http-for.ts'
import { openGrant, sealGrant } from '../sealed-grant.ts'

const callMs = seconds(20)

/** A network that does not hear us loses nothing by it: what we had is forgotten here in any case. */
export async function giveBackGrant(deps: GrantDeps, grantId: string, signal: AbortSignal): Promise<void> {
  const grant = await findGrant(deps.db, grantId)
  if (grant?.status !== 'revoked') return
  const secret = openGrant(deps.seal, grant)
  if (Object.keys(secret).length === 0) return
  const auth = deps.connectors[grant.network]?.auth
  const revoke = auth?.revoke
  // A network with pages knows one consent of a person to the app, whoever here holds a part of it.
  const isHeldOn = auth?.targets !== undefined && (await isHeldByAnother(deps, grant))
  if (revoke && !isHeldOn) {
    const http = httpFor(deps, { ...grant, deadline: after(deps.clock.now(), callMs), signal, fresh: false })
    try {
      await revoke(http, secret)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      deps.log.info({ network: grant.network, status: error.failure.status }, 'a network was not told that we are done')
    }
  }
  await wipeGrant(deps.db, grantId, sealGrant(deps.seal, grantId, {}))
}

async function isHeldByAnother({ db }: Pick<GrantDeps, 'db'>, grant: GrantRow): Promise<boolean> {
  return (await grantsOfGranter(db, grant)).some(({ id, status }) => id !== grant.id && status === 'active')
}
