import { inTx } from '#infra/db/client.ts'
import type { IdentityDeps } from '../../deps.ts'
import { hashSecret } from '../../hash-secret.ts'
import { endSession, lockSessionByToken } from '../store.ts'

/** Revokes the family of this refresh token, including its identity tokens. An unknown token changes nothing. */
export async function signOut(deps: IdentityDeps, token: string): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const session = await lockSessionByToken(tx, hashSecret(token))
    if (session) await endSession(tx, session.id, deps.clock.now())
  })
  deps.callers.clear()
}
