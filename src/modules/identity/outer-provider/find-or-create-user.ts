import { inTx, type Tx } from '#infra/db/client.ts'
import type { Role } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { cleanName } from '#kernel/text/one-line.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { OuterDeps } from '../deps.ts'
import { deletePassword } from '../passwords/store.ts'
import {
  findDeparture,
  findUserByEmail,
  findUserBySubject,
  findVerifiedUserElsewhere,
  hashSubject,
  hasUsers,
  insertUser,
  lockUser,
  type User,
  updateUser,
} from '../people/store.ts'
import type { Claims } from '../provider/verifier.ts'
import { endUserSessions } from '../session-store.ts'
import { signUpBody } from '../sign-up/schema.ts'
import { lockInstallation, setSetupCodeHash, spendInvitesTo } from '../sign-up/store.ts'

/**
 * The identity provider's claims about a user. An email address counts as verified only if the provider sends
 * `email_verified`.
 */
interface ProviderUser {
  readonly subject: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string
  readonly issuedAt: Date | null
}

/** Returns the user that the token belongs to. A new user gets an account, according to SIGN_UP. */
export async function findOrCreateUser(deps: OuterDeps, issuer: string, claims: Claims): Promise<User> {
  const providerUser = read(claims)
  const known = await findUserBySubject(deps.db, issuer, providerUser.subject)
  if (known) return isNews(known, providerUser) ? await followAddress(deps, known, providerUser) : known

  // The lock serializes first requests: two requests from one new user create one account, and only one new user
  // becomes the first.
  return await inTx(deps.db, async (tx) => {
    await lockInstallation(tx, deps.clock.now())
    return (
      (await findUserBySubject(tx, issuer, providerUser.subject)) ??
      (await linkByAddress(deps, tx, issuer, providerUser)) ??
      (await welcome(deps, tx, issuer, providerUser))
    )
  })
}

function read({ subject, payload }: Claims): ProviderUser {
  if (subject.length > 255 || /\p{Cc}/u.test(subject) || !subject.isWellFormed()) {
    refuse('unauthenticated', {
      detail: 'The `sub` of the token is longer than 255 characters or contains control characters.',
    })
  }
  const email = signUpBody.shape.email.safeParse(payload.email).data ?? null
  const verified = payload.email_verified
  const names = [payload.name, payload.preferred_username, email?.split('@')[0]]
  return {
    subject,
    email,
    emailVerified: email !== null && (verified === true || verified === 'true'),
    name: names.map(plainName).find((name) => name !== '') ?? 'New user',
    issuedAt: payload.iat === undefined ? null : new Date(payload.iat * 1_000),
  }
}

const plainName = (name: unknown): string => (typeof name === 'string' ? cleanName(name, 100) : '')

/**
 * Links the account that the user had here before this provider was set up. Both sides must have verified the address:
 * otherwise a user could be linked to an account that another person created in their name, and both would share it.
 */
async function linkByAddress(
  deps: OuterDeps,
  tx: Tx,
  issuer: string,
  providerUser: ProviderUser,
): Promise<User | undefined> {
  if (providerUser.email === null || !providerUser.emailVerified) return undefined
  const found = await findVerifiedUserElsewhere(tx, providerUser.email, issuer)
  const user = found && (await lockUser(tx, found.id))
  if (!user) return undefined
  const now = deps.clock.now()
  const email = await freeAddress(deps, tx, issuer, providerUser)
  const wanted = { issuer, subject: providerUser.subject, email, emailVerified: email !== null }
  await updateUser(tx, user.id, { ...wanted, updatedAt: now })
  // Earlier sessions and the password are revoked, so that they do not work again if the provider is removed later.
  await endUserSessions(tx, user.id, now)
  await deletePassword(tx, user.id)
  await audit(deps, tx, user, { issuer: { from: user.issuer, to: issuer } })
  return { ...user, ...wanted }
}

