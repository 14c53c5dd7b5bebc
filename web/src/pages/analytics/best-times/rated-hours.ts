import type { BestTimes } from '../analytics-queries.ts'

/** An hour of the week that has enough posts to be rated. Sunday is 0. */
interface RatedHour {
  readonly day: number
  readonly hour: number
  readonly score: number
  readonly posts: number
}

/** Fewer posts in an hour than this say little about it. */
export const fewestPosts = 5
const bestCount = 3

/** Lists the hours with enough posts, best first. */
export const listRatedHours = ({ heatmap, samples }: BestTimes): readonly RatedHour[] =>
  heatmap
    .flatMap((row, day) =>
      row.map((score, hour) => ({ day, hour, score: Math.round(score), posts: samples[day]?.[hour] ?? 0 })),
    )
    .filter(({ posts }) => posts >= fewestPosts)
    .toSorted((a, b) => b.score - a.score || b.posts - a.posts)

export const listBestHours = (times: BestTimes): readonly RatedHour[] => listRatedHours(times).slice(0, bestCount)
