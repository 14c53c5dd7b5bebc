import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { after, days } from '#kernel/clock.ts'
import { type TelegramDeps, telegramCodes } from '../deps.ts'
import { deleteOldItems } from './store/items.ts'
import { deleteOldTalks } from './store/talks.ts'

/** Deletes expired codes, and updates that Telegram cannot send again. A cron enqueues it. */
export const sweepTelegram = defineJob('telegram.sweep')

/** Telegram repeats an update for a day. Update IDs may restart after a week without updates. */
const keptMs = days(7)

export const telegramHandlers = ({ db, clock }: Pick<TelegramDeps, 'db' | 'clock'>): readonly Handled[] => [
  handle(sweepTelegram, async () => {
    await telegramCodes.deleteExpired(db)
    await deleteOldItems(db, after(clock.now(), -keptMs))
    await deleteOldTalks(db, after(clock.now(), -keptMs))
  }),
]
