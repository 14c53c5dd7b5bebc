import { createCounter, grown } from '../../../core/figures/growth.ts'
import type { Platform } from '../state/platform.ts'
import type { Author, Post } from '../state/records.ts'

export const followersOf = (platform: Platform, { name }: Author): number =>
  40 + grown(platform, `followers/${name}`, { sinceMs: Date.UTC(2024, 0, 1), max: 9_000, halfHours: 20_000 })

export function countsOf(platform: Platform, post: Post) {
  const count = createCounter(platform, `${post.author.name}/${post.number}`, post.createdAtMs)
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
