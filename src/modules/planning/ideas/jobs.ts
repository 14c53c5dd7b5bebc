import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { before } from '#kernel/clock.ts'
import { trashKeepsMs } from '#rules/trash.ts'
import type { PlanningDeps } from '../deps.ts'
import { purgeIdeaRows } from './store.ts'

/** Permanently deletes ideas that were deleted 30 days ago. Enqueued by a cron. */
export const purgeIdeas = defineJob('planning.purge-ideas')

const atOnce = 500

export const ideaHandlers = ({ db, clock }: Pick<PlanningDeps, 'db' | 'clock'>): readonly Handled[] => [
  handle(purgeIdeas, async (_data, { signal }) => {
    const until = before(clock.now(), trashKeepsMs)
    let purged = atOnce
    while (!signal.aborted && purged === atOnce) purged = await purgeIdeaRows(db, until, atOnce)
  }),
]
