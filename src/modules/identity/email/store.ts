import type { Selectable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { MailAllowanceTable, MailTokenTable } from '#infra/db/tables.ts'
import type { UserId } from '#kernel/ids.ts'

type MailToken = Selectable<MailTokenTable>
export type MailPurpose = MailToken['purpose']
export type AllowancePurpose = Selectable<MailAllowanceTable>['purpose']

/** Stores an emailed token, replacing an older one for the same user and purpose. */
export async function upsertMailToken(tx: Tx, token: MailToken): Promise<void> {
  await tx
    .insertInto('mailToken')
    .values(token)
    .onConflict((conflict) => conflict.columns(['uid', 'purpose']).doUpdateSet(token))
    .execute()
}

/** Returns a valid token without using it up: the lock order is the user's row, then the token's. */
export const findMailToken = (
  db: Db,
  tokenHash: Buffer,
  purposes: readonly MailPurpose[],
  now: Date,
): Promise<MailToken | undefined> =>
  db
    .selectFrom('mailToken')
    .selectAll('mailToken')
    .where('mailToken.tokenHash', '=', tokenHash)
    .where('mailToken.purpose', 'in', purposes)
    .where('mailToken.expiresAt', '>', now)
    .executeTakeFirst()

/** Deletes the token and returns it. Only the first caller gets it. */
export const spendMailToken = (
  tx: Tx,
  tokenHash: Buffer,
  purposes: readonly MailPurpose[],
  now: Date,
): Promise<MailToken | undefined> =>
  tx
    .deleteFrom('mailToken')
    .where('mailToken.tokenHash', '=', tokenHash)
    .where('mailToken.purpose', 'in', purposes)
    .where('mailToken.expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()

export async function voidMailTokens(tx: Tx, uid: UserId, purposes: readonly MailPurpose[]): Promise<void> {
  await tx.deleteFrom('mailToken').where('mailToken.uid', '=', uid).where('mailToken.purpose', 'in', purposes).execute()
}

export async function deleteOldMailTokens(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mailToken').where('mailToken.expiresAt', '<', before).execute()
}

export async function findRequestTimes(tx: Tx, uid: UserId, purpose: AllowancePurpose): Promise<readonly Date[]> {
  const row = await tx
    .selectFrom('mailAllowance')
    .select('mailAllowance.askedAt')
    .where('mailAllowance.uid', '=', uid)
    .where('mailAllowance.purpose', '=', purpose)
    .executeTakeFirst()
  return row?.askedAt ?? []
}

export async function setRequestTimes(
  tx: Tx,
  uid: UserId,
  purpose: AllowancePurpose,
  times: readonly Date[],
): Promise<void> {
  const askedAt = [...times]
  await tx
    .insertInto('mailAllowance')
    .values({ uid, purpose, askedAt })
    .onConflict((conflict) => conflict.columns(['uid', 'purpose']).doUpdateSet({ askedAt }))
    .execute()
}
