import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { lockUser } from '../../people/store.ts'
import { endUserSessions } from '../../sessions/store.ts'
import { requireNotAbove } from './change-user.ts'

/** Revokes all of a user's sessions on all devices. API keys keep working. */
export async function signOutEverywhere(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'callers'>,
  caller: Caller,
  uid: UserId,
): Promise<void> {
  await inTx(deps.db, async (tx) => {
    requireNotAbove(caller, (await lockUser(tx, uid)) ?? refuse('user_not_found'))
    const now = deps.clock.now()
    await endUserSessions(tx, uid, now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: uid,
      action: 'user.signed_out_everywhere',
      subject: toWire('usr', uid),
    })
  })
  deps.callers.clear()
}
