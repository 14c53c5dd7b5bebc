import { createCounter, grown } from '../../../core/figures/growth.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Person, Post } from '../state/records.ts'

export const followersOf = (platform: Platform, { name, createdAt }: Person): number =>
  60 + grown(platform, `followers/${name}`, { sinceMs: createdAt.getTime(), max: 12_000, halfHours: 20_000 })

export function countsOf(platform: Platform, post: Post) {
  const count = createCounter(platform, `${post.person.name}/${post.number}`, post.at.getTime())
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
  grown(platform, `views/${post.person.name}/${post.number}/${post.media.indexOf(file)}`, {
    sinceMs: post.at.getTime(),
    max: 4_000,
    halfHours: 4,
  })
