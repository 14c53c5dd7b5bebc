import { inTx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { IdentityDeps, Sender } from '../../deps.ts'
import { reportPasswordGuesses } from '../../passwords/actions/report-password-guesses.ts'
import { countAttempt, failuresBeforeWarning, forgiveAttempt, hashPlace } from '../../passwords/attempts.ts'
import { hashPassword, isHashOutdated, verifyPassword } from '../../passwords/passwords.ts'
import { findPasswordByEmail, findPasswordHash, upsertPassword } from '../../passwords/store.ts'
import { chooseLocale } from '../../people/choose-locale.ts'
import { presentUser } from '../../people/present.ts'
import { lockUser, type User } from '../../people/store.ts'
import { proveSecondFactor, refuseUnproved, type Unproved } from '../../second-factor/second-factor.ts'
import type { SignInInput } from '../schema.ts'
import { type OpenedSession, openSession, type SignedIn, signIdentityToken } from '../tokens.ts'

interface Entered {
  readonly opened: OpenedSession
  readonly reader: User
}

/**
 * Signs a user in. An unknown address and a wrong password get the same response, which takes one hash. After many
 * attempts, they also get the same pause. Only a caller who knows the password learns about a second factor.
 */
export async function signIn(
  deps: IdentityDeps,
  input: SignInInput,
  from: Sender,
  /** The browser's language, for a user who has not chosen one. */
  language: Language | null = null,
): Promise<SignedIn> {
  const { place, requestId } = from
  const user = await findPasswordByEmail(deps.db, input.email, hashPlace(place))
  const attempt = { email: input.email, place, isKnownThere: user?.isKnownThere ?? false }
  const failures = await countAttempt(deps.db, attempt, deps.clock.now())
  const matches = await verifyPassword(input.password, user?.passwordHash ?? null, deps.passwordCost)
  if (!user || !matches) {
    if (failures === failuresBeforeWarning) await reportPasswordGuesses(deps, input.email)
    return refuse('invalid_credentials')
  }
  await forgiveAttempt(deps.db, attempt)

  const outdated = isHashOutdated(user.passwordHash, deps.passwordCost)
  const betterHash = outdated ? await hashPassword(input.password, deps.passwordCost) : null
  const now = deps.clock.now()
  const outcome = await inTx(deps.db, async (tx): Promise<Unproved | Entered> => {
    // A reset may have replaced the password since the check; a session opened now would outlive the reset.
    const present = await lockUser(tx, user.id)
    if ((await findPasswordHash(tx, user.id)) !== user.passwordHash) return refuse('invalid_credentials')
    if (!present) return refuse('invalid_credentials')
    if (present.disabledAt) return refuse('user_disabled')
    if (user.mfaEnabled) {
      const actor = { kind: 'user', uid: user.id, keyId: null, requestId } as const
      const proof = await proveSecondFactor(deps, tx, actor, input.totp, now)
      if (proof.kind !== 'proved' && proof.kind !== 'not-enrolled') return proof
    }
    const opened = await openSession(tx, user, from, now)
    if (betterHash) await upsertPassword(tx, user.id, betterHash, now)
    return { opened, reader: await chooseLocale(tx, present, { language, now, from }) }
  })
  if ('kind' in outcome) return refuseUnproved(outcome)
  const { opened, reader } = outcome
  const identity = await signIdentityToken(deps, opened, now)
  return { ...identity, refreshToken: opened.refreshToken, user: presentUser(reader) }
}
