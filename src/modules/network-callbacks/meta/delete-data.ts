import {
  eraseAccount,
  erasedHandle,
  eraseGrant,
  listAccountsToErase,
  type UpperEraser,
} from '#modules/accounts/index.ts'
import { eraseAccountFromEvents } from '#modules/event-stream/index.ts'
import { eraseAccountFromPublishing, mayErase } from '#modules/publishing/index.ts'
import { eraseReadings } from '#modules/quota/index.ts'
import type { CallbackDeps } from '../deps.ts'
import { countErased, finishDeletion } from './store.ts'

/**
 * Deletes the network's data about these grants, account by account, each in one transaction. A second run finds
 * nothing left to do. An account that is being published to right now is left for the next attempt.
 */
export async function deleteData(
  deps: CallbackDeps,
  { code, grantIds }: { readonly code: string; readonly grantIds: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  const owner = deps.guards.targetOwner
  const upper: UpperEraser = {
    mayErase: (tx, accountId) => mayErase({ owner }, tx, accountId),
    async erase(tx, { id, ownerUid }, lane) {
      await eraseAccountFromPublishing({ owner }, tx, id, lane)
      await eraseReadings(tx, id)
      await eraseAccountFromEvents(tx, { ownerUid, accountId: id, handle: erasedHandle })
      await countErased(tx, code)
    },
  }
  let busy = 0
  for (const which of await listAccountsToErase(deps.db, grantIds)) {
    signal.throwIfAborted()
    if ((await eraseAccount(deps, upper, which)) === 'busy') busy += 1
  }
  if (busy > 0) throw new Error(`${busy} accounts are being published to; the job erases them on its next run`)
  for (const grantId of grantIds) await eraseGrant(deps, grantId)
  await finishDeletion(deps.db, code)
}
