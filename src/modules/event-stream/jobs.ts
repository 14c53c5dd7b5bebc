import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { keepEventWeeks, type RetentionDeps } from './retention.ts'

/** Drops events past their retention. A cron enqueues it. */
export const sweepEvents = defineJob('event-stream.sweep')

export const eventHandlers = (deps: RetentionDeps): readonly Handled[] => [
  handle(sweepEvents, (_data, { signal }) => keepEventWeeks(deps, [{ table: 'event', column: 'id' }], signal)),
]
