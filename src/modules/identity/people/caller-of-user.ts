import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { UserId } from '#kernel/ids.ts'
import { findUser } from './store.ts'

/**
 * Returns the caller for a user identified by another interface, such as a linked chat. The caller has no role in the
 * installation, because it cannot be administered from a chat. Null if the user is deleted or disabled.
 */
export async function callerOfUser(
  { db }: { readonly db: Db },
  uid: UserId,
  requestId: string,
): Promise<Caller | null> {
  const user = await findUser(db, uid)
  if (!user || user.disabledAt !== null) return null
  return {
    kind: 'user',
    uid,
    role: 'user',
    plan: user.plan,
    keyId: null,
    scopes: null,
    onlyProfiles: null,
    signedInAt: null,
    sessionId: null,
    requestId,
  }
}
