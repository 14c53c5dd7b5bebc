import type { InfiniteData } from '@tanstack/react-query'
import type { Post } from '#web/posts/post-time.ts'
import type { PostsSearch } from './posts-search.ts'

export interface PostsPart {
  readonly posts: readonly Post[]
  readonly nextCursor: string | null
}

export type PostsList = InfiniteData<PostsPart, string | null>

export const troubled = ['failed', 'partial', 'unknown'] as const

interface ListParams extends PostsSearch {
  readonly profileId: string
}

/** Updates a post in the loaded parts of a list. Null if it is gone. A post beyond the loaded parts is ignored. */
export function putInList(list: PostsList, id: string, post: Post | null, params: ListParams): PostsList {
  const parts = list.pages.map((part) => takeOut(part, id))
  if (post === null || !belongs(post, params)) return { ...list, pages: parts }
  const comesBefore = params.tab === 'scheduled' ? isSooner : isNewer
  const found = parts.findIndex(({ posts }) => posts.some((other) => comesBefore(post, other)))
  const at = found !== -1 || parts.at(-1)?.nextCursor !== null ? found : parts.length - 1
  const pages = parts.map((part, nth) =>
    nth === at ? { ...part, posts: [...part.posts, post].sort((a, b) => (comesBefore(a, b) ? -1 : 1)) } : part,
  )
  return { ...list, pages }
}

/** Sets the cursor to the last remaining post, since the removed one may be sorted elsewhere by now. */
function takeOut(part: PostsPart, id: string): PostsPart {
  const posts = part.posts.filter((post) => post.id !== id)
  if (posts.length === part.posts.length) return part
  return { posts, nextCursor: part.nextCursor === id ? (posts.at(-1)?.id ?? id) : part.nextCursor }
}

function belongs(post: Post, { profileId, tab, q, account }: ListParams): boolean {
  const { content, title, status, targets, deletedAt } = post
  const words = `${content}\n${title ?? ''}`.toLowerCase()
  if (deletedAt !== null || post.profileId !== profileId) return false
  if (q && !words.includes(q.toLowerCase())) return false
  if (account && !targets.some(({ accountId }) => accountId === account)) return false
  if (tab === undefined) return true
  if (tab === 'scheduled') return status === 'scheduled' || status === 'queued'
  if (tab === 'failed') return troubled.some((one) => one === status)
  return status === tab
}

/** IDs begin with the creation time of a post. */
const isNewer = (one: Post, other: Post): boolean => one.id > other.id

const isSooner = (one: Post, other: Post): boolean => toSortKey(one) < toSortKey(other)

const toSortKey = ({ scheduledAt, id }: Post): string => `${scheduledAt ?? '~'} ${id}`
