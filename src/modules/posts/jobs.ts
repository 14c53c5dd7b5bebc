import { inTx } from '#infra/db/client.ts'
import type { ReceivedEvent } from '#infra/events/index.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { before } from '#kernel/clock.ts'
import { trashKeepsMs } from '#rules/trash.ts'
import { purgeTrash } from './actions/trash.ts'
import { remindApprovers } from './approvals/remind.ts'
import { deletePastEdits } from './bulk-edit/store.ts'
import type { PostDeps } from './deps.ts'
import { releaseSurplus } from './dispatch/hold-surplus.ts'
import type { RollUpDeps } from './outcomes/roll-up.ts'
import { deletePastPresence } from './presence/store.ts'

/** Permanently deletes what has been in the trash for 30 days, and erases who edited posts. Enqueued by a cron. */
export const purgePosts = defineJob('posts.purge')

/** Reminds approvers of posts that wait for them. Enqueued by a cron. */
export const remindOfPosts = defineJob('posts.remind')

/** Releases what was held while a profile exceeded its owner's plan. */
export const releaseHeld = defineJob<ReceivedEvent<'profile.made_writable'>>('posts.release-held')

export const postHandlers = ({
  db,
  clock,
  emit,
  connectors,
}: Pick<PostDeps, 'db' | 'connectors'> & RollUpDeps): readonly Handled[] => [
  handle(releaseHeld, ({ profileId }) => inTx(db, (tx) => releaseSurplus({ clock, emit }, tx, profileId))),
  handle(remindOfPosts, (_data, { signal }) => remindApprovers({ db, clock, connectors }, signal)),
  handle(purgePosts, async (_data, { signal }) => {
    await deletePastPresence(db)
    await deletePastEdits(db)
    await purgeTrash(db, before(clock.now(), trashKeepsMs), signal)
  }),
]
