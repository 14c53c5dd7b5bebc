import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { SharingDeps } from './deps.ts'
import { deleteViewsBefore } from './store.ts'

/** Forgets the visitors of earlier days. Enqueued by a cron. */
export const sweepSharing = defineJob('sharing.sweep')

export const sharingHandlers = ({ db, clock }: Pick<SharingDeps, 'db' | 'clock'>): readonly Handled[] => [
  handle(sweepSharing, () => deleteViewsBefore(db, clock.now().toISOString().slice(0, 10))),
]
