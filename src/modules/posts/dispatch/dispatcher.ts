import { createDueBatches, type DueBatches } from '#infra/claim/index.ts'
import type { PostId } from '#kernel/ids.ts'
import type { PostDeps } from '../deps.ts'
import { firstDuePost, lockDue, readWithin } from '../store/due.ts'
import { dispatchPosts } from './dispatch-posts.ts'
import type { EnqueueDeps } from './enqueue-posts.ts'
import { failUndispatched } from './fail-undispatched.ts'

interface DispatcherOptions {
  /** Called after a commit that has put publications into the queue. */
  readonly onQueued?: () => void
  /** The number of posts in one transaction. */
  readonly atOnce?: number
  /**
   * The number of bytes that the publications of one transaction may hold, so that long posts with many targets do not
   * fill the memory.
   */
  readonly maxBytes?: number
}

/**
 * Creates the dispatcher of scheduled posts, which are rows with a time. It takes due rows and hands them to the engine
 * in the same transaction, so no timer can be lost, and any number of nodes may dispatch.
 */
export function createDispatcher(
  deps: EnqueueDeps & Pick<PostDeps, 'db' | 'log'>,
  { onQueued = () => {}, atOnce = 500, maxBytes = 4 * 1_048_576 }: DispatcherOptions = {},
): DueBatches {
  return createDueBatches<PostId>({
    ...deps,
    name: 'posts',
    atOnce,
    onWorked: onQueued,
    firstDue: firstDuePost,
    lock: lockDue,
    async work(tx, ids, tried) {
      const posts = await readWithin(tx, ids, maxBytes)
      const taken = posts.map(({ id }) => id)
      tried(taken)
      await dispatchPosts(deps, tx, posts)
      return taken
    },
    failAlone: (tx, id) => failUndispatched(deps, tx, id),
  })
}
