import { randomBytes } from 'node:crypto'
import { inTx, type Tx } from '#infra/db/client.ts'
import { SealBroken } from '#infra/seal/seal.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, hours, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { type AuditActor, writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { formatCode, hashCode } from '../hash-secret.ts'
import { queueGuessWarning } from '../passwords/mails.ts'
import { lockUser, type User } from '../people/store.ts'
import { type Proved, refuseCopied, usePasskey } from '../webauthn/ceremony.ts'
import {
  countRecoveryCodes,
  findSecondFactor,
  type SecondFactor,
  setTries,
  spendRecoveryCode,
  spendStep,
} from './store.ts'
import { matchingSteps } from './totp.ts'

/**
 * Dependencies of the second-factor check, which serves both sign-in and `X-MFA-Code`. The check accepts the six digits
 * of the app or a recovery code. Its result is an outcome rather than a refusal, because the transaction must commit
 * either way: a correct code is used up, and a wrong one is counted.
 *
 * Each app code works once, because the last used step only increases. Every fifth wrong code in a row starts a pause,
 * each twice as long as the previous one. Someone who guesses codes knows the password, so the user is warned by email.
 * A recovery code, which cannot be guessed, ends the pause, and so does a password reset: a stranger cannot lock the
 * user out.
 */
export type SecondFactorDeps = Pick<IdentityDeps, 'db' | 'clock' | 'seal' | 'log' | 'queue' | 'config' | 'callers'>

export type Proof =
  | { readonly kind: 'proved' }
  | { readonly kind: 'not-enrolled' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'paused'; readonly retryAfterMs: number }
  | { readonly kind: 'passkey-copied' }

export type Unproved = Exclude<Proof, { readonly kind: 'proved' }>

const triesBeforePause = 5
const firstPauseMs = minutes(5)
const longestPauseMs = hours(1)

/** Returns the row and column that a sealed secret is bound to. */
export const secretBinding = (uid: UserId): string => `second_factor.sealed_secret:${uid}`
export const pendingSecretBinding = (uid: UserId): string => `second_factor.sealed_pending_secret:${uid}`

export async function proveSecondFactor(
  deps: SecondFactorDeps,
  tx: Tx,
  actor: AuditActor,
  code: string | undefined,
  now: Date,
): Promise<Proof> {
  const user = await lockUser(tx, actor.uid)
  const factor = await findSecondFactor(tx, actor.uid)
  if (!user || !factor?.sealedSecret) return { kind: 'not-enrolled' }
  const given = normalizeCode(code ?? '')
  if (given === '') return { kind: 'missing' }
  if (!isAppCode(given) && (await useRecoveryCode(tx, actor, given, now))) return { kind: 'proved' }
  const pause = findPause(factor, now)
  if (pause) return pause
  if (isAppCode(given)) {
    const secret = openSecret(deps, factor.sealedSecret, actor.uid)
    const steps = secret ? matchingSteps(secret, given, now) : []
    for (const step of steps) if (await spendStep(tx, actor.uid, step)) return { kind: 'proved' }
    // A reused code is not a guess: clicking a button twice must not start a pause.
    if (steps.length > 0) return { kind: 'wrong' }
  }
  await countWrongTry(deps, tx, user, factor, now)
  return { kind: 'wrong' }
}

/**
 * Accepts a passkey of the user, or else a code. A passkey cannot be guessed, so it also works during a pause, and ends
 * it.
 */
export async function proveFactor(
  deps: SecondFactorDeps,
  tx: Tx,
  actor: AuditActor,
  given: Proved | string | undefined,
  now: Date,
): Promise<Proof> {
  if (typeof given !== 'object') return await proveSecondFactor(deps, tx, actor, given, now)
  if ((await usePasskey(tx, actor, given, now)) === 'copied') return { kind: 'passkey-copied' }
  await setTries(tx, actor.uid, { failedTries: 0, pausedUntil: null })
  return { kind: 'proved' }
}

export function findPause(factor: SecondFactor, now: Date): Extract<Proof, { kind: 'paused' }> | null {
  const retryAfterMs = (factor.pausedUntil?.getTime() ?? 0) - now.getTime()
  return retryAfterMs > 0 ? { kind: 'paused', retryAfterMs } : null
}

