import type { Db } from '#infra/db/client.ts'
import { type Handled, handle, type Log } from '#infra/queue/index.ts'
import type { Clock } from '#kernel/clock.ts'
import { sweepFeed, wakeEndpoint } from './job-names.ts'
import { keepFeed } from './keep.ts'
import { dropOrphans, wakeSome } from './store/endpoints.ts'

export { sweepFeed, wakeEndpoint } from './job-names.ts'

const atOnce = 1_000

export interface FeedJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

export function feedHandlers({ db, clock, log }: FeedJobDeps): readonly Handled[] {
  return [
    handle(wakeEndpoint, async ({ endpointId }, { signal }) => {
      while (!signal.aborted && (await wakeSome(db, endpointId, atOnce)) === atOnce);
    }),
    handle(sweepFeed, async (_data, { signal }) => {
      const { postponed, tooMany } = await keepFeed(db, clock.now(), signal)
      if (postponed.length > 0) log.info({ postponed }, 'weeks of events are made or dropped by the next sweep')
      if (tooMany.length > 0) log.warn({ tooMany }, 'weeks of events stay in the default partition until they are old')
      while (!signal.aborted && (await dropOrphans(db, atOnce)) === atOnce);
    }),
  ]
}
