import type { CompanySettings } from '#infra/config/company.ts'
import type { Tx } from '#infra/db/client.ts'
import { hasRole, type Role } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import type { Language } from '#kernel/language.ts'
import { type AuditActor, writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps, Sender } from '../deps.ts'
import {
  findUserByEmail,
  findUserBySubject,
  hasUsers,
  lockSuperadmins,
  lockUser,
  type User,
  updateUser,
} from '../people/store.ts'
import { openAccount } from '../sign-up/open-account.ts'
import { lockInstallation, spendInvitesTo } from '../sign-up/store.ts'
import type { CompanyPerson } from './provider.ts'
import { findIdentity, findIdentityOfUser, insertIdentity, recordSignIn } from './store.ts'

interface Arrival {
  readonly from: Sender
  readonly language: Language | null
  readonly now: Date
}

interface Found {
  /** The account, with its row locked. */
  readonly user: User
  /** False if the account is only found by its address, so that this sign-in connects it. */
  readonly isConnected: boolean
}

/**
 * Returns the account of a person who has signed in at the provider: the one that issuer and `sub` are connected with,
 * whatever address the provider sends now; otherwise the one with an address that both sides have verified. Changes
 * nothing, because the account's second factor is still unchecked.
 */
export async function findAccount(
  tx: Tx,
  { issuer, roles }: CompanySettings,
  person: CompanyPerson,
  now: Date,
): Promise<Found | undefined> {
  const isKnown = (await findIdentity(tx, issuer, person.subject)) !== undefined
  // First sign-ins wait for each other: two tabs of a new person create one account.
  if (!isKnown) await lockInstallation(tx, now)
  // The role follows later. Superadmins are locked before the own row, as elsewhere: the reverse order can deadlock.
  if (roles !== null) await lockSuperadmins(tx)
  const known = await findIdentity(tx, issuer, person.subject)
  if (known) return { user: (await lockUser(tx, known.uid)) ?? refuse('unauthenticated'), isConnected: true }
  const user = (await findEarlier(tx, issuer, person)) ?? (await findByAddress(tx, person))
  if (!user) return undefined
  await requireFree(tx, issuer, user)
  return { user, isConnected: false }
}

/**
 * Admits a person who has proved everything that their account requires: connects the account or records the sign-in,
 * and sets the role. Without an account, the person gets a new one, if the installation accepts it.
 */
export async function admitPerson(
  deps: IdentityDeps,
  tx: Tx,
  company: CompanySettings,
  { person, found, ...arrival }: Arrival & { readonly person: CompanyPerson; readonly found: Found | undefined },
): Promise<User> {
  const { issuer } = company
  const { from, now } = arrival
  const user = found?.user ?? (await welcome(deps, tx, company, person, arrival))
  if (found?.isConnected)
    await recordSignIn(tx, { issuer, subject: person.subject, email: person.email, lastUsedAt: now })
  else await connect(tx, { issuer, user, person, actor: actorOf(user.id, from), now })
  return await followRole(tx, company, { user, person, from, now })
}

const actorOf = (uid: UserId, { requestId }: Sender): AuditActor => ({ kind: 'user', uid, keyId: null, requestId })

/** Returns the account that the person used while the provider's tokens were accepted directly. */
async function findEarlier(tx: Tx, issuer: string, { subject }: CompanyPerson): Promise<User | undefined> {
  const user = await findUserBySubject(tx, issuer, subject)
  return user && (await lockUser(tx, user.id))
}

/**
 * Returns the account with the person's address. Both sides must have verified it: otherwise an account could be taken
 * over with an address that was only typed in at the provider, or shared with a stranger who opened it here first.
 */
