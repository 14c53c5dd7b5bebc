import { randomBytes } from 'node:crypto'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller, Role } from '#kernel/caller.ts'
import { after, days } from '#kernel/clock.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { sentences } from '#rules/faults/sentences.ts'
import type { IdentityDeps, Sender } from '../deps.ts'
import { formatCode, hashCode, hashSecret } from '../hash-secret.ts'
import { getIssuer, hasOuterProvider } from '../issuers.ts'
import { hashPassword, requireGoodPassword } from '../passwords/passwords.ts'
import { presentUser } from '../people/present.ts'
import { findUserByEmail, hasUsers, type User } from '../people/store.ts'
import { openSession, type SignedIn, signIdentityToken } from '../sessions/tokens.ts'
import { findRelyingParty } from '../webauthn/relying-party.ts'
import { openAccount, refuseWithoutCode, takeFirstPlace } from './open-account.ts'
import { type ClaimInput, type SignUpInput, signUpBody } from './schema.ts'
import { insertInvite, lockInstallation, setSetupCodeHash, spendInvite } from './store.ts'

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
  return { ...identity, refreshToken: session.refreshToken, user: presentUser(deps, user) }
}

/** Performs the checks that need neither a hash nor a lock. */
async function refuseHopeless(deps: IdentityDeps, input: SignUpInput): Promise<void> {
  const { signUp, isOpenToOthers, company } = deps.config
  if (await hasUsers(deps.db)) {
    if (company?.replacesPasswords) {
      refuse('company_sign_in_required', { detail: 'Sign in with the button. Your account is then created.' })
    }
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

/**
 * Creates the owner of a new installation together with a first profile, and signs the owner in. This is one
 * transaction: if two people try, one becomes the owner, and the other attempt leaves nothing behind.
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
  return { ...identity, refreshToken: session.refreshToken, user: presentUser(deps, user) }
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

const goodForDays = 7

/** Creates a single-use invitation to sign up with this address. The operator who requested it passes it on. */
export async function inviteToSignUp(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'config'>,
  address: string,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const read = signUpBody.shape.email.safeParse(address)
  if (!read.success) {
    return refuseInput({
      path: '/email',
      code: 'invalid_format',
      message: sentences.email,
      params: { rule: 'email' },
    })
  }
  const email = read.data
  const token = randomBytes(32).toString('base64url')
  const now = deps.clock.now()
  const expiresAt = after(now, days(goodForDays))
  await inTx(deps.db, async (tx) => {
    if (await findUserByEmail(tx, email, getIssuer(deps.config)))
      refuse('email_taken', { detail: `${email} already has an account.` })
    await insertInvite(tx, { tokenHash: hashSecret(token), email, invitedBy: null, createdAt: now, expiresAt })
    await writeAudit(tx, {
      at: now,
      caller: null,
      ownerUid: null,
      action: 'sign-up-invite.created',
      subject: 'sign-up-invite',
    })
  })
  return { token, expiresAt }
}

/**
 * Returns the setup code that the first sign-up must send if others can reach the service. Null if no code is needed.
 * The code is derived from the installation's id and SECRET_KEY, so that several processes print the same code and a
 * restart does not invalidate a code that was already copied. The code is valid until the first account exists.
 */
export async function ensureSetupCode(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'seal'> & {
    readonly config: Pick<IdentityDeps['config'], 'isOpenToOthers' | 'oidc'>
  },
): Promise<string | null> {
  if (hasOuterProvider(deps.config) || !deps.config.isOpenToOthers || (await hasUsers(deps.db))) return null
  return await inTx(deps.db, async (tx) => {
    const { id } = await lockInstallation(tx, deps.clock.now())
    if (await hasUsers(tx)) return null
    const code = formatCode(deps.seal.hmac('setup code', id))
    await setSetupCodeHash(tx, hashCode(code))
    return code
  })
}

/** Returns what a page can offer to someone who is not signed in. */
export async function readSignInOptions({ db, config }: Pick<IdentityDeps, 'db' | 'config'>) {
  const isClaimed = await hasUsers(db)
  return {
    identityProvider: config.oidc?.issuer ?? null,
    isClaimed,
    needsSetupCode: !hasOuterProvider(config) && !isClaimed && config.isOpenToOthers,
    signUp: config.signUp,
    passkeys: !hasOuterProvider(config) && findRelyingParty(config) !== null,
    company: config.company && { label: config.company.label, replacesPasswords: config.company.replacesPasswords },
  }
}
