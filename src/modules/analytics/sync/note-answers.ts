import type { Metrics } from '#connectors/connector.ts'
import type { LaneKey } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { after } from '#kernel/clock.ts'
import { notePresence } from '#modules/posts/index.ts'
import type { LookDeps } from '../deps.ts'
import { type MetricName, metricNames, type Numbers } from '../metrics.ts'
import { type AccountAtHand, type DueLook, type LookNote, noteLooks } from '../store/lanes.ts'
import { type FoundNumbers, noteAnswered, saveNumbers } from '../store/numbers.ts'
import { doubtfulAfterMs, missesUntilRemoved, nextLookAt } from './look-schedule.ts'

interface Answered {
  readonly account: AccountAtHand
  readonly looks: readonly DueLook[]
  readonly answers: readonly Metrics[]
}

/**
 * Stores what the network reported about posts, announces the posts that were removed or restored, and schedules the
 * next readings, all in one transaction and only while the lease on the account holds. Returns the number of posts
 * whose metrics have changed.
 */
export async function noteAnswers(
  deps: Pick<LookDeps, 'db' | 'clock' | 'claim' | 'emit'>,
  lane: LaneKey,
  { account, looks, answers }: Answered,
): Promise<number> {
  const now = deps.clock.now()
  const byId = new Map(answers.map((answer) => [answer.remoteId, answer]))
  const notes = looks.map((look) => ({ ...look, ...noteOf(look, byId.get(look.remoteId), now) }))
  const found: FoundNumbers[] = []
  const silent: LookNote[] = []
  for (const { remoteId, targetId, misses, dueAt } of notes) {
    const counts = byId.get(remoteId)?.counts
    if (counts) found.push({ targetId, misses, dueAt, ...reportedNumbers(counts) })
    else silent.push({ targetId, misses, dueAt })
  }
  const reportedMetrics = metricNames.filter((name: MetricName) => found.some((numbers) => numbers[name] !== undefined))
  const idsOf = (isRemoved: boolean) =>
    notes.filter((note) => note.isRemoved === isRemoved).map((note) => note.targetId)
  return inTx(deps.db, async (tx) => {
    if (!(await deps.claim.stillHolds(tx, lane))) return 0
    await notePresence(deps, tx, { removed: idsOf(true), present: idsOf(false) })
    await noteLooks(tx, silent)
    await noteAnswered(tx, account.id, reportedMetrics)
    return saveNumbers(tx, account.id, found)
  })
}

interface Noted {
  readonly misses: number
  readonly dueAt: Date
  /** Null if the response does not say. */
  readonly isRemoved: boolean | null
}

function noteOf({ publishedAt, misses: before }: DueLook, answer: Metrics | undefined, now: Date): Noted {
  const dueAt = nextLookAt(publishedAt, now)
  // The network omitted the post, which proves neither that it exists nor that it is gone.
  if (!answer) return { misses: before, dueAt, isRemoved: null }
  if (answer.counts) return { misses: 0, dueAt, isRemoved: false }
  const misses = before + 1
  return misses >= missesUntilRemoved
    ? { misses, dueAt, isRemoved: true }
    : { misses, dueAt: after(now, doubtfulAfterMs), isRemoved: null }
}

/** No post has more than this. A server that reports more is wrong, and must not cause sums that overflow a column. */
const mostPlausible = 1e12

/**
 * Returns the metrics that a network reported. A quote is a share with its own comment, so it counts as a share. What
 * the network did not report, or cannot be true, is left out.
 */
function reportedNumbers({ quotes, ...counts }: NonNullable<Metrics['counts']>): Partial<Numbers> {
  const reported = quotes === undefined ? counts : { ...counts, shares: (counts.shares ?? 0) + quotes }
  return Object.fromEntries(
    metricNames.flatMap((name) => {
      const value = reported[name]
      return value !== undefined && isPlausible(value) ? [[name, value]] : []
    }),
  )
}

const isPlausible = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= mostPlausible

/** Returns a count of an account, or null if the network did not report a plausible one. */
export const reportedCount = (value: number | null | undefined): number | null =>
  value != null && isPlausible(value) ? value : null
