import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { CompanyFlowTable, CompanyIdentityTable } from '#infra/db/tables.ts'
import type { SessionId, UserId } from '#kernel/ids.ts'

export type Flow = Selectable<CompanyFlowTable>
type CompanyIdentity = Selectable<CompanyIdentityTable>

export async function insertFlow(db: Db, flow: Insertable<CompanyFlowTable>): Promise<void> {
  await db.insertInto('companyFlow').values(flow).execute()
}

/** Uses up the state of a flow. Returns the flow only to the browser that started it, and only once. */
export const spendFlow = (db: Db, stateHash: Buffer, browserHash: Buffer, now: Date): Promise<Flow | undefined> =>
  db
    .updateTable('companyFlow')
    .set({ usedAt: now })
    .where('companyFlow.stateHash', '=', stateHash)
    .where('companyFlow.browserHash', '=', browserHash)
    .where('companyFlow.usedAt', 'is', null)
    .where('companyFlow.expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Locks a flow whose person is known and whose second factor is missing. */
export const lockProvedFlow = (tx: Tx, stateHash: Buffer, browserHash: Buffer, now: Date): Promise<Flow | undefined> =>
  tx
    .selectFrom('companyFlow')
    .selectAll('companyFlow')
    .where('companyFlow.stateHash', '=', stateHash)
    .where('companyFlow.browserHash', '=', browserHash)
    .where('companyFlow.provedUid', 'is not', null)
    .where('companyFlow.expiresAt', '>', now)
    .forUpdate()
    .executeTakeFirst()

export async function setProved(
  tx: Tx,
  stateHash: Buffer,
  proved: Pick<Flow, 'provedUid' | 'sealedIdToken' | 'sealedPerson'>,
): Promise<void> {
  await tx.updateTable('companyFlow').set(proved).where('companyFlow.stateHash', '=', stateHash).execute()
}

export async function deleteFlow(tx: Tx, stateHash: Buffer): Promise<void> {
  await tx.deleteFrom('companyFlow').where('companyFlow.stateHash', '=', stateHash).execute()
}

export async function deleteOldFlows(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('companyFlow').where('companyFlow.expiresAt', '<', now).execute()
}

export const findIdentity = (db: Db, issuer: string, subject: string): Promise<CompanyIdentity | undefined> =>
  db
    .selectFrom('companyIdentity')
    .selectAll('companyIdentity')
    .where('companyIdentity.issuer', '=', issuer)
    .where('companyIdentity.subject', '=', subject)
    .executeTakeFirst()

export const findIdentityOfUser = (db: Db, uid: UserId, issuer: string): Promise<CompanyIdentity | undefined> =>
  db
    .selectFrom('companyIdentity')
    .selectAll('companyIdentity')
    .where('companyIdentity.uid', '=', uid)
    .where('companyIdentity.issuer', '=', issuer)
    .executeTakeFirst()

export async function insertIdentity(tx: Tx, identity: Insertable<CompanyIdentityTable>): Promise<void> {
  await tx.insertInto('companyIdentity').values(identity).execute()
}

/** Records a sign-in, with the address that the provider sent. */
export async function recordSignIn(
  tx: Tx,
  { issuer, subject, email, lastUsedAt }: Pick<CompanyIdentity, 'issuer' | 'subject' | 'email' | 'lastUsedAt'>,
): Promise<void> {
  await tx
    .updateTable('companyIdentity')
    .set({ email, lastUsedAt })
    .where('companyIdentity.issuer', '=', issuer)
    .where('companyIdentity.subject', '=', subject)
    .execute()
}

export async function deleteIdentity(tx: Tx, uid: UserId, issuer: string): Promise<void> {
  await tx
    .deleteFrom('companyIdentity')
    .where('companyIdentity.uid', '=', uid)
    .where('companyIdentity.issuer', '=', issuer)
    .execute()
}

/** Deletes all connections of an account. Returns false if it has none. */
export async function deleteIdentities(tx: Tx, uid: UserId): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('companyIdentity')
    .where('companyIdentity.uid', '=', uid)
    .returning('companyIdentity.subject')
    .execute()
  return deleted.length > 0
}

/** Revokes the sessions of an account that were opened at the provider. */
export async function endCompanySessions(tx: Tx, uid: UserId, endedAt: Date): Promise<void> {
  await tx
    .updateTable('signInSession')
    .set({ endedAt })
    .where('signInSession.uid', '=', uid)
    .where('signInSession.endedAt', 'is', null)
    .where(({ eb, selectFrom }) =>
      eb('signInSession.id', 'in', selectFrom('companySession').select('companySession.sessionId')),
    )
    .execute()
}

export async function insertCompanySession(tx: Tx, sessionId: SessionId, sealedIdToken: Buffer): Promise<void> {
  await tx.insertInto('companySession').values({ sessionId, sealedIdToken }).execute()
}

/** Returns the sealed token that a session was opened with. Undefined if it was not opened at the provider. */
export async function findSealedToken(db: Db, sessionId: SessionId): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('companySession')
    .select('companySession.sealedIdToken')
    .where('companySession.sessionId', '=', sessionId)
    .executeTakeFirst()
  return row?.sealedIdToken
}

export async function deleteSealedToken(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .deleteFrom('companySession')
    .where('companySession.sessionId', '=', sessionId as SessionId)
    .execute()
}
