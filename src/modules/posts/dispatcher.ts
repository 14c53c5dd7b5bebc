import { createBeat } from '#infra/beat.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { PostId } from '#kernel/ids.ts'
import type { PostDeps } from './deps.ts'
import { type EnqueueDeps, enqueueTargets } from './enqueue-targets.ts'
import { rollUp } from './roll-up.ts'
import { makeDrafts } from './store/account-posts.ts'
import { takeDue } from './store/due.ts'
import { fillAccounts } from './store/fill-accounts.ts'
import { type TargetRow, targetsOf } from './store/targets.ts'

/**
 * A scheduled post is a row with a time. Whoever dispatches takes the rows whose time has come and hands them to the
 * engine in the same transaction: there is no timer to lose, and any number of nodes may do it.
 */
export interface Dispatcher {
  /** Whatever is due now; how many posts that were. */
  tick(): Promise<number>
  start(): void
  stop(): Promise<void>
}

const atOnce = 500
const everyMs = 250

export interface DispatcherOptions {
  /** Called after a commit that has put something into the queue. */
  readonly onQueued?: () => void
}

export function createDispatcher(
  deps: EnqueueDeps & Pick<PostDeps, 'db' | 'log'>,
  { onQueued = () => {} }: DispatcherOptions = {},
): Dispatcher {
  const dispatchSome = (): Promise<number> =>
    inTx(deps.db, async (tx) => {
      const posts = await takeDue(tx, atOnce)
      if (posts.length === 0) return 0
      const ids = posts.map(({ id }) => id)
      const rows = await targetsToGo(tx, ids)
      const asked = posts.map((post) => ({
        post,
        rows: (rows.get(post.id) ?? []).filter(({ status }) => status !== 'published'),
        dueAt: post.scheduledAt ?? deps.clock.now(),
        isNow: false,
      }))
      await enqueueTargets(
        deps,
        tx,
        asked.filter((one) => one.rows.length > 0),
      )
      // Nothing is left that it could go to: what its author has is a draft.
      const empty = asked
        .filter((one) => one.rows.length === 0)
        .map(({ post }) => ({ ...post, intent: 'draft' as const }))
      if (empty.length > 0) {
        await makeDrafts(
          tx,
          empty.map(({ id }) => id),
        )
        await rollUp(deps, tx, empty)
      }
      return posts.length
    })

  async function all(): Promise<number> {
    let total = 0
    for (let count = atOnce; count === atOnce; total += count) count = await dispatchSome()
    if (total > 0) onQueued()
    return total
  }
  const beat = createBeat(
    everyMs,
    async () => void (await all()),
    (error) => deps.log.warn({ err: error }, 'posts that are due could not be dispatched; they are tried again'),
  )
  return { tick: all, start: () => beat.start(), stop: () => beat.stop() }
}

async function targetsToGo(tx: Tx, ids: readonly PostId[]): Promise<Map<PostId, TargetRow[]>> {
  const rows = await targetsOf(tx, ids)
  const isNamed = [...rows.values()].every((ofPost) => ofPost.every(({ accountId }) => accountId !== null))
  if (isNamed) return rows
  await fillAccounts(tx, ids)
  return targetsOf(tx, ids)
}