/** Counts a wrong code. Every fifth in a row starts a pause. */
export async function countWrongTry(
  deps: SecondFactorDeps,
  tx: Tx,
  user: User,
  factor: SecondFactor,
  now: Date,
): Promise<void> {
  const failedTries = factor.failedTries + 1
  if (failedTries % triesBeforePause > 0) return await setTries(tx, factor.uid, { failedTries, pausedUntil: null })
  const pausesBefore = Math.min(failedTries / triesBeforePause - 1, 10)
  const pausedUntil = after(now, Math.min(firstPauseMs * 2 ** pausesBefore, longestPauseMs))
  await setTries(tx, factor.uid, { failedTries, pausedUntil })
  await queueGuessWarning(deps, tx, user, 'code-guessed')
  await writeAudit(tx, {
    at: now,
    caller: null,
    ownerUid: factor.uid,
    action: 'second_factor.paused',
    subject: toWire('usr', factor.uid),
    changes: { pausedUntil: { from: null, to: pausedUntil } },
  })
}

export function refuseUnproved(proof: Unproved): never {
  switch (proof.kind) {
    case 'not-enrolled':
      return refuse('mfa_enrolment_required', {
        detail: 'Set up two-step verification first: POST /v1/admin/mfa/enroll/start.',
      })
    case 'missing':
      return refuse('mfa_required', {
        detail:
          'Send a code from your authenticator app or a recovery code: as `totp` at sign-in, otherwise as ' +
          '`X-MFA-Code`.',
      })
    case 'wrong':
      return refuse('mfa_code_invalid', {
        detail: 'Incorrect or expired code. Wait for the next code in your app.',
      })
    case 'paused':
      return refuse('mfa_paused', { retryAfterMs: proof.retryAfterMs })
    case 'passkey-copied':
      return refuseCopied()
    default:
      return proof satisfies never
  }
}

async function useRecoveryCode(tx: Tx, actor: AuditActor, given: string, now: Date): Promise<boolean> {
  if (!(await spendRecoveryCode(tx, actor.uid, hashRecoveryCode(given)))) return false
  await setTries(tx, actor.uid, { failedTries: 0, pausedUntil: null })
  const left = await countRecoveryCodes(tx, actor.uid)
  await writeAudit(tx, {
    at: now,
    caller: actor,
    ownerUid: actor.uid,
    action: 'second_factor.recovery_code_used',
    subject: toWire('usr', actor.uid),
    changes: { recoveryCodesLeft: { from: left + 1, to: left } },
  })
  return true
}

/**
 * Opens the secret, or returns null if SECRET_KEY was lost. The app's codes then stop working; recovery codes and
 * `posthorn user reset-mfa` still let the user in.
 */
function openSecret(deps: SecondFactorDeps, sealed: Buffer, uid: UserId): Buffer | null {
  try {
    return deps.seal.open(sealed, secretBinding(uid))
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    deps.log.warn(
      { event: 'identity.second_factor_unusable', err: error, uid },
      'Second factor cannot be opened with the current SECRET_KEY',
    )
    return null
  }
}

const howMany = 10

/**
 * Returns new recovery codes. Each has 125 random bits, in the form of the setup code. They cannot be guessed, so a
 * plain hash is enough and a wrong code costs the server almost nothing.
 */
export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, () => formatCode(randomBytes(25)))

export const hashRecoveryCode = hashCode

/** Removes spaces and dashes: apps show `123 456`, and a recovery code has dashes. */
export const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '')

/** True for six digits, as an app shows them. Any other code can only be a recovery code. */
const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)

/**
 * Requires the header `X-MFA-Code`, for operations where a token alone must not be enough. Refuses with 403
 * `mfa_enrolment_required` if the user has no factor, and with 403 `mfa_required` if no code is sent. The code is used
 * up even if the operation then fails, so call this right before the operation, outside its transaction.
 */
export async function requireSecondFactor(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string | undefined,
): Promise<void> {
  const proof = await inTx(deps.db, (tx) => proveSecondFactor(deps, tx, caller, code, deps.clock.now()))
  if (proof.kind !== 'proved') refuseUnproved(proof)
}

/** Requires the header `X-MFA-Code` of users who have a second factor. The code is used up even if the operation fails. */
export async function requireCodeIfEnrolled(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string | undefined,
): Promise<void> {
  const proof = await inTx(deps.db, (tx) => proveSecondFactor(deps, tx, caller, code, deps.clock.now()))
  if (proof.kind !== 'proved' && proof.kind !== 'not-enrolled') refuseUnproved(proof)
}
