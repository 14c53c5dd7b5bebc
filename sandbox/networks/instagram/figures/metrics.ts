import { grown } from '../../../core/figures/growth.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'

export function countsOf(platform: Platform, post: Post) {
  const count = (name: string, max: number, halfHours: number) =>
    grown(platform, `${name}/${post.person.name}/${post.number}`, { sinceMs: post.atMs, max, halfHours })
  const views = 3 + count('views', 9_000, 5)
  const counts = {
    likes: count('likes', 420, 6),
    comments: post.comments.filter(({ deleted }) => !deleted).length,
    saved: count('saved', 60, 9),
    shares: count('shares', 40, 9),
    reposts: count('reposts', 12, 12),
    replies: count('replies', 8, 6),
    follows: count('follows', 20, 12),
    profile_visits: count('profile visits', 90, 8),
    link_clicks: 0,
  }
  const { likes, comments, saved, shares, reposts } = counts
  return {
    ...counts,
    views,
    reach: 3 + Math.floor((views - 3) * 0.8),
    total_interactions: likes + comments + saved + shares + reposts,
  }
}

export const followersOf = ({ world }: Platform, { name }: Pick<Person, 'name'>): number =>
  40 + Math.floor(world.random.fixed(`instagram/followers/${name}`) * 6_000)
