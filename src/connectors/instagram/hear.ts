import { z } from 'zod'
import type { Hear, NetworkNotice } from '#connectors/connector.ts'
import { id } from '#connectors/meta/graph-call.ts'
import { challenge, isSigned, readHook, revokedIn } from '#connectors/meta/hub.ts'
import { needs, scopesOfWay } from './auth/scopes.ts'

/**
 * Reads Meta's webhooks: someone commented, or revoked a permission of a Facebook app. For Instagram Login, access is
 * revoked only through the deauthorize callback.
 */
export const hear: Hear = {
  challenge,
  isSigned,
  read(raw) {
    const notification = readHook(raw)
    if (notification?.object === 'permissions') return notification.entry.flatMap((one) => revokedIn(one, needed))
    return notification?.object === 'instagram' ? notification.entry.flatMap(talkIn) : []
  },
}

const needed = scopesOfWay(needs.flat(), 'facebook')

const entry = z.object({ id, changes: z.array(z.unknown()) })
const comment = z.object({ field: z.literal('comments') })

function talkIn(given: unknown): NetworkNotice[] {
  const { data } = entry.safeParse(given)
  if (!data?.changes.some((change) => comment.safeParse(change).success)) return []
  return [{ is: 'talk', accountId: data.id }]
}
