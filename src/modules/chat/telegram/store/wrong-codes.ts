import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'

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
