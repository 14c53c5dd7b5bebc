import { type Db, inTx } from '#infra/db/client.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { before, type Clock, days } from '#kernel/clock.ts'
import { forgetNodes } from '#modules/installation/index.ts'
import { foldTallies } from './tallies/store.ts'

/** Adds up what the administration counts, and forgets what is old. A cron enqueues it. */
export const foldCounts = defineJob('administration.fold')

const talliesKeptMs = days(400)
const nodesKeptMs = days(7)

interface AdminJobDeps {
  readonly db: Db
  readonly clock: Clock
}

export const adminHandlers = ({ db, clock }: AdminJobDeps): readonly Handled[] => [
  handle(foldCounts, async () => {
    const now = clock.now()
    await inTx(db, (tx) => foldTallies(tx, before(now, talliesKeptMs)))
    await forgetNodes(db, before(now, nodesKeptMs))
  }),
]
