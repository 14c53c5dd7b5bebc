import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { type ConnectedApp, setAppEnded } from './store.ts'

type Reason = 'ended_by_user' | 'ended_by_app' | 'code_reused' | 'refresh_token_reused'

/**
 * Revokes an app that the caller has locked, with all of its tokens. `caller` is null if the app itself, or a thief,
 * sent the request. Clear the caller cache after the commit.
 */
export async function endApp(
  tx: Tx,
  app: ConnectedApp,
  { caller, reason, now }: { readonly caller: Caller | null; readonly reason: Reason; readonly now: Date },
): Promise<void> {
  if (app.endedAt) return
  await setAppEnded(tx, app.id, now)
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: app.uid,
    action: 'app.ended',
    subject: toWire('app', app.id),
    changes: { name: { from: app.name, to: null }, reason: { from: null, to: reason } },
  })
}
