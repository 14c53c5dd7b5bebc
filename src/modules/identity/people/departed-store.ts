import { createHash } from 'node:crypto'
import type { Db, Tx } from '#infra/db/client.ts'

export const hashSubject = (issuer: string, subject: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest()

export async function upsertDeparture(tx: Tx, subjectHash: Buffer, departedAt: Date): Promise<void> {
  await tx
    .insertInto('departedSubject')
    .values({ subjectHash, departedAt })
    .onConflict((conflict) => conflict.column('subjectHash').doUpdateSet({ departedAt }))
    .execute()
}

export async function findDeparture(tx: Tx, subjectHash: Buffer): Promise<Date | null> {
  const row = await tx
    .selectFrom('departedSubject')
    .select('departedSubject.departedAt')
    .where('departedSubject.subjectHash', '=', subjectHash)
    .executeTakeFirst()
  return row?.departedAt ?? null
}

export async function deleteOldDepartures(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('departedSubject').where('departedSubject.departedAt', '<', before).execute()
}
