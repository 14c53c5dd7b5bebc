import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { SharingDeps } from './deps.ts'
import { deleteViewsBefore, revokeLinksOfFormerMembers } from './store.ts'

/** Deletes the visitors of earlier days, and revokes links whose creators are gone. Enqueued by a cron. */
export const sweepSharing = defineJob('sharing.sweep')

export const sharingHandlers = ({ db, clock }: Pick<SharingDeps, 'db' | 'clock'>): readonly Handled[] => [
  handle(sweepSharing, async () => {
    await deleteViewsBefore(db, clock.now().toISOString().slice(0, 10))
    await revokeLinksOfFormerMembers(db)
  }),
]
