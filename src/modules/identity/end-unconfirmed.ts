import type { Tx } from '#infra/db/client.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { deleteIdentities, endCompanySessions } from './company/store.ts'

/**
 * Ends the company sign-in of an account whose address was unconfirmed until now, and the sessions opened with it.
 * Anyone can type an address in at some providers, and would keep an account that its owner has just taken over.
 */
export async function endUnconfirmedSignIn(tx: Tx, uid: UserId, requestId: string, now: Date): Promise<void> {
  if (!(await deleteIdentities(tx, uid))) return
  await endCompanySessions(tx, uid, now)
  await writeAudit(tx, {
    at: now,
    caller: { kind: 'user', uid, keyId: null, requestId },
    ownerUid: uid,
    action: 'company_sign_in.disconnected',
    subject: toWire('usr', uid),
  })
}
