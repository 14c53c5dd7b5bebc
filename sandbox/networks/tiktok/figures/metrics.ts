import { createCounter, grown } from '../../../core/figures/growth.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'

export const followersOf = (platform: Platform, { name, createdAt }: Person): number =>
  90 + grown(platform, `followers/${name}`, { sinceMs: createdAt.getTime(), max: 30_000, halfHours: 20_000 })

export function countsOf(platform: Platform, post: Post) {
  const count = createCounter(platform, `${post.person.name}/${post.number}`, post.atMs)
  return {
    views: 5 + count('views', 40_000, 6),
    likes: count('likes', 2_400, 8),
    comments: post.requested.commentsOff || post.person.commentsOff ? 0 : count('comments', 160, 10),
    shares: count('shares', 300, 12),
  }
}

export const totalLikesOf = (platform: Platform, { posts }: Person): number =>
  posts.reduce((sum, post) => sum + (post.deleted ? 0 : countsOf(platform, post).likes), 0)
