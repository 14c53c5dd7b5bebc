import { type DueBatches, wakeAll } from '#infra/claim/index.ts'
import { createRecurringScheduler, type SchedulerDeps } from './recurring/scheduler.ts'
import { createRecyclingScheduler } from './recycling/scheduler.ts'

/** Combines the schedulers that create posts automatically into one. */
export function createPlanner(deps: SchedulerDeps): DueBatches {
  const schedulers = [createRecurringScheduler(deps), createRecyclingScheduler(deps)]
  return {
    async tick() {
      let made = 0
      for (const scheduler of schedulers) made += await scheduler.tick()
      return made
    },
    ...wakeAll(schedulers),
    start() {
      for (const scheduler of schedulers) scheduler.start()
    },
    async stop() {
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
    },
  }
}
