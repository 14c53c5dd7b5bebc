import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { before } from '#kernel/clock.ts'
import { purgeTrash } from './actions/trash.ts'
import type { PostDeps } from './deps.ts'
import { trashKeepsMs } from './state.ts'

/** Deletes for good what has been in the trash for 30 days. Enqueued by a cron. */
export const purgePosts = defineJob('posts.purge')

export const postHandlers = ({ db, clock }: Pick<PostDeps, 'db' | 'clock'>): readonly Handled[] => [
  handle(purgePosts, async (_data, { signal }) => {
    await purgeTrash(db, before(clock.now(), trashKeepsMs), signal)
  }),
]
