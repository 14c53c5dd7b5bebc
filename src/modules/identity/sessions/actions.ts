import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type SessionId, toWire } from '#kernel/ids.ts'
import type { Language } from '#kernel/language.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps, Sender } from '../deps.ts'
import { hashSecret } from '../hash-secret.ts'
import { reportPasswordGuesses } from '../passwords/actions.ts'
import { countAttempt, failuresBeforeWarning, forgiveAttempt, hashPlace } from '../passwords/attempts.ts'
import { hashPassword, isHashOutdated, verifyPassword } from '../passwords/passwords.ts'
import { findPasswordByEmail, findPasswordHash, upsertPassword } from '../passwords/store.ts'
import { presentUser } from '../people/present.ts'
import { findUser, lockUser, type User, updateUser } from '../people/store.ts'
import { proveFactor, refuseUnproved, type Unproved } from '../second-factor/second-factor.ts'
import {
  endSession,
  extendSession,
  type ListedSession,
  listLiveSessions,
  lockLiveSession,
  lockSessionByToken,
  type Session,
  spendRefreshToken,
} from '../session-store.ts'
import { refuseOfAnother, verifyPasskey } from '../webauthn/ceremony.ts'
import type { Assertion } from '../webauthn/schema.ts'
import type { SignInInput } from './schema.ts'
import {
  addRefreshToken,
  type OpenedSession,
  openSession,
  type SignedIn,
  sessionIdleMs,
  sessionMaxMs,
  signIdentityToken,
} from './tokens.ts'

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
  {
    language = null,
    passkey,
    browser = null,
  }: {
    /** The browser's language, for a user who has not chosen one. */
    readonly language?: Language | null
    /** A passkey in place of a code, with the browser that requested its challenge. */
    readonly passkey?: Assertion | undefined
    readonly browser?: string | null
  } = {},
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
  const proved = user.mfaEnabled && passkey ? await verifyPasskey(deps, passkey, browser) : null
  if (proved && proved.passkey.uid !== user.id) refuseOfAnother()
  const outcome = await inTx(deps.db, async (tx): Promise<Unproved | Entered> => {
    // A reset may have replaced the password since the check; a session opened now would outlive the reset.
    const present = await lockUser(tx, user.id)
    if ((await findPasswordHash(tx, user.id)) !== user.passwordHash) return refuse('invalid_credentials')
    if (!present) return refuse('invalid_credentials')
    if (present.disabledAt) return refuse('user_disabled')
    // Superadmins keep their password, so that someone can sign in while the provider is down.
    if (deps.config.company?.replacesPasswords && present.role !== 'superadmin') {
      return refuse('company_sign_in_required', { detail: 'Use the button on the sign-in page.' })
    }
    if (user.mfaEnabled) {
      const actor = { kind: 'user', uid: user.id, keyId: null, requestId } as const
      const proof = await proveFactor(deps, tx, actor, proved ?? input.totp, now)
      if (proof.kind !== 'proved' && proof.kind !== 'not-enrolled') return proof
    }
    const opened = await openSession(tx, user, from, now)
    if (betterHash) await upsertPassword(tx, user.id, betterHash, now)
    return { opened, reader: await chooseLocale(tx, present, { language, now, from }) }
  })
  if ('kind' in outcome) return refuseUnproved(outcome)
  const { opened, reader } = outcome
  const identity = await signIdentityToken(deps, opened, now)
  return { ...identity, refreshToken: opened.refreshToken, user: presentUser(deps, reader) }
}

type Outcome =
  | { readonly kind: 'rotated'; readonly session: Session; readonly refreshToken: string; readonly user: User }
  | { readonly kind: 'reused' }
  | { readonly kind: 'unknown' }

/**
 * Exchanges a refresh token for the next one. A second use means that two parties have the token, and it is unknown
 * which of them is the thief. So the entire token family is revoked, including the tokens that the first use returned,
 * even if both uses race. A client that runs in several windows must let only one of them refresh (in a browser:
 * `navigator.locks`).
 */
