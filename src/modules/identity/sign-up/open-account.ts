import type { Tx } from '#infra/db/client.ts'
import type { Role } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps, Sender } from '../deps.ts'
import { embeddedIssuer } from '../issuers.ts'
import { upsertPassword } from '../passwords/store.ts'
import { insertUser, type User } from '../people/store.ts'

interface NewAccount {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly passwordHash: string
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
    })) ?? refuse('email_taken', { detail: 'This address already has an account. Sign in, or use another address.' })
  await upsertPassword(tx, id, passwordHash, now)
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
