import { randomBytes } from 'node:crypto'
import type { CompanySettings } from '#infra/config/company.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, before, hours, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type SessionId, toWire, type UserId } from '#kernel/ids.ts'
import type { Language } from '#kernel/language.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { hashBrowser } from '../bound-browser.ts'
import type { IdentityDeps, Sender } from '../deps.ts'
import { hashSecret } from '../hash-secret.ts'
import { findPasswordHash } from '../passwords/store.ts'
import { presentUser } from '../people/present.ts'
import { lockUser, type User } from '../people/store.ts'
import { requireFreshSignIn } from '../require-fresh-sign-in.ts'
import { proveFactor, refuseUnproved, type Unproved } from '../second-factor/second-factor.ts'
import { type OpenedSession, openSession, type SignedIn, signIdentityToken } from '../sessions/tokens.ts'
import { lockInstallation } from '../sign-up/store.ts'
import { type Proved as ProvedByPasskey, refuseOfAnother } from '../webauthn/ceremony.ts'
import { hasPasskey } from '../webauthn/relying-party.ts'
import { admitPerson, connect, findAccount } from './admit.ts'
import type { CompanyPerson, CompanyProvider } from './provider.ts'
import {
  deleteFlow,
  deleteIdentity,
  type Flow,
  findIdentity,
  findIdentityOfUser,
  findSealedToken,
  insertCompanySession,
  insertFlow,
  lockProvedFlow,
  setProved,
  spendFlow,
} from './store.ts'

export interface CompanyDeps extends IdentityDeps {
  /** Null if the operator has not set up company sign-in. */
  readonly provider: CompanyProvider | null
}

/** The time that a person has at the provider. */
export const flowMs = minutes(10)

const flowBinding = (stateHash: string): string => `company_flow.sealed_id_token:${stateHash}`
const personBinding = (stateHash: string): string => `company_flow.sealed_person:${stateHash}`
const sessionBinding = (sessionId: string): string => `company_session.sealed_id_token:${sessionId}`
export const bindings = { flow: flowBinding, person: personBinding, session: sessionBinding }

const hexOf = (hash: Buffer): string => `\\x${hash.toString('hex')}`

export function requireCompany({ provider, config }: CompanyDeps): {
  readonly provider: CompanyProvider
  readonly company: CompanySettings
} {
  if (!provider || !config.company) return refuse('company_sign_in_not_configured')
  return { provider, company: config.company }
}

/**
 * Starts a sign-in, or the connection of the account `uid`. Returns the page of the provider to open. `isAgain`: the
 * person is signed in already, and a silent sign-in at the provider would prove nothing new.
 */
export async function startFlow(
  deps: CompanyDeps,
  {
    browser,
    next = null,
    uid = null,
    isAgain = false,
  }: {
    readonly browser: string
    readonly next?: string | null
    readonly uid?: UserId | null
    readonly isAgain?: boolean
  },
): Promise<string> {
  const { provider } = requireCompany(deps)
  // The page that the provider sends the browser back to tells the two kinds apart by the first letter.
  const state = `${uid === null ? 's' : 'c'}.${randomBytes(32).toString('base64url')}`
  const url = await provider.signInUrl(state, { isAgain })
  const now = deps.clock.now()
  await insertFlow(deps.db, {
    stateHash: hashSecret(state),
    browserHash: hashBrowser('company', browser),
    next,
    uid,
    createdAt: now,
    expiresAt: after(now, flowMs),
  })
  return url
}

interface Returned {
  readonly state: string
  readonly code: string
  readonly iss?: string | undefined
}

async function redeem(
  deps: CompanyDeps,
  { state, code, iss }: Returned,
  browser: string | null,
  uid: UserId | null,
): Promise<{ readonly flow: Flow; readonly person: CompanyPerson }> {
  const { provider } = requireCompany(deps)
  const flow =
    browser === null
      ? undefined
      : await spendFlow(deps.db, hashSecret(state), hashBrowser('company', browser), deps.clock.now())
  if (!flow || flow.uid !== uid) return refuse('oauth_state_invalid')
  return { flow, person: await provider.redeem({ state, code, iss }) }
}

interface Entered {
  readonly kind: 'entered'
  readonly user: User
  readonly opened: OpenedSession
  readonly next: string | null
}

/**
 * Signs the person in whom the provider has sent back. If their account has a second factor, the first call is refused
 * with `mfa_required`, and the next one with the same state sends the code: the provider's code works only once.
 */
