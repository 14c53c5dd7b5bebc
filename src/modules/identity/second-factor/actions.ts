import { randomBytes } from 'node:crypto'
import { renderSVG } from 'uqr'
import { inTx, type Tx } from '#infra/db/client.ts'
import { type Caller, hasRole } from '#kernel/caller.ts'
import { before, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit, writeAudits } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { getIssuer } from '../issuers.ts'
import { findUser, findUserByEmail, lockUser, type User, updateUser } from '../people/store.ts'
import { requireFreshSignIn } from '../require-fresh-sign-in.ts'
import { endUserSessions } from '../session-store.ts'
import { deletePasskeysOf } from '../webauthn/store.ts'
import {
  countWrongTry,
  findPause,
  hashRecoveryCode,
  newRecoveryCodes,
  normalizeCode,
  type Proof,
  pendingSecretBinding,
  proveSecondFactor,
  refuseUnproved,
  requireSecondFactor,
  type SecondFactorDeps,
  secretBinding,
  type Unproved,
} from './second-factor.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  setPendingSecret,
} from './store.ts'
import { base32, matchingSteps, otpauthUrl, secretBytes } from './totp.ts'

/** Only staff can enroll, so advice to do so would not help others. Anyone who has a factor may manage it. */
async function requireStaffOrFactor({ db }: Pick<SecondFactorDeps, 'db'>, { uid, role }: Caller): Promise<void> {
  if (hasRole(role, 'support') || (await findSecondFactor(db, uid))?.sealedSecret) return
  refuse('role_required', { detail: `This requires the support role. Yours is ${role}.` })
}

interface StartedEnrolment {
  readonly secret: string
  readonly otpauthUrl: string
  readonly qrSvg: string
}

/**
 * Returns a new secret, which is not shown again. The secret takes effect when the user sends back a code generated
 * from it. An existing factor stays active until then, and starting a new setup requires one of its codes. Only the
 * most recent
 * secret is valid.
 */
export async function startEnrolment(
  deps: SecondFactorDeps & Pick<IdentityDeps, 'config'>,
  caller: Caller,
  code: string | undefined,
): Promise<StartedEnrolment> {
  const now = deps.clock.now()
  const secret = randomBytes(secretBytes)
  const outcome = await inTx(deps.db, async (tx): Promise<Unproved | { readonly kind: 'started'; user: User }> => {
    const proof = await proveSecondFactor(deps, tx, caller, code, now)
    if (proof.kind === 'not-enrolled') {
      requireFreshSignIn(caller, now, 'Sign in again, then set up two-step verification within 15 minutes.')
    } else if (proof.kind !== 'proved') return proof
    const user = (await findUser(tx, caller.uid)) ?? refuse('unauthenticated')
    await setPendingSecret(tx, {
      uid: user.id,
      sealedPendingSecret: deps.seal.seal(secret, pendingSecretBinding(user.id)),
      pendingSince: now,
    })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: 'second_factor.enrolment_started',
      subject: toWire('usr', user.id),
    })
    return { kind: 'started', user }
  })
  if (outcome.kind !== 'started') return refuseUnproved(outcome)
  const url = otpauthUrl(secret, `Posthorn ${new URL(deps.config.publicUrl).hostname}`, accountOf(outcome.user))
  return { secret: base32(secret), otpauthUrl: url, qrSvg: renderSVG(url, { ecc: 'M', border: 4, pixelSize: 4 }) }
}

const accountOf = (user: User): string => user.email ?? user.name

/**
 * The time that a started enrolment stays valid. A secret that was shown longer ago may have been seen by others since.
 */
const pendingMs = minutes(15)

