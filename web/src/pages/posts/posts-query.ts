import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import type { Post } from '#web/posts/post-time.ts'
import type { PostsSearch } from './posts-search.ts'

interface PostsPart {
  readonly posts: readonly Post[]
  readonly nextCursor: string | null
}

const pageSize = 50

async function readPart(profileId: string, wish: PostsSearch, cursor: string | null): Promise<PostsPart> {
  const { tab = 'all', q, account } = wish
  const list = {
    profileId,
    limit: pageSize,
    ...(q ? { q } : {}),
    ...(account ? { accountId: account } : {}),
    ...(cursor ? { cursor } : {}),
  }
  switch (tab) {
    case 'all':
      return api.listPosts(list)
    case 'scheduled':
      return api.listPosts({ ...list, sort: 'scheduled' })
    case 'failed':
      return api.listPosts({ ...list, status: ['failed', 'partial', 'unknown'] })
    case 'trash':
      return readTrash(profileId, wish)
    default:
      return api.listPosts({ ...list, status: [tab] })
  }
}

/** Reads the trash, which the service lists whole: the search is done here. */
async function readTrash(profileId: string, { q, account }: PostsSearch): Promise<PostsPart> {
  const all = await api.listTrash({ profileId })
  const posts = all.filter(
    ({ content, targets }) =>
      (!q || content.toLowerCase().includes(q.toLowerCase())) &&
      (!account || targets.some(({ accountId }) => accountId === account)),
  )
  return { posts, nextCursor: null }
}

export const postsQuery = (profileId: string, { tab, q, account }: PostsSearch) =>
  infiniteQueryOptions({
    queryKey: ['posts', profileId, 'list', tab ?? 'all', q ?? '', account ?? ''],
    queryFn: ({ pageParam }) =>
      readPart(profileId, { ...(tab && { tab }), ...(q && { q }), ...(account && { account }) }, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Begins to read the first part of a list before its page is there. */
export const readAhead = (profileId: string, search: PostsSearch): Promise<void> =>
  queryClient.prefetchInfiniteQuery(postsQuery(profileId, search))
