import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { listRequest } from './list-request.ts'
import type { PostsSearch } from './posts-search.ts'
import { type PostsList, type PostsPart, putInList } from './put-in-list.ts'

async function readPart(profileId: string, search: PostsSearch, cursor: string | null): Promise<PostsPart> {
  const { tab = 'all' } = search
  if (tab === 'trash') return readTrash(profileId, search)
  return api.listPosts({ ...listRequest(profileId, tab, search), ...(cursor && { cursor }) })
}

/** Fetches the complete trash, because the service does not search it: the search runs here. */
async function readTrash(profileId: string, { q, account }: PostsSearch): Promise<PostsPart> {
  const all = await api.listTrash({ profileId })
  const posts = all.filter(
    ({ content, targets }) =>
      (!q || content.toLowerCase().includes(q.toLowerCase())) &&
      (!account || targets.some(({ accountId }) => accountId === account)),
  )
  return { posts, nextCursor: null }
}

const fewParts = 3

export function postsQuery(profileId: string, { tab, q, account }: PostsSearch) {
  const params = { ...(tab && { tab }), ...(q && { q }), ...(account && { account }) }
  return infiniteQueryOptions({
    queryKey: ['posts', profileId, 'list', tab ?? 'all', q ?? '', account ?? ''],
    queryFn: ({ pageParam }) => readPart(profileId, params, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Live events keep a list up to date. A list of many parts is not refetched each time the reader returns to it.
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= fewParts,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= fewParts,
    meta:
      tab === 'trash'
        ? {}
        : { putPost: (list, id, post) => putInList(list as PostsList, id, post, { profileId, ...params }) },
  })
}

/** Starts fetching the first part of a list before its page has loaded. */
export const readAhead = (profileId: string, search: PostsSearch): Promise<void> =>
  queryClient.prefetchInfiniteQuery(postsQuery(profileId, search))
