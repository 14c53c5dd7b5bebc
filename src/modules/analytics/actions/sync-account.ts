import { CallFailed, type Metrics } from '#connectors/connector.ts'
import { inTx } from '#infra/db/client.ts'
import { after, minutes } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import { httpFor, liveGrant } from '#modules/accounts/index.ts'
import { notePresence } from '#modules/posts/index.ts'
import type { AnalyticsDeps } from '../deps.ts'
import {
  doubtfulAfterMs,
  failedAfterMs,
  missesUntilRemoved,
  nextLookAt,
  withoutGrantAfterMs,
} from '../look-schedule.ts'
import { claimLooks, noteLooks, postponeLooks, type Watched } from '../store.ts'

/** The number of posts in one look. Networks that answer about one post at a time get as many calls. */
const mostAtOnce = 50
const leaseMs = minutes(15)
const callsMs = minutes(3)

/** Asks the network of one account about its due posts. A post that is missing twice in a row counts as removed. */
export async function syncAccount(deps: AnalyticsDeps, accountId: AccountId, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const watched = await claimLooks(deps.db, accountId, { most: mostAtOnce, leaseMs })
    const [first] = watched
    if (!first) return
    const connector = deps.connectors[first.network]
    if (!connector?.metrics) return
    const live = await liveGrant(deps, accountId, { signal })
    if ('lost' in live) return postponeLooks(deps.db, accountId, withoutGrantAfterMs)
    const deadline = after(deps.clock.now(), callsMs)
    const http = httpFor(deps, { network: first.network, mode: first.mode, deadline, signal, fresh: false })
    try {
      const ids = watched.map(({ remoteId }) => remoteId)
      await noteAnswers(deps, watched, await connector.metrics({ grant: live.grant, http, signal }, ids))
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      deps.log.warn(
        { event: 'analytics.sync_failed', err: error, accountId },
        'Could not read the metrics of an account',
      )
      return postponeLooks(deps.db, accountId, failedAfterMs)
    }
  }
}

/** Stores what the network said, and tells the posts whose presence has changed. */
async function noteAnswers(
  deps: AnalyticsDeps,
  watched: readonly Watched[],
  answers: readonly Metrics[],
): Promise<void> {
  const now = deps.clock.now()
  const byId = new Map(answers.map((answer) => [answer.remoteId, answer]))
  const notes = watched.map(({ targetId, remoteId, publishedAt, misses: before }) => {
    const answer = byId.get(remoteId)
    // The network left the post out: it says neither that the post is there nor that it is gone.
    if (!answer) return { targetId, misses: before, dueAt: nextLookAt(publishedAt, now), isRemoved: null }
    if (answer.counts) return { targetId, misses: 0, dueAt: nextLookAt(publishedAt, now), isRemoved: false }
    const misses = before + 1
    const isRemoved = misses >= missesUntilRemoved
    return {
      targetId,
      misses,
      dueAt: isRemoved ? nextLookAt(publishedAt, now) : after(now, doubtfulAfterMs),
      isRemoved: isRemoved || null,
    }
  })
  const idsOf = (isRemoved: boolean) =>
    notes.filter((note) => note.isRemoved === isRemoved).map((note) => note.targetId)
  await inTx(deps.db, async (tx) => {
    await notePresence(deps, tx, { removed: idsOf(true), present: idsOf(false) })
    await noteLooks(
      tx,
      notes.map(({ isRemoved: _, ...note }) => note),
    )
  })
}
