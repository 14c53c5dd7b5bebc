import { inTx } from '#infra/db/client.ts'
import { forgetCallers } from '../../authenticator.ts'
import type { IdentityDeps } from '../../deps.ts'
import { secretHashOf } from '../../hash-secret.ts'
import { endSession, lockSessionOfToken } from '../store.ts'

/** Ends the family of this refresh token, its identity tokens included. An unknown token changes nothing. */
export async function signOut(deps: IdentityDeps, token: string): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const session = await lockSessionOfToken(tx, secretHashOf(token))
    if (session) await endSession(tx, session.id, deps.clock.now())
  })
  forgetCallers(deps.db)
}
