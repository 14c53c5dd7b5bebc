import type { InfiniteData } from '@tanstack/react-query'
import { dayKey } from '#web/lib/day.ts'
import { passes } from '#web/posts/filters/match-filter.ts'
import { type Post, plannedTimeOf } from '#web/posts/post-time.ts'
import { isIn } from '#web/posts/statuses.ts'
import { isMetric, type PostNumbers, usualSort } from './list-order.ts'
import type { PostsSearch } from './posts-search.ts'

export interface PostsPart {
  readonly posts: readonly Post[]
  readonly nextCursor: string | null
  /** The metrics of these posts by ID, if the list is sorted by one. */
  readonly numbers?: Readonly<Record<string, PostNumbers>>
}

export type PostsList = InfiniteData<PostsPart, string | null>

interface ListParams extends PostsSearch {
  readonly profileId: string
}

/** Updates a post in the loaded parts of a list. Null if it is gone. A post beyond the loaded parts is ignored. */
export function putInList(list: PostsList, id: string, post: Post | null, params: ListParams): PostsList {
  if (post !== null && belongs(post, params) && isMetric(sortOf(params)))
    return replaceIn(list, keepPicture(list, post))
  const parts = list.pages.map((part) => takeOut(part, id))
  if (post === null || !belongs(post, params)) return { ...list, pages: parts }
  const pictured = keepPicture(list, post)
  const comesBefore = sortOf(params) === 'oldest' ? isSooner : isLater
  const found = parts.findIndex(({ posts }) => posts.some((other) => comesBefore(post, other)))
  const at = found !== -1 || parts.at(-1)?.nextCursor !== null ? found : parts.length - 1
  const pages = parts.map((part, nth) =>
    nth === at ? { ...part, posts: [...part.posts, pictured].sort((a, b) => (comesBefore(a, b) ? -1 : 1)) } : part,
  )
  return { ...list, pages }
}

const sortOf = ({ tab, sort = usualSort(tab ?? 'all') }: ListParams) => sort

/** A changed post keeps its place among metrics until the list is loaded again. */
const replaceIn = (list: PostsList, post: Post): PostsList => ({
  ...list,
  pages: list.pages.map((part) => ({ ...part, posts: part.posts.map((one) => (one.id === post.id ? post : one)) })),
})

/** Only lists have thumbnails. A post read alone keeps the one of its row, unless its first file changed. */
function keepPicture(list: PostsList, post: Post): Post {
  const row = list.pages.flatMap(({ posts }) => posts).find(({ id }) => id === post.id)
  if (!row || row.media[0]?.storagePath !== post.media[0]?.storagePath) return post
  return { ...post, thumbnailUrl: row.thumbnailUrl ?? null, mediaCount: post.media.length }
}

/** Sets the cursor to the last remaining post, since the removed one may be sorted elsewhere by now. */
function takeOut(part: PostsPart, id: string): PostsPart {
  const posts = part.posts.filter((post) => post.id !== id)
  if (posts.length === part.posts.length) return part
  return { ...part, posts, nextCursor: part.nextCursor === id ? (posts.at(-1)?.id ?? id) : part.nextCursor }
}

function belongs(post: Post, { profileId, tab, q, from, to, ...filter }: ListParams): boolean {
  const { content, title, status, deletedAt } = post
  const words = `${content}\n${title ?? ''}`.toLowerCase()
  if (deletedAt !== null || post.profileId !== profileId) return false
  if (q && !words.includes(q.toLowerCase())) return false
  if (!passes(post, filter)) return false
  if ((from || to) && !isWithin(plannedTimeOf(post), from, to)) return false
  if (tab === 'approval' || tab === 'trash' || tab === 'ideas') return false
  return tab === undefined || isIn(tab, status)
}

const isWithin = (at: string | null, from = '', to = '9999'): boolean => {
  const day = at === null ? '' : dayKey(new Date(at))
  return day !== '' && day >= from && day <= to
}

/** A post without a time comes before the latest. Of two at the same time, the one that was written later. */
const isLater = (one: Post, other: Post): boolean => toSortKey(one) > toSortKey(other)

const isSooner = (one: Post, other: Post): boolean => toSortKey(one) < toSortKey(other)

const toSortKey = (post: Post): string => `${plannedTimeOf(post) ?? '~'} ${post.id}`
