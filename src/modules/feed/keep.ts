import type { Db } from '#infra/db/client.ts'
import { type KeptWeeks, keepWeeks, type WeeklyTable } from '#infra/db/weeks.ts'
import { days } from '#kernel/clock.ts'

/** Retention of events and deliveries: how long they can be read and replayed. */
const keepMs = days(30)

const tables: readonly WeeklyTable[] = [
  { table: 'event', column: 'id' },
  { table: 'webhook_delivery', column: 'id' },
  { table: 'webhook_attempt', column: 'delivery_id' },
]

export const keepFeed = (db: Db, now: Date, signal: AbortSignal): Promise<KeptWeeks> =>
  keepWeeks(db, tables, { now, keepMs, signal })
