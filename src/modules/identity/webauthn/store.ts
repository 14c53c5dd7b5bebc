import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { PasskeyChallengeTable, PasskeyTable } from '#infra/db/tables.ts'
import type { PasskeyId, UserId } from '#kernel/ids.ts'

export type Passkey = Selectable<PasskeyTable>

export async function insertChallenge(db: Db, challenge: Insertable<PasskeyChallengeTable>): Promise<void> {
  await db.insertInto('passkeyChallenge').values(challenge).execute()
}

/** Uses up a challenge. Returns true only for the browser and the account that it was created for, and only once. */
export async function spendChallenge(
  db: Db,
  { challengeHash, browserHash, uid }: Pick<Selectable<PasskeyChallengeTable>, 'challengeHash' | 'browserHash' | 'uid'>,
  now: Date,
): Promise<boolean> {
  const spent = await db
    .deleteFrom('passkeyChallenge')
    .where('passkeyChallenge.challengeHash', '=', challengeHash)
    .where('passkeyChallenge.browserHash', '=', browserHash)
    .where('passkeyChallenge.uid', 'is not distinct from', uid)
    .where('passkeyChallenge.expiresAt', '>', now)
    .returning('passkeyChallenge.challengeHash')
    .executeTakeFirst()
  return spent !== undefined
}

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkeyChallenge').where('passkeyChallenge.expiresAt', '<', now).execute()
}

/** Lists a user's passkeys, oldest first. Their number is limited. */
export const listPasskeysOf = (db: Db, uid: UserId): Promise<Passkey[]> =>
  db.selectFrom('passkey').selectAll('passkey').where('passkey.uid', '=', uid).orderBy('passkey.id').execute()

export const findPasskeyByCredential = (db: Db, credentialId: Buffer): Promise<Passkey | undefined> =>
  db.selectFrom('passkey').selectAll('passkey').where('passkey.credentialId', '=', credentialId).executeTakeFirst()

export const lockPasskey = (tx: Tx, id: PasskeyId): Promise<Passkey | undefined> =>
  tx.selectFrom('passkey').selectAll('passkey').where('passkey.id', '=', id).forUpdate().executeTakeFirst()

/** Returns false if the credential was already added, to any account. */
export async function insertPasskey(tx: Tx, passkey: Insertable<PasskeyTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('passkey.id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function recordPasskeyUse(
  tx: Tx,
  id: PasskeyId,
  use: Pick<Passkey, 'signCount' | 'isBackedUp' | 'lastUsedAt'>,
): Promise<void> {
  await tx.updateTable('passkey').set(use).where('passkey.id', '=', id).execute()
}

export async function renamePasskeyRow(tx: Tx, id: PasskeyId, name: string): Promise<void> {
  await tx.updateTable('passkey').set({ name }).where('passkey.id', '=', id).execute()
}

export async function deletePasskey(tx: Tx, id: PasskeyId): Promise<void> {
  await tx.deleteFrom('passkey').where('passkey.id', '=', id).execute()
}

/** Deletes all passkeys of a user, and returns what the audit log says about them. */
export const deletePasskeysOf = (tx: Tx, uid: UserId): Promise<readonly Pick<Passkey, 'id' | 'name'>[]> =>
  tx.deleteFrom('passkey').where('passkey.uid', '=', uid).returning(['passkey.id', 'passkey.name']).execute()
