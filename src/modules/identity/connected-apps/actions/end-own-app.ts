import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { ConnectedAppId } from '#kernel/ids.ts'
import type { IdentityDeps } from '../../deps.ts'
import { endApp } from '../end-app.ts'
import { lockLiveApp } from '../store.ts'

/**
 * Revokes one of the caller's apps. Its tokens stop working immediately on this process, and within a second on the
 * others.
 */
export async function endOwnApp(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'callers'>,
  caller: Caller,
  id: ConnectedAppId,
): Promise<void> {
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const app = (await lockLiveApp(tx, id, now)) ?? refuse('app_not_found')
    if (app.uid !== caller.uid) refuse('app_forbidden')
    await endApp(tx, app, { caller, reason: 'ended_by_user', now })
  })
  deps.callers.clear()
}
