import type { Db } from '#infra/db/client.ts'
import { type Handled, handle } from '#infra/queue/index.ts'
import type { Clock } from '#kernel/clock.ts'
import { sweepFeed, wakeEndpoint } from './job-names.ts'
import { keepFeed } from './keep.ts'
import { dropOrphans, wakeSome } from './store/endpoints.ts'

export { sweepFeed, wakeEndpoint } from './job-names.ts'

const atOnce = 1_000

export function feedHandlers({ db, clock }: { readonly db: Db; readonly clock: Clock }): readonly Handled[] {
  return [
    handle(wakeEndpoint, async ({ endpointId }, { signal }) => {
      while (!signal.aborted && (await wakeSome(db, endpointId, atOnce)) === atOnce);
    }),
    handle(sweepFeed, async (_data, { signal }) => {
      await keepFeed(db, clock.now())
      while (!signal.aborted && (await dropOrphans(db, atOnce)) === atOnce);
    }),
  ]
}
