import type { Platform } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'

/**
 * Computes a count that only grows, fast at first, toward a limit of its own. The same age gives the same count in
 * every run.
 */
export function countsOf({ world, posts }: Platform, post: Post) {
  const ageMs = Math.max(0, world.clock.ms() - post.atMs)
  const count = (name: string, max: number, halfHours: number) => {
    const luck = world.random.fixed(`threads/${name}/${post.person.name}/${post.number}`)
    return Math.floor(max * luck * (1 - 2 ** (-ageMs / (halfHours * 3_600_000))))
  }
  const own = [...posts.values()].filter(({ deleted }) => !deleted)
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
