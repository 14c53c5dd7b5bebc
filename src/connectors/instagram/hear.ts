import type { Hear } from '#connectors/connector.ts'
import { challenge, isSigned, readHook, revokedIn } from '#connectors/meta/hub.ts'
import { needs, scopesOfWay } from './auth/scopes.ts'

/**
 * Reads Meta's webhooks. Only revoked permissions of a Facebook app matter here, not comments and the like. For
 * Instagram Login, access is revoked only through the deauthorize callback.
 */
export const hear: Hear = {
  challenge,
  isSigned,
  read(raw) {
    const notification = readHook(raw)
    return notification?.object === 'permissions' ? notification.entry.flatMap((one) => revokedIn(one, needed)) : []
  },
}

const needed = scopesOfWay(needs.flat(), 'facebook')
