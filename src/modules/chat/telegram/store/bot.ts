import { type Selectable, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { TelegramBotTable } from '#infra/db/tables.ts'

type BotRow = Selectable<TelegramBotTable>

export async function putBot(db: Db, id: number, username: string): Promise<void> {
  await db
    .insertInto('telegramBot')
    .values({ id, username })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ username }))
    .execute()
}

export const findBot = (db: Db, id: number): Promise<BotRow | undefined> =>
  db.selectFrom('telegramBot').selectAll().where('telegramBot.id', '=', id).executeTakeFirst()

/** Makes this process the only one that asks for updates. Returns the next update to ask for; null when another one is. */
export async function holdPoller(db: Db, id: number, poller: string, leaseMs: number): Promise<number | null> {
  const { rows } = await sql<{ next: number }>`
    update telegram_bot set poller = ${poller}, polled_until = ph.now() + ${leaseMs} * interval '1 ms'
    where id = ${id} and (poller is null or poller = ${poller} or polled_until < ph.now())
    returning next_update_id as next`.execute(db)
  return rows[0]?.next ?? null
}

export async function releasePoller(db: Db, id: number, poller: string): Promise<void> {
  await sql`update telegram_bot set poller = null, polled_until = null where id = ${id} and poller = ${poller}`.execute(
    db,
  )
}

export async function storeOffset(db: Db, id: number, poller: string, next: number): Promise<void> {
  await sql`update telegram_bot set next_update_id = ${next} where id = ${id} and poller = ${poller}`.execute(db)
}
