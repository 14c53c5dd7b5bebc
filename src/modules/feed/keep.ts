import type { Db } from '#infra/db/client.ts'
import { type KeptWeeks, keepWeeks, type WeeklyTable } from '#infra/db/weeks.ts'
import { days } from '#kernel/clock.ts'

/** For so long what happened can be read, and what was sent of it can be looked at and sent again. */
const keepMs = days(30)

const tables: readonly WeeklyTable[] = [
  { table: 'event', column: 'id' },
  { table: 'webhook_delivery', column: 'id' },
  { table: 'webhook_attempt', column: 'delivery_id' },
]

export const keepFeed = (db: Db, now: Date, signal: AbortSignal): Promise<KeptWeeks> =>
  keepWeeks(db, tables, { now, keepMs, signal })
