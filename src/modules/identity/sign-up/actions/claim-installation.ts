import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { IdentityDeps, Sender } from '../../deps.ts'
import { hashPassword, requireGoodPassword } from '../../passwords/passwords.ts'
import { presentUser } from '../../people/present.ts'
import { hasUsers, type User } from '../../people/store.ts'
import { openSession, type SignedIn, signIdentityToken } from '../../sessions/tokens.ts'
import { refuseWithoutCode, takeFirstPlace } from '../first-place.ts'
import { openAccount } from '../open-account.ts'
import type { ClaimInput } from '../schema.ts'

/**
 * Creates the owner of a new installation together with a first profile, and signs the owner in. This is one
 * transaction: if two people try, one becomes the owner, and the other leaves nothing behind.
 */
export async function claimInstallation(deps: IdentityDeps, input: ClaimInput, from: Sender): Promise<SignedIn> {
  if (await hasUsers(deps.db)) refuseClaimed()
  if (deps.config.isOpenToOthers && !input.setupCode) refuseWithoutCode()
  requireGoodPassword(input.password, input.email)
  const passwordHash = await hashPassword(input.password, deps.passwordCost)

  const now = deps.clock.now()
  const { email, timezone, locale, profileName, name = nameOf(email) } = input
  const { user, session } = await inTx(deps.db, async (tx) => {
    if (!(await takeFirstPlace(tx, deps, input.setupCode, now))) return refuseClaimed()
    const person = { email, name, role: 'superadmin', passwordHash, timezone, locale } as const
    const user = await openAccount(deps, tx, person, from, now)
    await deps.makeFirstProfile(tx, ownerOf(user, from, now), profileName)
    return { user, session: await openSession(tx, user, from, now) }
  })
  const identity = await signIdentityToken(deps, session, now)
  return { ...identity, refreshToken: session.refreshToken, user: presentUser(user) }
}

/** The part of the email address before the @, until the owner enters a better name. */
const nameOf = (email: string): string => email.slice(0, email.lastIndexOf('@')).slice(0, 100)

const ownerOf = (user: User, from: Sender, now: Date): Caller => ({
  kind: 'user',
  uid: user.id,
  role: user.role,
  plan: user.plan,
  keyId: null,
  scopes: null,
  onlyProfiles: null,
  signedInAt: now,
  sessionId: null,
  requestId: from.requestId,
})

function refuseClaimed(): never {
  refuse('installation_claimed', { detail: 'Sign in, or ask the owner for an invitation.' })
}
