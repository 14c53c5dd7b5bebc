import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { caps, requireBelow } from '#kernel/caps.ts'
import { refuse } from '#kernel/errors.ts'
import { newId, type PasskeyId, toWire } from '#kernel/ids.ts'
import type { Language } from '#kernel/language.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import { findIdentityOfUser } from '../company/store.ts'
import type { IdentityDeps, Sender } from '../deps.ts'
import { findPasswordHash } from '../passwords/store.ts'
import { presentUser } from '../people/present.ts'
import { findUser, lockUser, type User } from '../people/store.ts'
import { requireFreshSignIn } from '../require-fresh-sign-in.ts'
import { chooseLocale } from '../sessions/actions.ts'
import { type OpenedSession, openSession, type SignedIn, signIdentityToken } from '../sessions/tokens.ts'
import { suggestName } from '../webauthn/authenticator-names.ts'
import {
  algorithms,
  handleOf,
  refuseCopied,
  refuseUnknown,
  usePasskey,
  verifyPasskey,
  verifyRegistration,
} from '../webauthn/ceremony.ts'
import { challengeMs, issueChallenge } from '../webauthn/challenges.ts'
import { findRelyingParty, requireRelyingParty } from '../webauthn/relying-party.ts'
import type { Assertion } from '../webauthn/schema.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeysOf,
  lockPasskey,
  type Passkey,
  renamePasskeyRow,
} from '../webauthn/store.ts'
import type { AddPasskeyInput } from './schema.ts'

const present = ({ id, name, rpId, isBackedUp, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  host: rpId,
  isBackedUp,
  createdAt,
  lastUsedAt,
})

/** True if company sign-in has replaced this user's other ways to sign in, as it does with passwords. */
const isReplaced = ({ config }: Pick<IdentityDeps, 'config'>, { role }: Pick<User, 'role'>): boolean =>
  config.company?.replacesPasswords === true && role !== 'superadmin'

const refuseReplaced = (): never =>
  refuse('company_sign_in_required', { detail: 'Passkeys are only for superadmins here.' })

export async function listPasskeys(deps: Pick<IdentityDeps, 'db' | 'config'>, caller: Caller) {
  const passkeys = await listPasskeysOf(deps.db, caller.uid)
  const isAvailable = findRelyingParty(deps.config) !== null && !isReplaced(deps, caller)
  return { passkeys: passkeys.map(present), isAvailable, max: caps.passkeysOfUser }
}

/** Starts adding a passkey. A stolen token is not enough, because a passkey outlives it. */
export async function startRegistration(deps: IdentityDeps, caller: Caller, browser: string) {
  const party = requireRelyingParty(deps.config)
  const now = deps.clock.now()
  requireFreshSignIn(caller, now, 'Sign in again, then add the passkey within 15 minutes.')
  if (isReplaced(deps, caller)) refuseReplaced()
  const user = (await findUser(deps.db, caller.uid)) ?? refuse('unauthenticated')
  const others = await listPasskeysOf(deps.db, user.id)
  requireRoom(others)
  return {
    rp: { id: party.id, name: 'Posthorn' },
    user: { id: handleOf(user.id), name: user.email ?? user.name, displayName: user.name },
    challenge: await issueChallenge(deps.db, { browser, uid: user.id }, now),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: challengeMs,
    attestation: 'none' as const,
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    excludeCredentials: others
      .filter(({ rpId }) => rpId === party.id)
      .map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        type: 'public-key' as const,
        transports,
      })),
  }
}

function requireRoom(passkeys: readonly Passkey[]): void {
  requireBelow(
    'passkeysOfUser',
    passkeys.length,
    'passkeys_full',
    (most) => `An account can have ${most}. Remove one that you no longer use.`,
  )
}

export async function addPasskey(
  deps: IdentityDeps,
  caller: Caller,
  { name, transports = [], ...input }: AddPasskeyInput,
  browser: string | null,
) {
  const party = requireRelyingParty(deps.config)
  const now = deps.clock.now()
  requireFreshSignIn(caller, now, 'Sign in again, then add the passkey within 15 minutes.')
  if (isReplaced(deps, caller)) refuseReplaced()
  const { aaguid, ...credential } = await verifyRegistration(deps, party, input, {
    browser,
    uid: caller.uid,
  })
  return await inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const others = await listPasskeysOf(tx, user.id)
    requireRoom(others)
    const passkey: Passkey = {
      ...credential,
      id: newId<'pkey'>(now),
      uid: user.id,
      rpId: party.id,
      name:
        name ??
        suggestName(
          aaguid,
          others.map((other) => other.name),
        ),
      transports: [...new Set(transports)],
      createdAt: now,
      lastUsedAt: null,
    }
    if (!(await insertPasskey(tx, passkey))) refuse('passkey_taken')
    await report(deps, tx, { user, passkey, caller, now, as: 'passkey-added' })
    return present(passkey)
  })
}

