import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { SignUpInviteTable } from '#infra/db/tables.ts'

/** Takes the lock for operations that may happen only once in an installation. */
export async function lockInstallation(
  tx: Tx,
  now: Date,
): Promise<{ readonly id: string; readonly setupCodeHash: Buffer | null }> {
  await tx
    .insertInto('installation')
    .values({ id: randomUUID(), createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await tx
    .selectFrom('installation')
    .select(['installation.id', 'installation.setupCodeHash'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function setSetupCodeHash(tx: Tx, setupCodeHash: Buffer | null): Promise<void> {
  await tx.updateTable('installation').set({ setupCodeHash }).execute()
}

export async function insertInvite(tx: Tx, invite: Omit<Selectable<SignUpInviteTable>, 'usedAt'>): Promise<void> {
  await tx.insertInto('signUpInvite').values(invite).execute()
}

/** Redeems an invitation. Returns true only for the first use, and only for the address that it was created for. */
export async function spendInvite(tx: Tx, tokenHash: Buffer, email: string, now: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('signUpInvite')
    .set({ usedAt: now })
    .where('signUpInvite.tokenHash', '=', tokenHash)
    .where('signUpInvite.usedAt', 'is', null)
    .where('signUpInvite.expiresAt', '>', now)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['signUpInvite.email']), '=', email.toLowerCase()))
    .returning('signUpInvite.email')
    .executeTakeFirst()
  return spent !== undefined
}

/** Redeems all invitations for the address. Returns false if none is valid. */
export async function spendInvitesTo(tx: Tx, email: string, now: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('signUpInvite')
    .set({ usedAt: now })
    .where('signUpInvite.usedAt', 'is', null)
    .where('signUpInvite.expiresAt', '>', now)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['signUpInvite.email']), '=', email.toLowerCase()))
    .returning('signUpInvite.email')
    .execute()
  return spent.length > 0
}

export async function deleteOldInvites(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('signUpInvite').where('signUpInvite.expiresAt', '<', before).execute()
}

export async function deleteInvitesTo(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('signUpInvite')
    .where(({ eb, fn }) => eb(fn<string>('lower', ['signUpInvite.email']), '=', email.toLowerCase()))
    .execute()
}
