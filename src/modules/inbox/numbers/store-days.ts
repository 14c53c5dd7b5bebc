import { inTx } from '#infra/db/client.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { after, hours } from '#kernel/clock.ts'
import type { InboxDeps } from '../deps.ts'
import { claimDay, listDaysToStore, storeDays } from '../store/numbers.ts'
import { liveDays, shiftDay, startOf } from './local-days.ts'

const batch = 200
/** The limit of one run. What is left is stored by the next one. */
const batchesOfRun = 50

const timelyMs = hours(1)

type Deps = Pick<InboxDeps, 'db' | 'clock' | 'log'>

/** Stores the numbers of the day that has ended, for every profile in its zone, once on any number of nodes. */
export async function storeInboxDays({ db, clock, log }: Deps, signal: AbortSignal): Promise<void> {
  for (let left = batchesOfRun; left > 0 && !signal.aborted; left -= 1) {
    const due = await listDaysToStore(db, clock.now(), batch)
    let failed = 0
    for (const one of due) {
      const { profileId, timezone, day } = one
      try {
        await inTx(db, async (tx) => {
          if (!(await claimDay(tx, one))) return
          const since = startOf(shiftDay(day, 1 - liveDays), timezone)
          // What is open hours later was not what was open at the end of the day.
          const isTimely = clock.now() < after(startOf(shiftDay(day, 1), timezone), timelyMs)
          await storeDays(tx, { profileId, timezone, since }, { day, isTimely })
        })
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        failed += 1
        log.error({ event: 'inbox.day_failed', err: error, profileId }, 'Could not store the numbers of an inbox')
      }
    }
    if (due.length < batch || failed === due.length) return
  }
}
