import type { Tx } from '#infra/db/client.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { type AuditActor, writeAudits } from '#modules/audit/index.ts'
import { revokeKeysOf } from './api-keys/store.ts'
import { deleteIdentities, endCompanySessions } from './company/store.ts'
import { endAppsOf } from './connected-apps/store.ts'
import { endUserSessions } from './session-store.ts'
import { deletePasskeysOf } from './webauthn/store.ts'

/**
 * Ends what may belong to someone else in an account whose address was unconfirmed until now: company sign-in with its
 * sessions, passkeys, API keys and connected apps. Anyone can sign up with an address, or type it in at some providers, and would
 * keep access to an account that its owner has just taken over. Clear the caller cache after the commit.
 */
export async function endUnconfirmedAccess(tx: Tx, uid: UserId, requestId: string, now: Date): Promise<void> {
  const caller: AuditActor = { kind: 'user', uid, keyId: null, requestId }
  const entry = { at: now, caller, ownerUid: uid }
  const hadCompany = await deleteIdentities(tx, uid)
  if (hadCompany) await endCompanySessions(tx, uid, now)
  const passkeys = await deletePasskeysOf(tx, uid)
  if (passkeys.length > 0) await endUserSessions(tx, uid, now)
  const keys = await revokeKeysOf(tx, uid, now)
  const apps = await endAppsOf(tx, uid, now)
  const reason = { from: null, to: 'address_confirmed' }
  await writeAudits(tx, [
    ...(hadCompany ? [{ ...entry, action: 'company_sign_in.disconnected', subject: toWire('usr', uid) }] : []),
    ...passkeys.map(({ id, name }) => ({
      ...entry,
      action: 'passkey.removed',
      subject: toWire('pkey', id),
      changes: { name: { from: name, to: null }, reason },
    })),
    ...keys.map(({ id, name }) => ({
      ...entry,
      action: 'api-key.revoked',
      subject: toWire('key', id),
      changes: { name: { from: name, to: null }, reason },
    })),
    ...apps.map(({ id, name }) => ({
      ...entry,
      action: 'app.ended',
      subject: toWire('app', id),
      changes: { name: { from: name, to: null }, reason },
    })),
  ])
}
