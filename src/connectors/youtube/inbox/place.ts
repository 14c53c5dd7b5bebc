import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'
import type { Thread } from './comments.ts'

/** The lists of a look. A comment is in one of them. */
export const lists = ['published', 'heldForReview', 'likelySpam'] as const

/** The number of threads that are remembered, and for how long: their replies do not bring them into the lists. */
const knownMax = 300
const knownMs = 30 * 86_400_000
/** The number of threads that one call checks. */
const checkedMax = 50
/** The maximum number of pages of replies to one comment. */
const pagesOfReplies = 10

/** A thread as it was last read: its ID, time, number of replies, time of the last edit, and list. */
const known = z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()])
type Known = z.output<typeof known>
/** A comment whose replies are read next: its ID, its video, the next page, and how many pages may follow. */
const pending = z.tuple([z.string(), z.string().nullable(), z.string().nullable(), z.number()])
export type Pending = z.output<typeof pending>

const place = z.object({
  /** The time up to which everything has been read. */
  readTo: z.number(),
  known: z.array(known).max(knownMax),
  pending: z.array(pending),
  /**
   * The next part of the look: one of the lists, then the latest known threads, then some of the others.
   */
  step: z.number().default(0),
  token: z.string().nullable().default(null),
  /** True if the walk through the list began again because its page token had expired. */
  isAgain: z.boolean().default(false),
  newest: z.number().default(0),
  /** The number of the group of older threads that is checked next. */
  turn: z.number().default(0),
})
export type Place = z.output<typeof place>

export const placeFrom = (from: JsonObject | null, since: Date): Place =>
  place.parse(from ?? { readTo: since.getTime(), known: [], pending: [] })

/** Returns the time of the latest comment in a thread, as far as the list shows it. */
export const activityOf = ({ snippet, replies }: Thread): number =>
  Math.max(
    snippet.topLevelComment.snippet.publishedAt.getTime(),
    ...(replies?.comments ?? []).flatMap((one) => one?.snippet.publishedAt.getTime() ?? []),
  )

function toKnown({ id, snippet }: Thread, list: number): Known {
  const { publishedAt, updatedAt, moderationStatus } = snippet.topLevelComment.snippet
  const stated = (lists as readonly unknown[]).indexOf(moderationStatus)
  return [id, publishedAt.getTime(), snippet.totalReplyCount, updatedAt.getTime(), stated === -1 ? list : stated]
}

/**
 * Compares threads with what is remembered of them. A thread has changed if it has another number of replies, another
 * text, or another state. One that is unknown has changed if something in it is newer than `sinceMs`.
 */
export function compare(at: Place, threads: readonly Thread[], sinceMs: number) {
  const before = new Map(at.known.map((one) => [one[0], one]))
  const after = new Map(before)
  const changed: Thread[] = []
  for (const thread of threads) {
    const old = before.get(thread.id)
    const now = toKnown(thread, old?.[4] ?? Math.min(at.step, lists.length - 1))
    after.set(thread.id, now)
    if (old ? now.some((value, nth) => value !== old[nth]) : activityOf(thread) >= sinceMs) changed.push(thread)
  }
  const newest = Math.max(at.readTo, ...[...after.values()].map(([, saidMs]) => saidMs))
  const kept = [...after.values()]
    .filter(([, saidMs]) => saidMs >= newest - knownMs)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, knownMax)
  const unread = changed.flatMap(({ id, snippet, replies }): Place['pending'] =>
    snippet.totalReplyCount > (replies?.comments.length ?? 0)
      ? [[id, snippet.videoId ?? null, null, pagesOfReplies]]
      : [],
  )
  return { changed, known: kept, pending: [...at.pending, ...unread] }
}

/** Returns the known threads that a step of the look checks: the latest at every look, the others in turns. */
export function threadsToCheck({ known: all, step, turn }: Place): readonly string[] {
  const turns = Math.max(1, Math.ceil(all.length / checkedMax) - 1)
  const from = step === lists.length ? 0 : checkedMax * (1 + (turn % turns))
  return all.slice(from, from + checkedMax).map(([id]) => id)
}
