import { inTx, type Tx } from '#infra/db/client.ts'
import type { Role } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { IdentityDeps, Sender } from '../../deps.ts'
import { hashSecret } from '../../hash-secret.ts'
import { hashPassword, requireGoodPassword } from '../../passwords/passwords.ts'
import { presentUser } from '../../people/present.ts'
import { hasUsers } from '../../people/store.ts'
import { openSession, type SignedIn, signIdentityToken } from '../../sessions/tokens.ts'
import { refuseWithoutCode, takeFirstPlace } from '../first-place.ts'
import { openAccount } from '../open-account.ts'
import type { SignUpInput } from '../schema.ts'
import { spendInvite } from '../store.ts'

/**
 * Creates an account and signs it in. Whether the caller may sign up is decided before the address is looked up: if
 * sign-up is not open, nothing reveals which addresses have accounts. If it is open, `email_taken` has to.
 */
export async function signUp(deps: IdentityDeps, input: SignUpInput, from: Sender): Promise<SignedIn> {
  await refuseHopeless(deps, input)
  requireGoodPassword(input.password, input.email)
  // A hash takes a quarter of a second, which is too long to hold a transaction open.
  const passwordHash = await hashPassword(input.password, deps.passwordCost)

  const now = deps.clock.now()
  const { user, session } = await inTx(deps.db, async (tx) => {
    const role = await takePlace(tx, deps, input, now)
    const { email, name, timezone, locale } = input
    const user = await openAccount(deps, tx, { email, name, role, passwordHash, timezone, locale }, from, now)
    return { user, session: await openSession(tx, user, from, now) }
  })
  const identity = await signIdentityToken(deps, session, now)
  return { ...identity, refreshToken: session.refreshToken, user: presentUser(user) }
}

/** Performs the checks that need neither a hash nor a lock. */
async function refuseHopeless(deps: IdentityDeps, input: SignUpInput): Promise<void> {
  const { signUp, isOpenToOthers } = deps.config
  if (await hasUsers(deps.db)) {
    if (signUp === 'closed') refuse('sign_up_closed')
    if (signUp === 'invite' && !input.inviteToken) refuseUninvited()
  } else if (isOpenToOthers && !input.setupCode) refuseWithoutCode()
}

/** Decides whether the caller may sign up, and returns the role. The first account becomes superadmin. */
async function takePlace(tx: Tx, deps: IdentityDeps, input: SignUpInput, now: Date): Promise<Role> {
  if (await takeFirstPlace(tx, deps, input.setupCode, now)) return 'superadmin'
  switch (deps.config.signUp) {
    case 'closed':
      return refuse('sign_up_closed')
    case 'invite': {
      const token = input.inviteToken
      if (!token || !(await spendInvite(tx, hashSecret(token), input.email, now))) refuseUninvited()
      return 'user'
    }
    case 'open':
      return 'user'
    default:
      return deps.config.signUp satisfies never
  }
}

function refuseUninvited(): never {
  refuse('invite_required', {
    detail: 'Send the `inviteToken` that was created for this address. It works once, within 7 days.',
  })
}
