import type { Selectable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { SecondFactorTable } from '#infra/db/tables.ts'
import type { UserId } from '#kernel/ids.ts'

/** A user's second factor. Code that writes one holds the user's row lock (`lockUser`). */
export type SecondFactor = Selectable<SecondFactorTable>

export const findSecondFactor = (db: Db, uid: UserId): Promise<SecondFactor | undefined> =>
  db.selectFrom('secondFactor').selectAll('secondFactor').where('secondFactor.uid', '=', uid).executeTakeFirst()

/**
 * Marks a step as used and resets the count of wrong attempts. Returns false if this step or a later one was already
 * used.
 */
export async function spendStep(tx: Tx, uid: UserId, step: number): Promise<boolean> {
  const spent = await tx
    .updateTable('secondFactor')
    .set({ lastUsedStep: step, failedTries: 0, pausedUntil: null })
    .where('secondFactor.uid', '=', uid)
    .where('secondFactor.lastUsedStep', '<', step)
    .returning('secondFactor.uid')
    .executeTakeFirst()
  return spent !== undefined
}

export async function setTries(
  tx: Tx,
  uid: UserId,
  tries: Pick<SecondFactor, 'failedTries' | 'pausedUntil'>,
): Promise<void> {
  await tx.updateTable('secondFactor').set(tries).where('secondFactor.uid', '=', uid).execute()
}

export async function setPendingSecret(
  tx: Tx,
  pending: { readonly uid: UserId; readonly sealedPendingSecret: Buffer; readonly pendingSince: Date },
): Promise<void> {
  const { uid, ...change } = pending
  await tx
    .insertInto('secondFactor')
    .values(pending)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(change))
    .execute()
}

/** Activates a secret. The step that proved it is used up. */
export async function enableSecondFactor(
  tx: Tx,
  uid: UserId,
  factor: Pick<SecondFactor, 'sealedSecret' | 'enabledAt' | 'lastUsedStep'>,
): Promise<void> {
  await tx
    .updateTable('secondFactor')
    .set({ ...factor, sealedPendingSecret: null, pendingSince: null, failedTries: 0, pausedUntil: null })
    .where('secondFactor.uid', '=', uid)
    .execute()
}

/** Deletes a pending secret, so that enrolment must start again. An active factor stays. */
export async function deletePendingSecret(tx: Tx, uid: UserId): Promise<void> {
  await tx
    .updateTable('secondFactor')
    .set({ sealedPendingSecret: null, pendingSince: null })
    .where('secondFactor.uid', '=', uid)
    .execute()
}

/** Deletes the second factor together with its recovery codes. */
export async function deleteSecondFactor(tx: Tx, uid: UserId): Promise<void> {
  await tx.deleteFrom('secondFactor').where('secondFactor.uid', '=', uid).execute()
}

/** Replaces all recovery codes of the user. */
export async function replaceRecoveryCodes(
  tx: Tx,
  uid: UserId,
  codeHashes: readonly Buffer[],
  createdAt: Date,
): Promise<void> {
  await tx.deleteFrom('recoveryCode').where('recoveryCode.uid', '=', uid).execute()
  await tx
    .insertInto('recoveryCode')
    .values(codeHashes.map((codeHash) => ({ uid, codeHash, createdAt })))
    .execute()
}

/** Redeems a recovery code. Returns true only for the first use. */
export async function spendRecoveryCode(tx: Tx, uid: UserId, codeHash: Buffer): Promise<boolean> {
  const spent = await tx
    .deleteFrom('recoveryCode')
    .where('recoveryCode.uid', '=', uid)
    .where('recoveryCode.codeHash', '=', codeHash)
    .returning('recoveryCode.uid')
    .executeTakeFirst()
  return spent !== undefined
}

export async function countRecoveryCodes(db: Db, uid: UserId): Promise<number> {
  const { n } = await db
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('recoveryCode.uid', '=', uid)
    .executeTakeFirstOrThrow()
  return n
}
