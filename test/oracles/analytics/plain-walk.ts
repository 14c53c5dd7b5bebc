import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { type MetricName, metricNames } from '#modules/analytics/metrics.ts'

/**
 * Computes analytics the slow way: by a walk over all snapshots, with time zones only by `Intl`. It shares no code with
 * the service that it is compared with.
 */

type Numbers = Record<MetricName, number>
interface Step {
  readonly at: number
  readonly numbers: Numbers
}
interface Target {
  readonly targetId: string
  readonly postId: string
  readonly accountId: string
  readonly network: string
  readonly publishedAt: Date
  /** The tags of its post. */
  readonly tags: readonly string[]
  readonly steps: Step[]
}

export interface Walk {
  readonly targets: readonly Target[]
  readonly now: number
}

export interface Question {
  readonly startDate: string
  readonly endDate: string
  readonly granularity: 'hour' | 'day' | 'week' | 'month'
  readonly timezone: string
  readonly network: string | null
}

/** Reads the publications and snapshots of a profile. */
export async function readWalk(db: Db, profileId: string, now: Date): Promise<Walk> {
  const { rows: targets } = await sql<Omit<Target, 'steps'>>`
    select t.id as target_id, t.post_id, p.account_id, p.network, p.shown_at as published_at, post.tags
    from post join post_target t on t.post_id = post.id join publication p on p.id = t.publication_id
    where post.profile_id = ${profileId} and p.status = 'published'`.execute(db)
  const { rows } = await sql<{ targetId: string; at: Date } & Record<MetricName, string>>`
    select * from metrics_snapshot order by at`.execute(db)
  const steps = Map.groupBy(rows, ({ targetId }) => targetId)
  return {
    now: now.getTime(),
    targets: targets.map((target) => ({
      ...target,
      steps: (steps.get(target.targetId) ?? []).map((row) => ({
        at: row.at.getTime(),
        numbers: Object.fromEntries(metricNames.map((name) => [name, Number(row[name])])) as Numbers,
      })),
    })),
  }
}

const hourMs = 3_600_000
const formats = new Map<string, Intl.DateTimeFormat>()
const localTexts = new Map<string, string>()

/** Returns the local time of an instant, as `2027-03-28T01:30 GMT+1`. */
function localOf(at: number, timezone: string): string {
  const quarter = Math.floor(at / 900_000)
  const known = localTexts.get(`${timezone} ${quarter}`)
  if (known !== undefined) return known
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'longOffset',
    })
  formats.set(timezone, format)
  const part = Object.fromEntries(format.formatToParts(quarter * 900_000).map(({ type, value }) => [type, value]))
  const text = `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute} ${part.timeZoneName}`
  localTexts.set(`${timezone} ${quarter}`, text)
  return text
}

