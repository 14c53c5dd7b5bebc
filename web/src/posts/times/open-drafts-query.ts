import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { Post } from '../post-time.ts'

const shownDrafts = 100

/** The drafts that could be scheduled. Drafts that have a time, have no accounts, or repeat by a rule are omitted. */
export const openDraftsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'open-drafts'],
    queryFn: async (): Promise<readonly Post[]> => {
      const [{ posts }, rules] = await Promise.all([
        api.listPosts({ profileId, status: ['draft'], limit: shownDrafts }),
        api.listRecurringRules({ profileId }),
      ])
      const templates = new Set(rules.map(({ postId }) => postId))
      return posts.filter(
        ({ id, targets, scheduledAt }) => targets.length > 0 && scheduledAt === null && !templates.has(id),
      )
    },
  })
