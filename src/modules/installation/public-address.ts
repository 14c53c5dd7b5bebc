import { SettingsFault } from '#infra/config/settings-fault.ts'
import { type Db, inTx } from '#infra/db/client.ts'
import type { InstallationDeps } from './deps.ts'
import { findInstallation, setPublicUrl } from './store.ts'

/**
 * Refuses a start with a PUBLIC_URL other than the one that the database belongs to: a copy of the database on another
 * machine must not publish a second time. The check writes nothing, so that a stray process does not affect the right
 * ones.
 */
export function requireSameAddress(belongsTo: string | null, publicUrl: string | null): void {
  const fault = addressFault(belongsTo, publicUrl)
  if (fault !== null) throw new SettingsFault([fault])
}

/** Returns the problem, or null if the URLs match. A database without a URL adopts the first one. */
function addressFault(belongsTo: string | null, publicUrl: string | null): string | null {
  if (belongsTo === null || belongsTo === publicUrl) return null
  const differs = publicUrl === null ? 'is not set' : `is ${publicUrl}`
  return (
    `PUBLIC_URL ${differs}, but the database belongs to ${belongsTo}. Set PUBLIC_URL to ${belongsTo}. If the installation ` +
    'has moved, or this copy is to publish on its own, run `posthorn adopt` with the new PUBLIC_URL.'
  )
}

/** Returns the reason why a start with this PUBLIC_URL would be refused; null if there is none. */
export async function findAddressFault(db: Db, publicUrl: string | null): Promise<string | null> {
  return addressFault((await findInstallation(db))?.publicUrl ?? null, publicUrl)
}

/** Makes the database belong to this PUBLIC_URL. Returns false if it already did. */
export function adoptAddress({ db, publicUrl }: InstallationDeps): Promise<boolean> {
  return inTx(db, async (tx) => {
    const found = await findInstallation(tx)
    if (!found || found.publicUrl === publicUrl) return false
    await setPublicUrl(tx, publicUrl)
    return true
  })
}
