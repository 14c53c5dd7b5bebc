import type { Hear } from '#connectors/connector.ts'
import { challenge, isSigned } from '#connectors/meta/hub.ts'
import { readHook, revokedIn } from '#connectors/meta/permissions.ts'
import { needs, scopesOfWay } from './auth/scopes.ts'

/**
 * Reads webhooks of Meta. Comments and the like are of no use here; the revoked permissions of an app at Facebook are.
 * A sign-in at Instagram is revoked by the deauthorize callback only.
 */
export const hear: Hear = {
  challenge,
  isSigned,
  read(raw) {
    const told = readHook(raw)
    return told?.object === 'permissions' ? told.entry.flatMap((one) => revokedIn(one, needed)) : []
  },
}

const needed = scopesOfWay(needs.flat(), 'facebook')
