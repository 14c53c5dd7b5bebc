import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { membersQuery, queryClient } from '#web/app/queries.ts'
import { passes } from '#web/posts/filters/match-filter.ts'
import { readLabelsFirst } from '#web/posts/labels/labels-query.ts'
import { isMetric, usualSort } from './list-order.ts'
import { listRequest } from './list-request.ts'
import type { PostsSearch } from './posts-search.ts'
import { type PostsList, type PostsPart, putInList } from './put-in-list.ts'

async function readPart(profileId: string, search: PostsSearch, cursor: string | null): Promise<PostsPart> {
  const { tab = 'all' } = search
  if (tab === 'trash') return readTrash(profileId, search)
  if (tab === 'ideas') throw new Error('ideas are not posts')
  const part = await api.listPosts({ ...listRequest(profileId, tab, search), ...(cursor && { cursor }) })
  if (!isMetric(search.sort ?? usualSort(tab)) || part.posts.length === 0) return part
  return { ...part, numbers: await api.summarizePosts({ postIds: part.posts.map(({ id }) => id).join() }) }
}

/** Fetches the complete trash, because the service does not search it: the search runs here. */
async function readTrash(profileId: string, { q, ...filter }: PostsSearch): Promise<PostsPart> {
  const all = await api.listTrash({ profileId })
  const posts = all.filter(
    (post) => (!q || post.content.toLowerCase().includes(q.toLowerCase())) && passes(post, filter),
  )
  return { posts, nextCursor: null }
}

const fewParts = 3

export function postsQuery(profileId: string, { import: _, saved: __, ...params }: PostsSearch) {
  const { tab } = params
  return infiniteQueryOptions({
    queryKey: ['posts', profileId, 'list', params],
    queryFn: ({ pageParam }) => readPart(profileId, params, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Live events keep a list up to date. A list of many parts is not refetched each time the reader returns to it.
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= fewParts,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= fewParts,
    meta:
      // A post alone does not tell whether it waits for an approval.
      tab === 'trash' || tab === 'approval'
        ? {}
        : { putPost: (list, id, post) => putInList(list as PostsList, id, post, { profileId, ...params }) },
  })
}

/** The number of posts in each state. */
export const countsQuery = (profileId: string) =>
  queryOptions({ queryKey: ['posts', profileId, 'counts'], queryFn: () => api.getPostStats({ profileId }) })

/** Starts fetching what the page shows first, and waits only for its filters. */
export async function readAhead(profileId: string, search: PostsSearch): Promise<void> {
  const filters = [readLabelsFirst(profileId), queryClient.ensureQueryData(membersQuery(profileId))]
  if (search.tab !== 'ideas') void queryClient.prefetchInfiniteQuery(postsQuery(profileId, search))
  void queryClient.prefetchQuery(countsQuery(profileId))
  await Promise.all(filters)
}