export async function finishSignIn(
  deps: CompanyDeps,
  {
    totp,
    passkey,
    ...returned
  }: Returned & { readonly totp?: string | undefined; readonly passkey?: ProvedByPasskey | undefined },
  browser: string | null,
  from: Sender,
  language: Language | null,
): Promise<SignedIn & { readonly next: string | null }> {
  const { company } = requireCompany(deps)
  const factor = passkey ?? totp
  const proved =
    factor !== undefined && browser !== null
      ? await enterProved(deps, company, { ...returned, factor, browser }, { from, language })
      : null
  const outcome = proved ?? (await enter(deps, company, returned, { browser, totp, from, language }))
  if (outcome.kind !== 'entered') return refuseUnproved(outcome)
  deps.callers.clear()
  const { user, opened, next } = outcome
  const identity = await signIdentityToken(deps, opened, deps.clock.now())
  return { ...identity, refreshToken: opened.refreshToken, user: presentUser(deps, user), next }
}

async function enter(
  deps: CompanyDeps,
  company: CompanySettings,
  returned: Returned,
  {
    browser,
    totp,
    from,
    language,
  }: { browser: string | null; totp: string | undefined; from: Sender; language: Language | null },
): Promise<Unproved | Entered> {
  const { flow, person } = await redeem(deps, returned, browser, null)
  const now = deps.clock.now()
  return await inTx(deps.db, async (tx): Promise<Unproved | Entered> => {
    const found = await findAccount(tx, company, person, now)
    if (found?.user.disabledAt) return refuse('user_disabled')
    const unproved = found && (await checkFactor(deps, tx, found.user, totp, from, now))
    // This commits, so nothing of the account may have changed: the provider alone has not proved its owner.
    if (unproved) {
      await setProved(tx, flow.stateHash, { provedUid: found.user.id, ...sealPerson(deps, flow.stateHash, person) })
      return unproved
    }
    const user = await admitPerson(deps, tx, company, { person, found, from, language, now })
    return await open(deps, tx, { user, flow, person, from, now })
  })
}

/** Continues a sign-in that lacked only its second factor. Null if there is none. */
async function enterProved(
  deps: CompanyDeps,
  company: CompanySettings,
  {
    state,
    factor,
    browser,
  }: { readonly state: string; readonly factor: ProvedByPasskey | string; readonly browser: string },
  { from, language }: { readonly from: Sender; readonly language: Language | null },
): Promise<Unproved | Entered | null> {
  const now = deps.clock.now()
  return await inTx(deps.db, async (tx): Promise<Unproved | Entered | null> => {
    const flow = await lockProvedFlow(tx, hashSecret(state), hashBrowser('company', browser), now)
    const person = flow && openPerson(deps, flow)
    if (!person) return null
    const found = await findAccount(tx, company, person, now)
    // Since the first step, the account may have got another address, or the person another account.
    if (!found || found.user.id !== flow.provedUid) return refuse('oauth_state_invalid')
    if (found.user.disabledAt) return refuse('user_disabled')
    if (typeof factor === 'object' && factor.passkey.uid !== found.user.id) return refuseOfAnother()
    const unproved = await checkFactor(deps, tx, found.user, factor, from, now)
    if (unproved) return unproved
    const user = await admitPerson(deps, tx, company, { person, found, from, language, now })
    return await open(deps, tx, { user, flow, person, from, now })
  })
}

/** Seals what the provider proved, for the step that sends the code of the second factor. */
function sealPerson({ seal }: CompanyDeps, stateHash: Buffer, { idToken, ...claims }: CompanyPerson) {
  const key = hexOf(stateHash)
  return {
    sealedIdToken: seal.seal(idToken, flowBinding(key)),
    sealedPerson: seal.seal(JSON.stringify(claims), personBinding(key)),
  }
}

function openPerson({ seal }: CompanyDeps, flow: Flow): CompanyPerson | null {
  if (!flow.sealedIdToken || !flow.sealedPerson) return null
  const key = hexOf(flow.stateHash)
  const claims = JSON.parse(seal.open(flow.sealedPerson, personBinding(key)).toString('utf8'))
  return { ...claims, idToken: seal.open(flow.sealedIdToken, flowBinding(key)).toString('utf8') }
}