const auditActions = { 'passkey-added': 'passkey.added', 'passkey-removed': 'passkey.removed' } as const

/** Tells the owner by email, and writes the audit entry. */
async function report(
  deps: IdentityDeps,
  tx: Tx,
  {
    user,
    passkey,
    caller,
    now,
    as,
  }: {
    readonly user: User
    readonly passkey: Passkey
    readonly caller: Caller
    readonly now: Date
    readonly as: keyof typeof auditActions
  },
): Promise<void> {
  const change = as === 'passkey-added' ? { from: null, to: passkey.name } : { from: passkey.name, to: null }
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: user.id,
    action: auditActions[as],
    subject: toWire('pkey', passkey.id),
    changes: { name: change },
  })
  if (user.email === null) return
  const values = { name: user.name, passkey: passkey.name, url: deps.config.publicUrl }
  await queueMail(deps, tx, { to: user.email, locale: user.locale, template: as, values })
}

async function lockOwn(tx: Tx, caller: Caller, id: PasskeyId): Promise<Passkey> {
  const passkey = (await lockPasskey(tx, id)) ?? refuse('passkey_not_found')
  return passkey.uid === caller.uid ? passkey : refuse('passkey_forbidden')
}

export async function renamePasskey(
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  caller: Caller,
  id: PasskeyId,
  name: string,
) {
  return await inTx(deps.db, async (tx) => {
    const passkey = await lockOwn(tx, caller, id)
    if (passkey.name === name) return present(passkey)
    await renamePasskeyRow(tx, id, name)
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: caller.uid,
      action: 'passkey.renamed',
      subject: toWire('pkey', id),
      changes: { name: { from: passkey.name, to: name } },
    })
    return present({ ...passkey, name })
  })
}

/** Removes a passkey. Sessions that were opened with it stay, like those opened with a password that was changed. */
export async function removePasskey(deps: IdentityDeps, caller: Caller, id: PasskeyId): Promise<void> {
  const now = deps.clock.now()
  requireFreshSignIn(caller, now, 'Sign in again, then remove the passkey within 15 minutes.')
  await inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const passkey = await lockOwn(tx, caller, id)
    await requireOtherWay(deps, tx, user, passkey)
    await deletePasskey(tx, id)
    await report(deps, tx, { user, passkey, caller, now, as: 'passkey-removed' })
  })
}

/** Requires a way to sign in that remains. The caller has locked the user's row. */
async function requireOtherWay({ config }: IdentityDeps, tx: Tx, user: User, passkey: Passkey): Promise<void> {
  if ((await findPasswordHash(tx, user.id)) !== null) return
  if (config.company && (await findIdentityOfUser(tx, user.id, config.company.issuer))) return
  const others = await listPasskeysOf(tx, user.id)
  if (others.some(({ id, rpId }) => id !== passkey.id && rpId === passkey.rpId)) return
  refuse('password_required', {
    detail: 'This is the only way to sign in to your account. Set a password or add another passkey first.',
  })
}

export async function startSignIn(deps: Pick<IdentityDeps, 'db' | 'clock' | 'config'>, browser: string) {
  const party = requireRelyingParty(deps.config)
  return {
    challenge: await issueChallenge(deps.db, { browser }, deps.clock.now()),
    rpId: party.id,
    timeout: challengeMs,
    userVerification: 'required' as const,
  }
}

interface Entered {
  readonly opened: OpenedSession
  readonly user: User
}

/**
 * Signs in the owner of a passkey. It counts as both factors: the authenticator has the key, and has verified the
 * person with a fingerprint, a face or a PIN. So a code is not required.
 */
export async function signInWithPasskey(
  deps: IdentityDeps,
  given: Assertion,
  browser: string | null,
  from: Sender,
  language: Language | null,
): Promise<SignedIn> {
  const now = deps.clock.now()
  const proved = await verifyPasskey(deps, given, browser)
  const outcome = await inTx(deps.db, async (tx): Promise<'copied' | Entered> => {
    const user = (await lockUser(tx, proved.passkey.uid)) ?? refuseUnknown()
    if (user.disabledAt) return refuse('user_disabled')
    if (isReplaced(deps, user)) return refuseReplaced()
    const actor = { kind: 'user', uid: user.id, keyId: null, requestId: from.requestId } as const
    if ((await usePasskey(tx, actor, proved, now)) === 'copied') return 'copied'
    const opened = await openSession(tx, user, from, now)
    return { opened, user: await chooseLocale(tx, user, { language, now, from }) }
  })
  if (outcome === 'copied') return refuseCopied()
  const { opened, user } = outcome
  const identity = await signIdentityToken(deps, opened, now)
  return { ...identity, refreshToken: opened.refreshToken, user: presentUser(deps, user) }
}
