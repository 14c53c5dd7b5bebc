import { inTx } from '#infra/db/client.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { createTicker } from '#infra/time/ticker.ts'
import { inHalves } from '#kernel/batches/in-halves.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { PostId } from '#kernel/ids.ts'
import type { PostDeps } from '../deps.ts'
import { lockDue, readWithin, type Wanted } from '../store/due.ts'
import { dispatchPosts } from './dispatch-posts.ts'
import type { EnqueueDeps } from './enqueue-posts.ts'
import { failUndispatched } from './fail-undispatched.ts'

/**
 * The dispatcher of scheduled posts, which are rows with a time. It takes due rows and hands them to the engine in the
 * same transaction: there is no timer to lose, and any number of nodes may dispatch. A post that cannot be handed over
 * fails alone, and the others go.
 */
interface Dispatcher {
  /** Dispatches everything that is due now, and returns the number of posts. */
  tick(): Promise<number>
  start(): void
  stop(): Promise<void>
}

const everyMs = 250
/** Time for which a post is left out when not even its failure can be recorded. */
const restMs = seconds(30)

interface DispatcherOptions {
  /** Called after a commit that has put publications into the queue. */
  readonly onQueued?: () => void
  /** Number of posts in one transaction. */
  readonly atOnce?: number
  /**
   * Bytes that the publications of one transaction may hold, so that long posts with many targets do not fill the
   * memory.
   */
  readonly maxBytes?: number
}

export function createDispatcher(
  deps: EnqueueDeps & Pick<PostDeps, 'db' | 'log'>,
  { onQueued = () => {}, atOnce = 500, maxBytes = 4 * 1_048_576 }: DispatcherOptions = {},
): Dispatcher {
  const { db, clock, log } = deps
  const resting = new Map<PostId, Date>()

  /**
   * Dispatches due posts in one transaction. `tried` receives the posts of the transaction before any of them can fail.
   */
  const dispatch = (wanted: Wanted, tried: (ids: readonly PostId[]) => void = () => {}) =>
    inTx(db, async (tx) => {
      const ids = await lockDue(tx, wanted)
      if (ids.length === 0) return { handed: 0, hasMore: false }
      tried(ids)
      const posts = await readWithin(tx, ids, maxBytes)
      tried(posts.map(({ id }) => id))
      await dispatchPosts(deps, tx, posts)
      return { handed: posts.length, hasMore: ids.length === atOnce || posts.length < ids.length }
    })

  async function dispatchSome(): Promise<{ readonly handed: number; readonly hasMore: boolean }> {
    let lot: readonly PostId[] = []
    try {
      return await dispatch({ most: atOnce, except: restingNow() }, (ids) => {
        lot = ids
      })
    } catch (error) {
      if (lot.length === 0) throw error
      log.warn({ err: error, event: 'posts.batch_not_dispatched', posts: lot.length }, 'A batch of due posts failed')
    }
    await dispatchApart(lot)
    return { handed: lot.length, hasMore: true }
  }

  /**
   * Dispatches smaller and smaller groups, so that a faulty post fails alone. When the database is away, no post is at
   * fault: the next beat tries them again.
   */
  async function dispatchApart(lot: readonly PostId[]): Promise<void> {
    const away: unknown[] = []
    const dispatchThese = async (ids: readonly PostId[]): Promise<void> => {
      for (let hasMore = away.length === 0; hasMore; ) {
        const tried: PostId[] = []
        try {
          const done = await dispatch({ most: ids.length, among: ids }, (these) => void tried.push(...these))
          hasMore = done.hasMore
        } catch (error) {
          if (tried.length > 0 || !isDatabaseAway(error)) throw error
          away.push(error)
          return
        }
      }
    }
    await inHalves(lot, dispatchThese, failAlone)
    if (away.length > 0) throw away[0]
  }

  async function failAlone(id: PostId, cause: unknown): Promise<void> {
    try {
      if (isDatabaseAway(cause)) throw cause
      log.error({ err: cause, event: 'posts.post_not_dispatched', postId: id }, 'A due post could not be dispatched')
      await inTx(db, (tx) => failUndispatched(deps, tx, id))
    } catch (error) {
      log.warn({ err: error, event: 'posts.post_left_out', postId: id }, 'A due post is left out for 30 seconds')
      resting.set(id, after(clock.now(), restMs))
    }
  }

  function restingNow(): PostId[] {
    for (const [id, until] of resting) if (until <= clock.now()) resting.delete(id)
    return [...resting.keys()]
  }

  async function all(): Promise<number> {
    let total = 0
    for (let hasMore = true; hasMore; ) {
      const some = await dispatchSome()
      total += some.handed
      hasMore = some.hasMore
    }
    if (total > 0) onQueued()
    return total
  }
  const beat = createTicker(
    everyMs,
    async () => void (await all()),
    (error) => log.warn({ err: error, event: 'posts.dispatch_failed' }, 'Due posts could not be dispatched'),
  )
  return { tick: all, start: () => beat.start(), stop: () => beat.stop() }
}