/** Enables the second factor: the code proves that the app has the secret. The code is used up. */
export async function verifyEnrolment(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string,
): Promise<{ readonly enabled: true; readonly recoveryCodes: string[] }> {
  const now = deps.clock.now()
  const recoveryCodes = newRecoveryCodes()
  const proof = await inTx(deps.db, async (tx): Promise<Proof> => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const factor = await findSecondFactor(tx, user.id)
    if (!factor?.sealedPendingSecret || !factor.pendingSince || factor.pendingSince <= before(now, pendingMs)) {
      return refuse('mfa_enrolment_not_started', {
        detail: 'Start with POST /v1/admin/mfa/enroll/start, then send a code for its secret within 15 minutes.',
      })
    }
    const pause = findPause(factor, now)
    if (pause) return pause
    const secret = deps.seal.open(factor.sealedPendingSecret, pendingSecretBinding(user.id))
    const step = matchingSteps(secret, normalizeCode(code), now).at(-1)
    if (step === undefined) {
      await countWrongTry(deps, tx, user, factor, now)
      return { kind: 'wrong' }
    }
    await enableSecondFactor(tx, user.id, {
      sealedSecret: deps.seal.seal(secret, secretBinding(user.id)),
      enabledAt: now,
      lastUsedStep: step,
    })
    await replaceRecoveryCodes(tx, user.id, recoveryCodes.map(hashRecoveryCode), now)
    await updateUser(tx, user.id, { mfaEnabled: true, updatedAt: now })
    // These sessions were opened with only the password, or with the previous factor.
    await endUserSessions(tx, user.id, now, caller.sessionId)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: factor.sealedSecret ? 'second_factor.replaced' : 'second_factor.enabled',
      subject: toWire('usr', user.id),
      changes: user.mfaEnabled ? {} : { mfaEnabled: { from: false, to: true } },
    })
    return { kind: 'proved' }
  })
  if (proof.kind !== 'proved') refuseUnproved(proof)
  deps.callers.clear()
  return { enabled: true, recoveryCodes }
}

/** Creates ten new recovery codes and invalidates the previous ones. */
export async function generateRecoveryCodes(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string | undefined,
): Promise<{ readonly recoveryCodes: string[] }> {
  await requireStaffOrFactor(deps, caller)
  await requireSecondFactor(deps, caller, code)
  const now = deps.clock.now()
  const recoveryCodes = newRecoveryCodes()
  await inTx(deps.db, async (tx) => {
    await lockUser(tx, caller.uid)
    // The factor may have been removed since its code was checked.
    if (!(await findSecondFactor(tx, caller.uid))?.sealedSecret) refuseUnproved({ kind: 'not-enrolled' })
    const left = await countRecoveryCodes(tx, caller.uid)
    await replaceRecoveryCodes(tx, caller.uid, recoveryCodes.map(hashRecoveryCode), now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: caller.uid,
      action: 'second_factor.recovery_codes_replaced',
      subject: toWire('usr', caller.uid),
      changes: { recoveryCodesLeft: { from: left, to: recoveryCodes.length } },
    })
  })
  return { recoveryCodes }
}

/** Removes the caller's second factor, after a check of one of its codes. */
export async function disableSecondFactor(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string | undefined,
): Promise<void> {
  await requireSecondFactor(deps, caller, code)
  await inTx(deps.db, async (tx) => {
    const user = await lockUser(tx, caller.uid)
    if (!user?.mfaEnabled) return refuseUnproved({ kind: 'not-enrolled' })
    await remove(tx, user, deps.clock.now(), caller)
  })
}

type SecondFactorReset = 'reset' | 'unknown-user' | 'not-enrolled'

/**
 * Removes the second factor of a user who has lost both the app and the recovery codes, at the operator's request. The
 * passkeys end as well: they replace the codes, and were probably on the lost device.
 */
export function resetSecondFactor(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'config'>,
  email: string,
): Promise<SecondFactorReset> {
  return inTx<SecondFactorReset>(deps.db, async (tx) => {
    const found = await findUserByEmail(tx, email.trim(), getIssuer(deps.config))
    const user = found && (await lockUser(tx, found.id))
    if (!user) return 'unknown-user'
    const now = deps.clock.now()
    const passkeys = await deletePasskeysOf(tx, user.id)
    await writeAudits(
      tx,
      passkeys.map(({ id, name }) => ({
        at: now,
        caller: null,
        ownerUid: user.id,
        action: 'passkey.removed',
        subject: toWire('pkey', id),
        changes: { name: { from: name, to: null } },
      })),
    )
    if (user.mfaEnabled) await remove(tx, user, now, null)
    return user.mfaEnabled || passkeys.length > 0 ? 'reset' : 'not-enrolled'
  })
}

/** Removes a second factor whose secret was sealed with a lost key: codes from the app can no longer be checked. */
export async function abandonSecondFactor(deps: Pick<IdentityDeps, 'clock'>, tx: Tx, uid: UserId): Promise<void> {
  const user = await lockUser(tx, uid)
  if (user) await remove(tx, user, deps.clock.now(), null)
}

async function remove(tx: Tx, user: User, now: Date, caller: Caller | null): Promise<void> {
  await deleteSecondFactor(tx, user.id)
  await updateUser(tx, user.id, { mfaEnabled: false, updatedAt: now })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: user.id,
    action: 'second_factor.removed',
    subject: toWire('usr', user.id),
    changes: { mfaEnabled: { from: true, to: false } },
  })
}
