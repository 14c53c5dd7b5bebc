import { createCounter } from '../../../core/figures/growth.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'

export function countsOf(platform: Platform, post: Post) {
  const count = createCounter(platform, `${post.person.name}/${post.number}`, post.atMs)
  const own = [...platform.posts.values()].filter(({ deleted }) => !deleted)
  return {
    views: 3 + count('views', 9_000, 5),
    likes: count('likes', 420, 6),
    replies: own.filter(({ draft }) => draft.replyTo === post).length,
    reposts: own.filter(({ reposted }) => reposted === post).length,
    quotes: own.filter(({ draft }) => draft.quoted === post).length,
    shares: count('shares', 40, 9),
  }
}

export const followersOf = ({ world }: Platform, { name }: Person): number =>
  40 + Math.floor(world.random.fixed(`threads/followers/${name}`) * 6_000)
