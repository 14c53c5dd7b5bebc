import type { Platform } from '../state/platform.ts'
import type { Author, Post } from '../state/records.ts'

/**
 * Returns a count that only grows, fast at first, towards its own end value. The same age gives the same count in every
 * run.
 */
function grown({ world }: Platform, name: string, sinceMs: number, { max, halfMs }: { max: number; halfMs: number }) {
  const ageMs = Math.max(0, world.clock.ms() - sinceMs)
  return Math.floor(max * world.random.fixed(`linkedin/${name}`) * (1 - 2 ** (-ageMs / halfMs)))
}

const hourMs = 3_600_000

export const followersOf = (platform: Platform, { name }: Author): number =>
  40 + grown(platform, `followers/${name}`, Date.UTC(2024, 0, 1), { max: 9_000, halfMs: 20_000 * hourMs })

export function countsOf(platform: Platform, post: Post) {
  const count = (name: string, max: number, halfHours: number) =>
    grown(platform, `${name}/${post.author.name}/${post.number}`, post.createdAtMs, { max, halfMs: halfHours * hourMs })
  const impressions = count('impressions', 6_000, 6)
  return {
    impressions,
    unique: Math.floor(impressions * 0.7),
    clicks: count('clicks', 160, 6),
    likes: count('likes', 140, 6),
    comments: post.comments.filter(({ deleted }) => !deleted).length,
    shares: count('shares', 20, 9),
    saves: count('saves', 12, 9),
    sends: count('sends', 9, 9),
  }
}