async function welcome(deps: OuterDeps, tx: Tx, issuer: string, providerUser: ProviderUser): Promise<User> {
  const left = await findDeparture(tx, hashSubject(issuer, providerUser.subject))
  if (left && !(providerUser.issuedAt && providerUser.issuedAt > left)) {
    refuse('unauthenticated', { detail: 'This account was deleted. Sign in again to create a new one.' })
  }
  const now = deps.clock.now()
  const role = await takePlace(deps, tx, providerUser, now)
  const email = await freeAddress(deps, tx, issuer, providerUser)
  const id = newId<'usr'>(now)
  const user = await insertUser(tx, {
    id,
    issuer,
    subject: providerUser.subject,
    email,
    emailVerified: email !== null && providerUser.emailVerified,
    name: providerUser.name,
    role,
    plan: deps.config.defaultPlan,
    createdAt: now,
    updatedAt: now,
  })
  if (!user) throw new Error('another transaction inserted the user despite the lock')
  await writeAudit(tx, {
    at: now,
    caller: null,
    ownerUid: id,
    action: 'user.created',
    subject: toWire('usr', id),
    changes: { role: { from: null, to: role } },
  })
  await deps.emit(tx, { type: 'user.created', ownerUid: id })
  return user
}

/**
 * Applies SIGN_UP and returns the new user's role. The first account would need the setup code, which a token cannot
 * contain, so it needs an invitation instead: otherwise the first holder of any account at the provider would own the
 * installation.
 */
async function takePlace(deps: OuterDeps, tx: Tx, providerUser: ProviderUser, now: Date): Promise<Role> {
  const { signUp, isOpenToOthers } = deps.config
  const isFirst = !(await hasUsers(tx))
  if (!isFirst && signUp === 'closed') refuse('sign_up_closed')
  if (isFirst ? isOpenToOthers : signUp === 'invite') {
    const invited =
      providerUser.email !== null && providerUser.emailVerified && (await spendInvitesTo(tx, providerUser.email, now))
    if (!invited) {
      refuse('invite_required', {
        detail:
          'A new account requires an invitation for an email address that the identity provider has verified (`email_verified`). A server administrator creates one with `posthorn user invite EMAIL`.',
      })
    }
  }
  if (isFirst) await setSetupCodeHash(tx, null)
  return isFirst ? 'superadmin' : 'user'
}

/**
 * Returns the address, or null if another user of this provider has it. A verified address takes precedence over an
 * unverified one.
 */
async function freeAddress(
  deps: OuterDeps,
  tx: Tx,
  issuer: string,
  providerUser: ProviderUser,
): Promise<string | null> {
  if (providerUser.email === null) return null
  const holder = await findUserByEmail(tx, providerUser.email, issuer)
  if (!holder || holder.subject === providerUser.subject) return providerUser.email
  if (!providerUser.emailVerified || holder.emailVerified) return null
  await updateUser(tx, holder.id, { email: null, emailVerified: false, updatedAt: deps.clock.now() })
  await audit(deps, tx, holder, { email: { from: holder.email, to: null } })
  return providerUser.email
}

/** True if the provider reports a new address. A token issued before the last change does not count as new. */
function isNews(user: User, providerUser: ProviderUser): boolean {
  if (providerUser.email === null || !providerUser.issuedAt || providerUser.issuedAt <= user.updatedAt) return false
  return (
    providerUser.email.toLowerCase() !== user.email?.toLowerCase() ||
    (providerUser.emailVerified && !user.emailVerified)
  )
}

function followAddress(deps: OuterDeps, known: User, providerUser: ProviderUser): Promise<User> {
  return inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, known.id)) ?? refuse('unauthenticated')
    const email = isNews(user, providerUser) ? await freeAddress(deps, tx, user.issuer, providerUser) : null
    if (email === null) return user
    const wanted = { email, emailVerified: providerUser.emailVerified }
    await updateUser(tx, user.id, { ...wanted, updatedAt: deps.clock.now() })
    await audit(deps, tx, user, {
      email: { from: user.email, to: email },
      emailVerified: { from: user.emailVerified, to: providerUser.emailVerified },
    })
    return { ...user, ...wanted }
  })
}

async function audit(
  deps: OuterDeps,
  tx: Tx,
  user: User,
  changes: NonNullable<Parameters<typeof writeAudit>[1]['changes']>,
): Promise<void> {
  const at = deps.clock.now()
  await writeAudit(tx, {
    at,
    caller: null,
    ownerUid: user.id,
    action: 'user.updated',
    subject: toWire('usr', user.id),
    changes,
  })
}
