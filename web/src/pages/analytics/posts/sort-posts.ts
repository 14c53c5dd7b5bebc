import type { Result } from '@posthorn/sdk'
import { type Post, timeOf } from '#web/posts/post-time.ts'

export interface PostNumbers {
  readonly post: Post
  /** Null until the post is looked at. */
  readonly numbers: Result<'summarizePosts'>[string] | null
}

export const sortKeys = ['at', 'views', 'likes', 'comments', 'shares', 'rate'] as const
export type SortKey = (typeof sortKeys)[number]

const isSortKey = (text: string): text is SortKey => sortKeys.some((key) => key === text)

/** Sorts by `views` from the greatest, by `-views` from the least. Posts without numbers come last either way. */
export function sortPosts(posts: readonly PostNumbers[], sort: string): readonly PostNumbers[] {
  const isUp = sort.startsWith('-')
  const key = isUp ? sort.slice(1) : sort
  const by = isSortKey(key) ? key : 'at'
  const sign = isUp ? 1 : -1
  return posts.toSorted((a, b) => {
    const [one, other] = [numberOf(a, by), numberOf(b, by)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one - other)
  })
}

function numberOf({ post, numbers }: PostNumbers, by: SortKey): number | null {
  if (by === 'at') return Date.parse(timeOf(post))
  if (numbers === null) return null
  return by === 'rate' ? numbers.engagementRate : numbers[by]
}