async function checkFactor(
  deps: CompanyDeps,
  tx: Tx,
  user: User,
  given: ProvedByPasskey | string | undefined,
  { requestId }: Sender,
  now: Date,
): Promise<Unproved | null> {
  if (!user.mfaEnabled) return null
  const actor = { kind: 'user', uid: user.id, keyId: null, requestId } as const
  const proof = await proveFactor(deps, tx, actor, given, now)
  return proof.kind === 'proved' || proof.kind === 'not-enrolled' ? null : proof
}

async function open(
  deps: CompanyDeps,
  tx: Tx,
  { user, flow, person, from, now }: { user: User; flow: Flow; person: CompanyPerson; from: Sender; now: Date },
): Promise<Entered> {
  const opened = await openSession(tx, user, from, now, signedInAtOf(person, now))
  await insertCompanySession(tx, opened.id, deps.seal.seal(person.idToken, sessionBinding(opened.id)))
  await deleteFlow(tx, flow.stateHash)
  return { kind: 'entered', user, opened, next: flow.next }
}

/** Returns the time of the sign-in at the provider. More than an hour adds nothing, but would shorten the session. */
function signedInAtOf({ authenticatedAtMs }: CompanyPerson, now: Date): Date {
  const earliestMs = before(now, hours(1)).getTime()
  return new Date(Math.max(Math.min(authenticatedAtMs ?? now.getTime(), now.getTime()), earliestMs))
}

/** Starts connecting the caller's account. A stolen token is not enough, because a connection outlives it. */
export async function startConnection(deps: CompanyDeps, caller: Caller, browser: string): Promise<string> {
  requireCompany(deps)
  requireFreshSignIn(caller, deps.clock.now(), 'Sign in again, then connect company sign-in within 15 minutes.')
  return await startFlow(deps, { browser, uid: caller.uid })
}

/** Connects the caller's account with the person whom the provider has sent back. The caller must have started it. */
export async function finishConnection(
  deps: CompanyDeps,
  caller: Caller,
  returned: Returned,
  browser: string | null,
): Promise<void> {
  const { company } = requireCompany(deps)
  const { flow, person } = await redeem(deps, returned, browser, caller.uid)
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    // A first sign-in of the same person may create an account at the same time.
    await lockInstallation(tx, now)
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const known = await findIdentity(tx, company.issuer, person.subject)
    if (known?.uid === user.id) return await deleteFlow(tx, flow.stateHash)
    if (known) {
      refuse('company_account_taken', {
        detail: 'You are already connected with another account here. Sign in to that one and disconnect it first.',
      })
    }
    await connect(tx, { issuer: company.issuer, user, person, actor: caller, now })
    await deleteFlow(tx, flow.stateHash)
  })
}

/** Ends the connection of the caller's account. Without a password, there would be no way to sign in any more. */
export async function endConnection(deps: CompanyDeps, caller: Caller): Promise<void> {
  const { company } = requireCompany(deps)
  const now = deps.clock.now()
  requireFreshSignIn(caller, now, 'Sign in again, then disconnect company sign-in within 15 minutes.')
  await inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    if (!(await findIdentityOfUser(tx, user.id, company.issuer))) return
    if ((await findPasswordHash(tx, user.id)) === null && !(await hasPasskey(deps.config, tx, user.id))) {
      refuse('password_required', {
        detail: 'Set a password or add a passkey under Sign-in and security first, so that you can still sign in.',
      })
    }
    await deleteIdentity(tx, user.id, company.issuer)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: 'company_sign_in.disconnected',
      subject: toWire('usr', user.id),
    })
  })
}

/** Returns whether the caller's account is connected, and with which address at the provider. */
export async function readConnection(deps: CompanyDeps, caller: Caller) {
  const issuer = deps.config.company?.issuer
  const identity = issuer === undefined ? undefined : await findIdentityOfUser(deps.db, caller.uid, issuer)
  return {
    isAvailable: deps.provider !== null,
    isConnected: identity !== undefined,
    email: identity?.email ?? null,
    connectedAt: identity?.connectedAt ?? null,
  }
}

/** Returns where a session that was opened at the provider also signs out there. Null for any other session. */
export async function findSignOutUrl(
  { db, seal, provider }: Pick<CompanyDeps, 'db' | 'seal' | 'provider'>,
  sessionId: SessionId,
): Promise<string | null> {
  if (!provider) return null
  const sealed = await findSealedToken(db, sessionId)
  if (!sealed) return null
  return await provider.signOutUrl(seal.open(sealed, sessionBinding(sessionId)).toString('utf8'))
}
