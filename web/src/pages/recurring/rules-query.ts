import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { Post } from '#web/posts/post-time.ts'

/** The rules of a profile. Deleted ones are omitted. */
export const rulesQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['recurring', profileId],
    queryFn: async () => {
      const rules = await api.listRecurringRules({ profileId })
      return rules.filter(({ status }) => status !== 'cancelled')
    },
  })

const offered = 100

/** The latest posts to choose from, and the one that was chosen before. */
export const templatesQuery = (profileId: string, chosen: string | undefined) =>
  queryOptions({
    queryKey: ['posts', profileId, 'templates', chosen ?? ''],
    queryFn: async (): Promise<readonly Post[]> => {
      const { posts } = await api.listPosts({ profileId, limit: offered })
      const templates = posts.filter(({ recurringRuleId, recycledFromId }) => !recurringRuleId && !recycledFromId)
      if (chosen === undefined || templates.some(({ id }) => id === chosen)) return templates
      return [await api.getPost({ id: chosen }), ...templates]
    },
  })
