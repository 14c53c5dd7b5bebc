import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'

/** The tables of codes, one for each chat network. */
export type CodeTable = 'telegramCode' | 'slackCode'

interface NewCode {
  readonly codeHash: Buffer
  readonly uid: UserId
  readonly expiresAt: Date
}

/** Stores a code. It replaces the user's earlier codes, so a code that someone else saw is useless. */
export async function putCode(tx: Tx, table: CodeTable, code: NewCode): Promise<void> {
  await tx.deleteFrom(table).where('uid', '=', code.uid).execute()
  await tx.insertInto(table).values(code).execute()
}

/** Reads the user of a code that is still valid, and locks the code. */
export async function lockCode(tx: Tx, table: CodeTable, codeHash: Buffer): Promise<UserId | null> {
  const found = await tx
    .selectFrom(table)
    .select('uid')
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', sql<Date>`ph.now()`)
    .forUpdate()
    .executeTakeFirst()
  return found?.uid ?? null
}

export async function deleteCode(tx: Tx, table: CodeTable, codeHash: Buffer): Promise<void> {
  await tx.deleteFrom(table).where('codeHash', '=', codeHash).execute()
}

export async function deleteExpiredCodes(db: Db, table: CodeTable): Promise<void> {
  await db.deleteFrom(table).where('expiresAt', '<=', sql<Date>`ph.now()`).execute()
}
