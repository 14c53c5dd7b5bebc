import { timingSafeEqual } from 'node:crypto'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { Role } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps, Sender } from '../../deps.ts'
import { hashSecret } from '../../hash-secret.ts'
import { embeddedIssuer } from '../../issuers.ts'
import { hashPlace } from '../../passwords/attempts.ts'
import { hashPassword, requireGoodPassword } from '../../passwords/passwords.ts'
import { upsertPassword } from '../../passwords/store.ts'
import { presentUser } from '../../people/present.ts'
import { hasUsers, insertUser } from '../../people/store.ts'
import { hashCode } from '../../readable-code.ts'
import { openSession, type SignedIn, signIdentityToken } from '../../sessions/tokens.ts'
import type { SignUpInput } from '../schema.ts'
import { lockInstallation, setSetupCodeHash, spendInvite } from '../store.ts'

/**
 * Creates an account and signs it in. The decision whether the caller may sign up comes before the lookup of the
 * address: when sign-up is not open, nothing reveals which addresses have accounts. When it is open, `email_taken` has
 * to.
 */
export async function signUp(deps: IdentityDeps, input: SignUpInput, from: Sender): Promise<SignedIn> {
  await refuseHopeless(deps, input)
  requireGoodPassword(input.password, input.email)
  // A hash takes a quarter of a second, which is too long to hold a transaction open.
  const passwordHash = await hashPassword(input.password, deps.passwordCost)

  const now = deps.clock.now()
  const { user, session } = await inTx(deps.db, async (tx) => {
    const role = await takePlace(tx, deps, input, now)
    const id = newId<'usr'>(now)
    const user =
      (await insertUser(tx, {
        id,
        issuer: embeddedIssuer,
        subject: toWire('usr', id),
        email: input.email,
        name: input.name,
        role,
        plan: deps.config.defaultPlan,
        createdAt: now,
        updatedAt: now,
      })) ?? refuse('email_taken', { detail: 'This address already has an account. Sign in, or use another address.' })
    await upsertPassword(tx, id, passwordHash, now)
    await writeAudit(tx, {
      at: now,
      caller: { kind: 'user', uid: id, keyId: null, requestId: from.requestId },
      ownerUid: id,
      action: 'user.created',
      subject: user.subject,
      changes: { role: { from: null, to: role } },
    })
    await deps.emit(tx, { type: 'user.created', ownerUid: id })
    return { user, session: await openSession(tx, user, hashPlace(from.place), now) }
  })
  const identity = await signIdentityToken(deps, session, now)
  return { ...identity, refreshToken: session.refreshToken, user: presentUser(user) }
}

/** Refuses what needs neither a hash nor a lock. */
async function refuseHopeless(deps: IdentityDeps, input: SignUpInput): Promise<void> {
  const { signUp, isOpenToOthers } = deps.config
  if (await hasUsers(deps.db)) {
    if (signUp === 'closed') refuse('sign_up_closed')
    if (signUp === 'invite' && !input.inviteToken) refuseUninvited()
  } else if (isOpenToOthers && !input.setupCode) refuseWithoutCode()
}

/**
 * Decides whether the caller may sign up, and returns the role. The first account becomes superadmin and is created
 * under the lock of the installation.
 */
async function takePlace(tx: Tx, deps: IdentityDeps, input: SignUpInput, now: Date): Promise<Role> {
  if (!(await hasUsers(tx))) {
    const { setupCodeHash } = await lockInstallation(tx, now)
    // The previous holder of the lock may have created the first account.
    if (!(await hasUsers(tx))) {
      if (deps.config.isOpenToOthers) requireSetupCode(input.setupCode, setupCodeHash)
      await setSetupCodeHash(tx, null)
      return 'superadmin'
    }
  }
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

function requireSetupCode(given: string | undefined, hash: Buffer | null): void {
  if (given === undefined || !hash || !timingSafeEqual(hashCode(given), hash)) refuseWithoutCode()
}

function refuseWithoutCode(): never {
  refuse('setup_code_required', { detail: 'Send the `setupCode` that `posthorn start` printed.' })
}

function refuseUninvited(): never {
  refuse('invite_required', {
    detail: 'Send the `inviteToken` that was created for this address. It works once, within 7 days.',
  })
}
