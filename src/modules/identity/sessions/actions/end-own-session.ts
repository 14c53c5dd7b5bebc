import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type SessionId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { endSession, lockLiveSession } from '../store.ts'

/** Revokes one of the caller's own sessions, on any device. */
export async function endOwnSession(deps: IdentityDeps, caller: Caller, id: SessionId): Promise<void> {
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const session = (await lockLiveSession(tx, id, now)) ?? refuse('session_not_found')
    if (session.uid !== caller.uid) refuse('session_forbidden')
    await endSession(tx, session.id, now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: caller.uid,
      action: 'session.ended',
      subject: toWire('ses', session.id),
      changes: { reason: { from: null, to: 'ended_by_user' } },
    })
  })
  deps.callers.clear()
}