async function findByAddress(tx: Tx, { email, isVerified }: CompanyPerson): Promise<User | undefined> {
  const found = email === null ? undefined : await findUserByEmail(tx, email)
  const user = found && (await lockUser(tx, found.id))
  if (!user) return undefined
  if (!isVerified) {
    refuse('company_address_unverified', {
      detail:
        `There is an account with ${email} here, but the identity provider hasn’t verified that it is your email. ` +
        'Sign in to that account with its password, then connect company sign-in under Sign-in and security.',
    })
  }
  if (!user.emailVerified) {
    refuse('company_address_unverified', {
      detail:
        `The account with ${email} here was never confirmed. Reset its password by email, sign in with it, then ` +
        'connect company sign-in under Sign-in and security.',
    })
  }
  return user
}

/** Connects an account that no other person at the provider is connected with. The caller has locked its row. */
export async function connect(
  tx: Tx,
  {
    issuer,
    user,
    person: { subject, email },
    actor,
    now,
  }: {
    readonly issuer: string
    readonly user: User
    readonly person: CompanyPerson
    readonly actor: AuditActor
    readonly now: Date
  },
): Promise<void> {
  await requireFree(tx, issuer, user)
  await insertIdentity(tx, { issuer, subject, uid: user.id, email, connectedAt: now, lastUsedAt: now })
  await writeAudit(tx, {
    at: now,
    caller: actor,
    ownerUid: user.id,
    action: 'company_sign_in.connected',
    subject: toWire('usr', user.id),
  })
}

/** Requires that no one is connected: an address can be given to a new colleague, who must not get the old account. */
async function requireFree(tx: Tx, issuer: string, user: User): Promise<void> {
  if (await findIdentityOfUser(tx, user.id, issuer)) {
    refuse('company_account_taken', {
      detail:
        'The account with your address is connected with another person at the identity provider. Ask an administrator.',
    })
  }
}

async function welcome(
  deps: IdentityDeps,
  tx: Tx,
  company: CompanySettings,
  { email, isVerified, name }: CompanyPerson,
  { from, language, now }: Arrival,
): Promise<User> {
  if (!(await hasUsers(tx))) {
    refuse('setup_code_required', {
      detail: 'This installation has no owner yet. Create the owner’s account first, with the link that start prints.',
    })
  }
  const { signUp } = deps.config
  if (!company.welcomesEveryone && signUp !== 'open') {
    const isInvited = email !== null && isVerified && (await spendInvitesTo(tx, email, now))
    if (!isInvited && signUp === 'closed') {
      refuse('sign_up_closed', { detail: 'Ask an administrator to invite your work email.' })
    }
    if (!isInvited) {
      refuse('invite_required', {
        detail:
          'A new account needs an invitation for an email that the identity provider has verified. Ask an ' +
          'administrator for one.',
      })
    }
  }
  const locale = language === null ? {} : { locale: language }
  const account = { email, emailVerified: isVerified, name, role: 'user', passwordHash: null, ...locale } as const
  return await openAccount(deps, tx, account, from, now)
}

/** Sets the role from the person's claim. The last superadmin stays one, so that someone can always administer. */
async function followRole(
  tx: Tx,
  { roles }: CompanySettings,
  { user, person, from, now }: { readonly user: User; readonly person: CompanyPerson } & Omit<Arrival, 'language'>,
): Promise<User> {
  if (roles === null) return user
  const given = roles.values.filter(({ value }) => person.roles.includes(value)).map(({ role }) => role)
  const role = given.reduce<Role>((highest, one) => (hasRole(highest, one) ? highest : one), 'user')
  if (role === user.role) return user
  const others = (await lockSuperadmins(tx)).filter((uid) => uid !== user.id)
  if (user.role === 'superadmin' && others.length === 0) return user
  await writeAudit(tx, {
    at: now,
    caller: actorOf(user.id, from),
    ownerUid: user.id,
    action: 'user.updated',
    subject: toWire('usr', user.id),
    changes: { role: { from: user.role, to: role } },
  })
  return await updateUser(tx, user.id, { role, updatedAt: now })
}
