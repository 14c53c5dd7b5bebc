import { inTx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashPassword, isOutdated, passwordMatches } from '../passwords.ts'
import { presentUser } from '../present.ts'
import type { SignInInput } from '../schema.ts'
import { openSession, type SignedIn, signIdentityToken } from '../tokens.ts'
import { passwordOf, setPassword, userByEmail } from '../user-store.ts'

/** Whether the address is unknown or the password wrong, the answer is the same and takes one hash. */
export async function signIn(deps: IdentityDeps, input: SignInInput): Promise<SignedIn> {
  const user = await userByEmail(deps.db, input.email)
  const stored = user ? ((await passwordOf(deps.db, user.id))?.passwordHash ?? null) : null
  const matches = await passwordMatches(input.password, stored, deps.passwordCost)
  if (!user || stored === null || !matches) return refuse('invalid_credentials')

  const betterHash = isOutdated(stored, deps.passwordCost)
    ? await hashPassword(input.password, deps.passwordCost)
    : null
  const now = deps.clock.now()
  const session = await inTx(deps.db, async (tx) => {
    const opened = await openSession(tx, user, now)
    if (betterHash) await setPassword(tx, user.id, betterHash, now)
    return opened
  })
  const identity = await signIdentityToken(deps, session, now)
  return { ...identity, refreshToken: session.refreshToken, user: presentUser(user) }
}
