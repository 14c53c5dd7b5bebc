import { inTx, type Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { lockSuperadmins } from '#modules/identity/index.ts'
import type { DirectoryDeps } from '../deps.ts'
import { lockDirectory } from '../store/users.ts'

/**
 * Runs a change of people, groups or grants under the lock of the directory. Superadmins are locked before any other
 * user, as elsewhere. Afterwards callers are read again, so that sessions and keys of disabled accounts end.
 */
export async function changeDirectory<Result>(
  deps: Pick<DirectoryDeps, 'db' | 'callers'>,
  work: (tx: Tx, superadmins: Set<UserId>) => Promise<Result>,
): Promise<Result> {
  const result = await inTx(deps.db, async (tx) => {
    await lockDirectory(tx)
    return await work(tx, new Set(await lockSuperadmins(tx)))
  })
  deps.callers.clear()
  return result
}
