import { inTx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashPassword, isOutdated, passwordMatches } from '../passwords.ts'
import { presentUser } from '../present.ts'
import type { SignInInput } from '../schema.ts'
import { openSession, type SignedIn, signIdentityToken } from '../tokens.ts'
import { passwordByEmail, setPassword } from '../user-store.ts'

/** Whether the address is unknown or the password wrong, the answer is the same and takes one hash. */
export async function signIn(deps: IdentityDeps, input: SignInInput): Promise<SignedIn> {
  const user = await passwordByEmail(deps.db, input.email)
  const matches = await passwordMatches(input.password, user?.passwordHash ?? null, deps.passwordCost)
  if (!user || !matches) return refuse('invalid_credentials')

  const outdated = isOutdated(user.passwordHash, deps.passwordCost)
  const betterHash = outdated ? await hashPassword(input.password, deps.passwordCost) : null
  const now = deps.clock.now()
  const session = await inTx(deps.db, async (tx) => {
    const opened = await openSession(tx, user, now)
    if (betterHash) await setPassword(tx, user.id, betterHash, now)
    return opened
  })
  const identity = await signIdentityToken(deps, session, now)
  return { ...identity, refreshToken: session.refreshToken, user: presentUser(user) }
}
