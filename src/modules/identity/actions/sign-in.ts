import { inTx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashPassword, isOutdated, passwordMatches } from '../passwords.ts'
import { presentUser } from '../present.ts'
import type { SignInInput } from '../schema.ts'
import { proveSecondFactor, refuseUnproved, type Unproved } from '../second-factor.ts'
import { type OpenedSession, openSession, type SignedIn, signIdentityToken } from '../tokens.ts'
import { lockUser, passwordByEmail, passwordHashOf, setPassword } from '../user-store.ts'

/** Whether the address is unknown or the password wrong, the answer is the same and takes one hash. Only who knows the password learns of a second factor. */
export async function signIn(deps: IdentityDeps, input: SignInInput, requestId: string): Promise<SignedIn> {
  const user = await passwordByEmail(deps.db, input.email)
  const matches = await passwordMatches(input.password, user?.passwordHash ?? null, deps.passwordCost)
  if (!user || !matches) return refuse('invalid_credentials')

  const outdated = isOutdated(user.passwordHash, deps.passwordCost)
  const betterHash = outdated ? await hashPassword(input.password, deps.passwordCost) : null
  const now = deps.clock.now()
  const outcome = await inTx(deps.db, async (tx): Promise<Unproved | OpenedSession> => {
    // A reset may have ended the password that was just proved; what it opened would outlive the reset.
    await lockUser(tx, user.id)
    if ((await passwordHashOf(tx, user.id)) !== user.passwordHash) return refuse('invalid_credentials')
    if (user.mfaEnabled) {
      const actor = { kind: 'user', uid: user.id, keyId: null, requestId } as const
      const proof = await proveSecondFactor(deps, tx, actor, input.totp, now)
      if (proof.kind !== 'proved' && proof.kind !== 'not-enrolled') return proof
    }
    const opened = await openSession(tx, user, now)
    if (betterHash) await setPassword(tx, user.id, betterHash, now)
    return opened
  })
  if ('kind' in outcome) return refuseUnproved(outcome)
  const identity = await signIdentityToken(deps, outcome, now)
  return { ...identity, refreshToken: outcome.refreshToken, user: presentUser(user) }
}
