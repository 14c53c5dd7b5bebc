import { setTimeout as pause } from 'node:timers/promises'
import type { Granted, JsonObject } from '#connectors/connector.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import type { GrantDeps } from '../deps.ts'
import { endGrant } from './end-grant.ts'
import { sealGrant } from './sealed-grant.ts'
import { findGrant, type GrantRow, type GrantSecret, setSecret } from './store.ts'

const saveTries = 40
const savePauseMs = 250

/**
 * Stores a network's renewal of a grant, and returns the new version. Returns null and stores nothing if the grant has
 * another version by now or was revoked.
 */
export async function saveRenewed(deps: GrantDeps, of: GrantRow, granted: Granted<JsonObject>): Promise<number | null> {
  const { grant, scopes, expiresAt, renewable = true } = granted
  const secret = { scopes, expiresAt, renewable, sealedGrant: sealGrant(deps.seal, of.id, grant) }
  if (await saveWithRetries(deps, of, secret)) return of.version + 1
  await endUnsavedGrant(deps, of, grant)
  return null
}

/**
 * Stores a renewed grant, with retries. The old token is spent, so the new one must survive a short database outage.
 */
async function saveWithRetries(deps: GrantDeps, grant: GrantRow, secret: GrantSecret): Promise<boolean> {
  for (let nth = 1; ; nth++) {
    try {
      return await setSecret(deps.db, grant, secret)
    } catch (error) {
      if (!isDatabaseAway(error) || nth >= saveTries) throw error
      await pause(savePauseMs)
    }
  }
}

/**
 * Revokes a renewed grant that was not stored because its account was disconnected in the meantime. Otherwise it would
 * stay valid at the network without anyone knowing.
 */
async function endUnsavedGrant(deps: GrantDeps, grant: GrantRow, unsaved: JsonObject): Promise<void> {
  if ((await findGrant(deps.db, grant.id))?.status === 'revoked') await endGrant(deps, grant, unsaved)
}
