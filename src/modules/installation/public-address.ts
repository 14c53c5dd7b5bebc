import { SettingsFault } from '#infra/config/load.ts'
import { type Db, inTx } from '#infra/db/client.ts'
import type { InstallationDeps } from './deps.ts'
import { findInstallation, setPublicUrl } from './store.ts'

/**
 * A database belongs to one PUBLIC_URL: a copy of it on somebody's own machine must not publish a second time. A process
 * with another one refuses to start. It writes nothing, so a stray process does not disturb those that are right.
 */
export function demandSameAddress(belongsTo: string | null, publicUrl: string | null): void {
  const fault = addressFault(belongsTo, publicUrl)
  if (fault !== null) throw new SettingsFault([fault])
}

/** Null: they fit. The first address that is given is taken over. */
function addressFault(belongsTo: string | null, publicUrl: string | null): string | null {
  if (belongsTo === null || belongsTo === publicUrl) return null
  const differs = publicUrl === null ? 'is not set' : `is ${publicUrl}`
  return (
    `PUBLIC_URL ${differs}, and the database belongs to ${belongsTo}. Set PUBLIC_URL to that. If the installation has ` +
    'moved, or this is a copy that shall publish by itself, run `posthorn adopt` with the new PUBLIC_URL.'
  )
}

/** What a start with this PUBLIC_URL would be refused for. */
export async function findAddressFault(db: Db, publicUrl: string | null): Promise<string | null> {
  return addressFault((await findInstallation(db))?.publicUrl ?? null, publicUrl)
}

/** The database belongs to this PUBLIC_URL from now on. False: it did before. */
export function adoptAddress({ db, publicUrl }: InstallationDeps): Promise<boolean> {
  return inTx(db, async (tx) => {
    const found = await findInstallation(tx)
    if (!found || found.publicUrl === publicUrl) return false
    await setPublicUrl(tx, publicUrl)
    return true
  })
}
