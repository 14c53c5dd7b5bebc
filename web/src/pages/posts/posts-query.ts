import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { Post } from '#web/posts/post-time.ts'
import type { Tab } from './posts-search.ts'

interface PostsPart {
  readonly posts: readonly Post[]
  readonly nextCursor: string | null
}

const pageSize = 30

async function readPart(profileId: string, tab: Tab, q: string | undefined, cursor: string | null): Promise<PostsPart> {
  const list = { profileId, limit: pageSize, ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) }
  switch (tab) {
    case 'all':
      return api.listPosts(list)
    case 'scheduled':
      return api.listPosts({ ...list, sort: 'scheduled' })
    case 'failed':
      return api.listPosts({ ...list, status: ['failed', 'partial', 'unknown'] })
    default:
      return api.listPosts({ ...list, status: [tab] })
  }
}

export const postsQuery = (profileId: string, tab: Tab, q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['posts', profileId, 'list', tab, q ?? ''],
    queryFn: ({ pageParam }) => readPart(profileId, tab, q, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
