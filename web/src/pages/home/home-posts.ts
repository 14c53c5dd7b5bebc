import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { Post } from '#web/posts/post-time.ts'

type Panel = 'needsYou' | 'next' | 'recent'
const shown = 5

async function readPanel(profileId: string, panel: Panel): Promise<readonly Post[]> {
  const list = (more: object) => api.listPosts({ profileId, limit: shown, ...more }).then(({ posts }) => posts)
  switch (panel) {
    case 'next':
      return list({ sort: 'scheduled' })
    case 'recent':
      return list({ status: ['published'] })
    case 'needsYou':
      return list({ status: ['failed', 'partial', 'unknown'] })
  }
}

export const homePostsQuery = (profileId: string, panel: Panel) =>
  queryOptions({ queryKey: ['posts', profileId, 'home', panel], queryFn: () => readPanel(profileId, panel) })
