import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import type { Post } from '#web/posts/post-time.ts'

const panels = ['needsYou', 'next', 'recent'] as const
type Panel = (typeof panels)[number]
/** The posts that a panel shows at most. */
export const shownPosts = 5
/** More that need somebody would push all else off the page. */
const shownNeedy = 3
/** The posts under way that are searched for some that are held. */
const underWay = 50

async function readPanel(profileId: string, panel: Panel): Promise<readonly Post[]> {
  const list = (more: object) => api.listPosts({ profileId, limit: shownPosts, ...more }).then(({ posts }) => posts)
  switch (panel) {
    case 'next':
      return list({ sort: 'scheduled' })
    case 'recent':
      return list({ status: ['published'] })
    case 'needsYou': {
      const [stuck, busy] = await Promise.all([
        list({ status: ['failed', 'partial', 'unknown'] }),
        list({ status: ['queued', 'publishing'], limit: underWay }),
      ])
      // Held: for an approval, for an account that must be connected again, or because an administrator pauses.
      const held = busy.filter(({ targets }) => targets.some(({ status }) => status === 'held'))
      return [...held, ...stuck].slice(0, shownNeedy)
    }
  }
}

export const homePostsQuery = (profileId: string, panel: Panel) =>
  queryOptions({ queryKey: ['posts', profileId, 'home', panel], queryFn: () => readPanel(profileId, panel) })

/** Begins to read the panels before their page is there. */
export const readAhead = (profileId: string): Promise<unknown> =>
  Promise.all(panels.map((panel) => queryClient.prefetchQuery(homePostsQuery(profileId, panel))))
