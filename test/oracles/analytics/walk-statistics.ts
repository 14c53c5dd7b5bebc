import { type MetricName, metricNames } from '#modules/analytics/metrics.ts'
import { add, engagementOf, type Question, rateOf, seenOf, spanOf, type Walk, zeros } from './plain-walk.ts'

const hourMs = 3_600_000
const newestOf = ({ steps }: Walk['targets'][number]) => steps.at(-1)?.numbers ?? zeros()

/** Computes what was published in a period by tag. The tag of posts without one is null. */
export function walkLabels(walk: Walk, question: Question, keptDays: number) {
  const { start, end } = spanOf(walk, question, keptDays)
  const byLabel = new Map<string | null, Walk['targets'][number][]>()
  for (const target of walk.targets) {
    const published = target.publishedAt.getTime()
    if (published < start || published >= end) continue
    if (question.network !== null && target.network !== question.network) continue
    for (const label of target.tags.length > 0 ? new Set(target.tags) : [null])
      byLabel.set(label, [...(byLabel.get(label) ?? []), target])
  }
  return new Map(
    [...byLabel].map(([label, targets]) => {
      const total = zeros()
      let [counted, seen] = [0, 0]
      for (const target of targets) {
        const newest = newestOf(target)
        add(total, newest)
        seen += seenOf(newest)
        counted += Math.min(engagementOf(newest), seenOf(newest))
      }
      return [label, { posts: targets.length, total, rate: rateOf(counted, seen) }]
    }),
  )
}

const round = (value: number): number => Math.round(value * 100) / 100

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [low = 0] = sorted.slice(Math.floor((sorted.length - 1) / 2))
  const [high = 0] = sorted.slice(Math.floor(sorted.length / 2))
  return sorted.length === 0 ? 0 : (low + high) / 2
}

/** Finds the posts that were seen at least twice as often as the median, with their distance from it. */
export function walkOutliers(walk: Walk, keptDays: number) {
  const since = walk.now - Math.min(keptDays, 365) * 24 * hourMs
  const posts = [...Map.groupBy(walk.targets, ({ postId }) => postId)].flatMap(([postId, targets]) => {
    const published = Math.min(...targets.map(({ publishedAt }) => publishedAt.getTime()))
    if (published < since || targets.every(({ steps }) => steps.length === 0)) return []
    const total = zeros()
    for (const target of targets) add(total, newestOf(target))
    return [{ postId, views: total.views > 0 ? total.views : total.impressions, engagement: engagementOf(total) }]
  })
  const views = posts.map((post) => post.views)
  const median = middleOf(views)
  const deviations = views.map((one) => Math.abs(one - median))
  const typical = middleOf(deviations)
  const mean = deviations.reduce((sum, one) => sum + one, 0) / Math.max(1, deviations.length)
  const unit = typical > 0 ? typical * 1.4826 : mean * 1.2533
  const outliers = posts
    .filter((post) => posts.length >= 5 && median > 0 && post.views >= 2 * median)
    .map((post) => ({
      ...post,
      score: unit === 0 ? 0 : round((post.views - median) / unit),
      multiple: round(post.views / median),
    }))
    .sort((one, other) => other.multiple - one.multiple || (one.postId < other.postId ? -1 : 1))
  return { n: posts.length, median, outliers }
}

export const gainedNames = [
  'views',
  'likes',
  'comments',
  'shares',
  'saves',
  'impressions',
] as const satisfies MetricName[]

/** Sums what each account gained in the last days, by whole hours. */
export function walkGains(walk: Walk, days: number): Map<string, Record<MetricName, number>> {
  const start = walk.now - days * 24 * hourMs
  const gains = new Map<string, Record<MetricName, number>>()
  for (const { accountId, steps } of walk.targets) {
    const sum = gains.get(accountId) ?? zeros()
    gains.set(accountId, sum)
    for (const [nth, { at, numbers }] of steps.entries()) {
      const hour = Math.floor(at / hourMs) * hourMs
      if (hour < start || hour > walk.now) continue
      const before = steps[nth - 1]?.numbers ?? zeros()
      for (const name of metricNames) sum[name] += numbers[name] - before[name]
    }
  }
  return gains
}
