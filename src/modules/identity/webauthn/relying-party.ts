import { isIP } from 'node:net'
import type { Config } from '#infra/config/config.ts'
import type { Tx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { listPasskeysOf } from './store.ts'

/** The host and the origin of the installation's public URL, which browsers bind a passkey to. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Returns null where browsers offer no passkeys: plain http, except on localhost, and IP addresses. */
export function findRelyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return (protocol === 'https:' || isLocal) && !isAddress ? { id: hostname, origin } : null
}

export const requireRelyingParty = (config: Pick<Config, 'publicUrl'>): RelyingParty =>
  findRelyingParty(config) ??
  refuse('passkeys_unavailable', {
    detail: 'Browsers allow passkeys only with an https PUBLIC_URL that has a domain name, or on http://localhost.',
  })

/** True if a user can sign in with a passkey. One for an earlier host does not count. */
export async function hasPasskey(config: Pick<Config, 'publicUrl'>, tx: Tx, uid: UserId): Promise<boolean> {
  const party = findRelyingParty(config)
  return party !== null && (await listPasskeysOf(tx, uid)).some(({ rpId }) => rpId === party.id)
}
