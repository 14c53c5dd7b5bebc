import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'

/** Stores a code. It ends the user's earlier ones, so that one that was read over a shoulder is of no use. */
export async function putCode(tx: Tx, code: { codeHash: Buffer; uid: UserId; expiresAt: Date }): Promise<void> {
  await tx.deleteFrom('telegramCode').where('telegramCode.uid', '=', code.uid).execute()
  await tx.insertInto('telegramCode').values(code).execute()
}

/** Reads the user of a code that is still valid, and locks the code. */
export async function lockCode(tx: Tx, codeHash: Buffer): Promise<UserId | null> {
  const { rows } = await sql<{ uid: UserId }>`
    select uid from telegram_code where code_hash = ${codeHash} and expires_at > ph.now() for update`.execute(tx)
  return rows[0]?.uid ?? null
}

export async function deleteCode(tx: Tx, codeHash: Buffer): Promise<void> {
  await tx.deleteFrom('telegramCode').where('telegramCode.codeHash', '=', codeHash).execute()
}

export async function deleteExpiredCodes(db: Db): Promise<void> {
  await db.deleteFrom('telegramCode').where('telegramCode.expiresAt', '<=', sql<Date>`ph.now()`).execute()
}

/** Counts a wrong code in a chat. The count begins again when its time is over. */
export async function countWrongCode(db: Db, laneId: string, until: Date): Promise<void> {
  await sql`
    update telegram_lane set
      wrong_codes = case when wrong_codes_until > ph.now() then wrong_codes + 1 else 1 end,
      wrong_codes_until = case when wrong_codes_until > ph.now() then wrong_codes_until else ${until} end
    where id = ${laneId}`.execute(db)
}

export async function readWrongCodes(db: Db, laneId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select wrong_codes as n from telegram_lane where id = ${laneId} and wrong_codes_until > ph.now()`.execute(db)
  return rows[0]?.n ?? 0
}