export async function refresh(deps: IdentityDeps, token: string): Promise<SignedIn> {
  const now = deps.clock.now()
  const outcome = await exchange(deps, hashSecret(token), now)
  switch (outcome.kind) {
    case 'rotated': {
      const identity = await signIdentityToken(deps, outcome.session, now)
      return { ...identity, refreshToken: outcome.refreshToken, user: presentUser(deps, outcome.user) }
    }
    case 'reused':
      deps.callers.clear()
      return refuse('refresh_token_invalid', {
        detail: 'This refresh token was already used, so the session was revoked for security. Sign in again.',
      })
    case 'unknown':
      return refuse('refresh_token_invalid')
    default:
      return outcome satisfies never
  }
}

function exchange(deps: IdentityDeps, tokenHash: Buffer, now: Date): Promise<Outcome> {
  return inTx<Outcome>(deps.db, async (tx) => {
    const session = await lockSessionByToken(tx, tokenHash)
    if (!session || session.endedAt || session.expiresAt <= now) return { kind: 'unknown' }
    if (!(await spendRefreshToken(tx, tokenHash, now))) {
      await endSession(tx, session.id, now)
      await writeAudit(tx, {
        at: now,
        caller: null,
        ownerUid: session.uid,
        action: 'session.ended',
        subject: toWire('usr', session.uid),
        changes: { reason: { from: null, to: 'refresh_token_reused' } },
      })
      return { kind: 'reused' }
    }
    const user = await findUser(tx, session.uid)
    if (!user) return { kind: 'unknown' }
    const ends = [after(now, sessionIdleMs), after(session.signedInAt, sessionMaxMs)].map((end) => end.getTime())
    await extendSession(tx, session.id, new Date(Math.min(...ends)))
    return { kind: 'rotated', session, user, refreshToken: await addRefreshToken(tx, session.id, now) }
  })
}

/**
 * Revokes the family of this refresh token, including its identity tokens. Returns the session. An unknown token
 * changes nothing.
 */
export async function signOut(deps: IdentityDeps, token: string): Promise<SessionId | null> {
  const id = await inTx(deps.db, async (tx) => {
    const session = await lockSessionByToken(tx, hashSecret(token))
    if (session) await endSession(tx, session.id, deps.clock.now())
    return session?.id ?? null
  })
  deps.callers.clear()
  return id
}

const listedMost = 100

/** Lists the caller's sessions, and marks the one that made the request. */
export async function listSessions(
  db: Db,
  caller: Caller,
  now: Date,
): Promise<(ListedSession & { readonly isCurrent: boolean })[]> {
  const sessions = await listLiveSessions(db, caller.uid, now, listedMost)
  return sessions.map((session) => ({ ...session, isCurrent: session.id === caller.sessionId }))
}

/** Revokes one of the caller's own sessions, on any device. */
export async function endOwnSession(deps: IdentityDeps, caller: Caller, id: SessionId): Promise<void> {
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const session = (await lockLiveSession(tx, id, now)) ?? refuse('session_not_found')
    if (session.uid !== caller.uid) refuse('session_forbidden')
    await endSession(tx, session.id, now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: caller.uid,
      action: 'session.ended',
      subject: toWire('ses', session.id),
      changes: { reason: { from: null, to: 'ended_by_user' } },
    })
  })
  deps.callers.clear()
}

/**
 * Sets the browser's language for a user who has not chosen one, once. The caller has locked the row. Null if the
 * browser requests no language that we have.
 */
export async function chooseLocale(
  tx: Tx,
  user: User,
  { language, now, from }: { readonly language: Language | null; readonly now: Date; readonly from: Sender },
): Promise<User> {
  if (language === null || user.localeChosen) return user
  if (language !== user.locale)
    await writeAudit(tx, {
      at: now,
      caller: { kind: 'user', uid: user.id, keyId: null, requestId: from.requestId },
      ownerUid: user.id,
      action: 'user.updated',
      subject: toWire('usr', user.id),
      changes: { locale: { from: user.locale, to: language } },
    })
  return await updateUser(tx, user.id, { locale: language, localeChosen: true, updatedAt: now })
}
