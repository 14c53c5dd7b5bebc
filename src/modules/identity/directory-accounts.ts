import type { Tx } from '#infra/db/client.ts'
import type { Role } from '#kernel/caller.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { type AuditEntry, type DirectoryActor, writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { IdentityDeps } from './deps.ts'
import { allMailPurposes } from './email/mail-tokens.ts'
import { voidMailTokens } from './email/store.ts'
import { embeddedIssuer } from './issuers.ts'
import { insertUser, type User, updateUser } from './people/store.ts'

/**
 * Changes to accounts that the directory of a company makes through SCIM. It proves addresses, so they are verified. The
 * callers hold the lock on the user's row and have checked that the address is free.
 */

type DirectoryDeps = Pick<IdentityDeps, 'clock' | 'emit' | 'queue' | 'seal' | 'config'>

interface NamedAddress {
  readonly email: string
  readonly name: string
}

/** Creates an account without a password. Returns undefined if the address already has one. */
export async function openDirectoryAccount(
  deps: DirectoryDeps,
  tx: Tx,
  person: NamedAddress,
  actor: DirectoryActor,
): Promise<User | undefined> {
  const now = deps.clock.now()
  const id = newId<'usr'>(now)
  const user = await insertUser(tx, {
    ...person,
    emailVerified: true,
    role: 'user',
    id,
    issuer: embeddedIssuer,
    subject: toWire('usr', id),
    plan: deps.config.defaultPlan,
    createdAt: now,
    updatedAt: now,
  })
  if (!user) return undefined
  await writeAudit(tx, {
    at: now,
    caller: actor,
    ownerUid: id,
    action: 'user.created',
    subject: user.subject,
    changes: { role: { from: null, to: user.role } },
  })
  await deps.emit(tx, { type: 'user.created', ownerUid: id })
  return user
}

/**
 * Changes the name and the address. Sessions continue, because the person is the same. Emailed tokens become invalid,
 * and the previous address is notified.
 */
export async function renameDirectoryAccount(
  deps: DirectoryDeps,
  tx: Tx,
  user: User,
  { email, name }: NamedAddress,
  actor: DirectoryActor,
): Promise<User> {
  const isMoved = email !== user.email
  if (!isMoved && name === user.name) return user
  const now = deps.clock.now()
  const after = await updateUser(tx, user.id, { email, name, emailVerified: true, updatedAt: now })
  if (isMoved) {
    await voidMailTokens(tx, user.id, allMailPurposes)
    if (user.email !== null && user.emailVerified && user.email.toLowerCase() !== email.toLowerCase()) {
      const values = { name, newEmail: email, url: deps.config.publicUrl }
      await queueMail(deps, tx, { to: user.email, locale: user.locale, template: 'email-changed', values })
    }
  }
  await writeAudit(tx, {
    at: now,
    caller: actor,
    ownerUid: user.id,
    action: isMoved ? 'user.email_changed' : 'user.updated',
    subject: toWire('usr', user.id),
    changes: {
      ...(isMoved ? { email: { from: user.email, to: email } } : {}),
      ...(name === user.name ? {} : { name: { from: user.name, to: name } }),
    },
  })
  return after
}

/** Sets the role in the installation. The caller has locked the superadmins, and one of them remains. */
export async function setDirectoryRole(
  deps: DirectoryDeps,
  tx: Tx,
  user: Pick<User, 'id' | 'role'>,
  role: Role,
  actor: AuditEntry['caller'],
): Promise<void> {
  const now = deps.clock.now()
  await updateUser(tx, user.id, { role, updatedAt: now })
  await writeAudit(tx, {
    at: now,
    caller: actor,
    ownerUid: user.id,
    action: 'user.updated',
    subject: toWire('usr', user.id),
    changes: { role: { from: user.role, to: role } },
  })
}
