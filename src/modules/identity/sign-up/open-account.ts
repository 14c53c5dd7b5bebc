import { timingSafeEqual } from 'node:crypto'
import type { Tx } from '#infra/db/client.ts'
import type { Role } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps, Sender } from '../deps.ts'
import { hashCode } from '../hash-secret.ts'
import { embeddedIssuer } from '../issuers.ts'
import { upsertPassword } from '../passwords/store.ts'
import { hasUsers, insertUser, type User } from '../people/store.ts'
import { lockInstallation, setSetupCodeHash } from './store.ts'

interface NewAccount {
  readonly email: string | null
  readonly name: string
  readonly role: Role
  /** Null for a person who signs in elsewhere. */
  readonly passwordHash: string | null
  readonly emailVerified?: boolean
  readonly timezone?: string | undefined
  readonly locale?: string | undefined
}

/** Creates an account for a person who is allowed to have one. */
export async function openAccount(
  deps: IdentityDeps,
  tx: Tx,
  { passwordHash, timezone, locale, ...person }: NewAccount,
  from: Sender,
  now: Date,
): Promise<User> {
  const id = newId<'usr'>(now)
  const user =
    (await insertUser(tx, {
      ...person,
      ...(timezone === undefined ? {} : { timezone }),
      ...(locale === undefined ? {} : { locale, localeChosen: true }),
      id,
      issuer: embeddedIssuer,
      subject: toWire('usr', id),
      plan: deps.config.defaultPlan,
      createdAt: now,
      updatedAt: now,
    })) ??
    refuse('email_taken', { detail: 'There’s already an account with this email. Sign in or use a different one.' })
  if (passwordHash !== null) await upsertPassword(tx, id, passwordHash, now)
  await writeAudit(tx, {
    at: now,
    caller: { kind: 'user', uid: id, keyId: null, requestId: from.requestId },
    ownerUid: id,
    action: 'user.created',
    subject: user.subject,
    changes: { role: { from: null, to: person.role } },
  })
  await deps.emit(tx, { type: 'user.created', ownerUid: id })
  return user
}

/**
 * Claims the place of the first account, under the installation's lock. Returns false if someone already has it. If
 * others can reach the service, this requires the setup code, which then stops working.
 */
export async function takeFirstPlace(
  tx: Tx,
  deps: Pick<IdentityDeps, 'config'>,
  setupCode: string | undefined,
  now: Date,
): Promise<boolean> {
  if (await hasUsers(tx)) return false
  const { setupCodeHash } = await lockInstallation(tx, now)
  // The previous holder of the lock may have created the first account.
  if (await hasUsers(tx)) return false
  if (deps.config.isOpenToOthers) requireSetupCode(setupCode, setupCodeHash)
  await setSetupCodeHash(tx, null)
  return true
}

function requireSetupCode(given: string | undefined, hash: Buffer | null): void {
  if (given === undefined || !hash || !timingSafeEqual(hashCode(given), hash)) refuseWithoutCode()
}

export function refuseWithoutCode(): never {
  refuse('setup_code_required', { detail: 'Send the `setupCode` that `posthorn start` printed.' })
}
