import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { before, days } from '#kernel/clock.ts'
import type { ProfileDeps } from './deps.ts'
import { purgeSome } from './store.ts'

const trashKeepsMs = days(30)
const atOnce = 200

/** Ends what has been in the trash for 30 days. Asked for by a cron. */
export const purgeProfiles = defineJob('profiles.purge')

export function profileHandlers({ db, clock }: Pick<ProfileDeps, 'db' | 'clock'>): readonly Handled[] {
  return [
    handle(purgeProfiles, async (_data, { signal }) => {
      const deletedBefore = before(clock.now(), trashKeepsMs)
      // A little at a time, so that no lock is held for long whatever hangs on a profile.
      while (!signal.aborted && (await purgeSome(db, deletedBefore, atOnce)) === atOnce);
    }),
  ]
}
