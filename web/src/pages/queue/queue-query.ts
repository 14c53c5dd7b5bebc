import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import type { Post } from '#web/posts/post-time.ts'

const shownPosts = 100

interface Queue {
  /** Posts on their way, with those that wait for something. */
  readonly underWay: readonly Post[]
  /** The next posts to go out, the earliest first. */
  readonly next: readonly Post[]
  readonly hasMore: boolean
}

async function readQueue(profileId: string, accountId: string | undefined): Promise<Queue> {
  const params = { profileId, limit: shownPosts, ...(accountId && { accountId }) }
  const [underWay, next] = await Promise.all([
    api.listPosts({ ...params, status: ['queued', 'publishing'] }),
    api.listPosts({ ...params, status: ['scheduled'], sort: 'scheduled' }),
  ])
  return { underWay: underWay.posts, next: next.posts, hasMore: next.nextCursor !== null }
}

const readOftenMs = 5_000

/** Reads the queue again soon while something is on its way; live events refresh it too. */
export const queueQuery = (profileId: string, accountId: string | undefined) =>
  queryOptions({
    queryKey: ['posts', profileId, 'queue', accountId ?? ''],
    queryFn: () => readQueue(profileId, accountId),
    refetchInterval: ({ state }) => (state.data && state.data.underWay.length > 0 ? readOftenMs : false),
  })

/** The drafts that could be given a time. Those that have one, have no accounts, or repeat by a rule are left out. */
export const openDraftsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'open-drafts'],
    queryFn: async (): Promise<readonly Post[]> => {
      const [{ posts }, rules] = await Promise.all([
        api.listPosts({ profileId, status: ['draft'], limit: shownPosts }),
        api.listRecurringRules({ profileId }),
      ])
      const templates = new Set(rules.map(({ postId }) => postId))
      return posts.filter(
        ({ id, targets, scheduledAt }) => targets.length > 0 && scheduledAt === null && !templates.has(id),
      )
    },
  })

/** Begins to read the queue before its page is there. */
export async function readAhead(profileId: string, accountId: string | undefined): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(queueQuery(profileId, accountId)),
    queryClient.prefetchQuery(openDraftsQuery(profileId)),
  ])
}
