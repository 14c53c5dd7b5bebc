import type { Platform } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'

/**
 * Computes a count that only grows, fast at first, toward a limit of its own. The same age gives the same count in
 * every run.
 */
function grown(
  { world }: Platform,
  name: string,
  sinceMs: number,
  { max, halfMs }: { max: number; halfMs: number },
): number {
  const ageMs = Math.max(0, world.clock.ms() - sinceMs)
  return Math.floor(max * world.random.fixed(`tiktok/${name}`) * (1 - 2 ** (-ageMs / halfMs)))
}

const hourMs = 3_600_000

export const followersOf = (platform: Platform, { name, createdAt }: Person): number =>
  90 + grown(platform, `followers/${name}`, createdAt.getTime(), { max: 30_000, halfMs: 20_000 * hourMs })

export function countsOf(platform: Platform, post: Post) {
  const count = (name: string, max: number, halfHours: number) =>
    grown(platform, `${name}/${post.person.name}/${post.number}`, post.atMs, { max, halfMs: halfHours * hourMs })
  return {
    views: 5 + count('views', 40_000, 6),
    likes: count('likes', 2_400, 8),
    comments: post.wish.commentsOff || post.person.commentsOff ? 0 : count('comments', 160, 10),
    shares: count('shares', 300, 12),
  }
}

export const totalLikesOf = (platform: Platform, { posts }: Person): number =>
  posts.reduce((sum, post) => sum + (post.deleted ? 0 : countsOf(platform, post).likes), 0)