/** Names the bucket of an instant. Hours that clocks show twice differ in their offset. */
export function keyOf(at: number, { granularity, timezone }: Question): string {
  const local = localOf(at, timezone)
  const date = local.slice(0, 10)
  if (granularity === 'hour') return `${local.slice(0, 13)}:00${local.slice(16)}`
  if (granularity === 'month') return `${date.slice(0, 7)}-01`
  if (granularity === 'day') return date
  const noon = new Date(`${date}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() - ((noon.getUTCDay() + 6) % 7))
  return noon.toISOString().slice(0, 10)
}

/** Returns the first quarter of an hour of a local date or, if it is skipped, after it. */
function startOf(date: string, timezone: string): number {
  for (let at = Date.parse(`${date}T00:00:00Z`) - 15 * hourMs; ; at += 900_000)
    if (localOf(at, timezone).slice(0, 10) >= date) return at
}

const dayAfter = (date: string): string => new Date(Date.parse(date) + 24 * hourMs).toISOString().slice(0, 10)
export const zeros = (): Numbers => Object.fromEntries(metricNames.map((name) => [name, 0])) as Numbers
export const add = (sum: Numbers, more: Numbers, sign = 1): void => {
  for (const name of metricNames) sum[name] += sign * more[name]
}
export const engagementOf = (one: Numbers): number => one.likes + one.comments + one.shares + one.saves
export const seenOf = (one: Numbers): number =>
  one.impressions > 0 ? one.impressions : one.reach > 0 ? one.reach : one.views
export const rateOf = (counted: number, seen: number): number =>
  seen > 0 ? Math.round((counted / seen) * 10_000) / 100 : 0

/** Returns a query's period, from its start (inclusive) to its end (exclusive). */
export function spanOf(walk: Walk, question: Question, keptDays: number): { start: number; end: number } {
  const oldest = Math.floor((walk.now - keptDays * 24 * hourMs) / 900_000) * 900_000
  const end = startOf(dayAfter(question.endDate), question.timezone)
  const start = Math.max(startOf(question.startDate, question.timezone), oldest)
  return { start, end: Math.max(start, end > walk.now ? walk.now + 1 : end) }
}

/** Computes an overview. */
export function walkOverview(walk: Walk, question: Question, keptDays: number) {
  const { start, end } = spanOf(walk, question, keptDays)
  const targets = walk.targets.filter(({ network }) => question.network === null || network === question.network)
  const total = zeros()
  const buckets = new Map<string, Numbers & { posts: number }>()
  const bucketAt = (at: number) => {
    const key = keyOf(at, question)
    const bucket = buckets.get(key) ?? { ...zeros(), posts: 0 }
    buckets.set(key, bucket)
    return bucket
  }
  const byPost = new Map<
    string,
    { published: number; numbers: Numbers; counted: number; seen: number; known: boolean }
  >()
  const byNetwork = new Map<string, Numbers & { posts: number }>()
  let [posts, counted, seen] = [0, 0, 0]
  for (const target of targets) {
    const newest = target.steps.at(-1)?.numbers ?? zeros()
    const published = target.publishedAt.getTime()
    const ownSeen = seenOf(newest)
    const ownCounted = Math.min(engagementOf(newest), ownSeen)
    if (published >= start && published < end) {
      posts += 1
      counted += ownCounted
      seen += ownSeen
      add(total, newest)
      bucketAt(published).posts += 1
      const network = byNetwork.get(target.network) ?? { ...zeros(), posts: 0 }
      add(network, newest)
      network.posts += 1
      byNetwork.set(target.network, network)
    }
    const post = byPost.get(target.postId) ?? { published, numbers: zeros(), counted: 0, seen: 0, known: false }
    add(post.numbers, newest)
    byPost.set(target.postId, {
      published: Math.min(post.published, published),
      numbers: post.numbers,
      counted: post.counted + ownCounted,
      seen: post.seen + ownSeen,
      known: post.known || target.steps.length > 0,
    })
    let before = zeros()
    for (const { at, numbers } of target.steps) {
      const hour = Math.floor(at / hourMs) * hourMs
      if (hour >= start && hour < end) {
        const bucket = bucketAt(hour)
        add(bucket, numbers)
        add(bucket, before, -1)
      }
      before = numbers
    }
  }
  const best = [...byPost]
    .filter(([, post]) => post.known && post.published >= start && post.published < end)
    .map(([postId, post]) => ({ postId, ...post, engagement: engagementOf(post.numbers) }))
    .sort(
      (one, other) =>
        other.engagement - one.engagement || other.published - one.published || (one.postId < other.postId ? -1 : 1),
    )
    .slice(0, 10)
    .map(({ postId, numbers, counted: own, seen: by }) => ({ postId, ...numbers, engagementRate: rateOf(own, by) }))
  return { posts, total, rate: rateOf(counted, seen), buckets, best, byNetwork }
}

/** Computes the grid of samples and scores of best times, over all posts of at most a year. */
export function walkBestTimes(walk: Walk, timezone: string, network: string | null, keptDays: number) {
  const since = walk.now - Math.min(keptDays, 365) * 24 * hourMs
  const looked = walk.targets.filter(
    (target) =>
      (network === null || target.network === network) &&
      target.publishedAt.getTime() >= since &&
      target.steps.length > 0,
  )
  const hasRates = looked.some(({ steps }) => seenOf(steps.at(-1)?.numbers ?? zeros()) > 0)
  const cells = new Map<string, number[]>()
  for (const { publishedAt, steps } of looked) {
    const newest = steps.at(-1)?.numbers ?? zeros()
    const seen = seenOf(newest)
    if (hasRates && seen === 0) continue
    const value = hasRates ? (100 * Math.min(engagementOf(newest), seen)) / seen : engagementOf(newest)
    const local = localOf(publishedAt.getTime(), timezone)
    const day = new Date(`${local.slice(0, 10)}T12:00:00Z`).getUTCDay()
    const key = `${day} ${Number(local.slice(11, 13))}`
    cells.set(key, [...(cells.get(key) ?? []), value])
  }
  const all = [...cells.values()].flat()
  const mean = all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length)
  const means = new Map(
    [...cells].map(([key, values]) => [
      key,
      (values.reduce((sum, one) => sum + one, 0) + 5 * mean) / (values.length + 5),
    ]),
  )
  const highest = Math.max(...means.values())
  return { n: all.length, cells, scoreOf: (key: string) => ((means.get(key) ?? 0) / highest) * 100 }
}
