import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { before, days } from '#kernel/clock.ts'
import type { NoticeDeps } from './deps.ts'
import { noticeExpiring, noticeHeld } from './listeners.ts'
import { mailNotices } from './mailing/mail-notices.ts'
import { deleteOldNotices } from './store/read.ts'

/**
 * Finds posts that have been on hold for long and accounts whose access ends soon, and emails what people have not read.
 * Enqueued by a cron.
 */
export const watchNotices = defineJob('notices.watch')

/** Deletes old notices. Enqueued by a cron. */
export const sweepNotices = defineJob('notices.sweep')

const keptMs = days(90)
const mostOfOne = 1_000

export const noticeHandlers = (deps: NoticeDeps): readonly Handled[] => [
  handle(watchNotices, async (_data, { signal }) => {
    await noticeHeld(deps)
    await noticeExpiring(deps)
    await mailNotices(deps, signal)
  }),
  handle(sweepNotices, () => deleteOldNotices(deps.db, before(deps.clock.now(), keptMs), mostOfOne)),
]
