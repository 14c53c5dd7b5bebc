import type { Platform } from '../state/platform.ts'
import type { File, Person, Post } from '../state/records.ts'

/**
 * Computes a count that only grows, fast at first, toward a limit of its own. The same age gives the same count in
 * every run.
 */
function grown(
  { world }: Platform,
  name: string,
  since: Date,
  { max, halfMs }: { max: number; halfMs: number },
): number {
  const ageMs = Math.max(0, world.clock.ms() - since.getTime())
  return Math.floor(max * world.random.fixed(`x/${name}`) * (1 - 2 ** (-ageMs / halfMs)))
}

const hourMs = 3_600_000

export const followersOf = (platform: Platform, { name, createdAt }: Person): number =>
  60 + grown(platform, `followers/${name}`, createdAt, { max: 12_000, halfMs: 20_000 * hourMs })

export function countsOf(platform: Platform, post: Post) {
  const count = (name: string, max: number, halfHours: number) =>
    grown(platform, `${name}/${post.person.name}/${post.number}`, post.at, { max, halfMs: halfHours * hourMs })
  return {
    likes: count('likes', 120, 5),
    reposts: count('reposts', 30, 8),
    quotes: count('quotes', 9, 12),
    bookmarks: count('bookmarks', 14, 12),
    impressions: 3 + count('impressions', 9_000, 4),
    replies: post.replies.filter(({ deleted }) => !deleted).length,
    linkClicks: count('links', 70, 5),
    profileClicks: count('profile', 20, 5),
  }
}

export const viewsOf = (platform: Platform, post: Post, file: File): number =>
  grown(platform, `views/${post.person.name}/${post.number}/${post.media.indexOf(file)}`, post.at, {
    max: 4_000,
    halfMs: 4 * hourMs,
  })
