import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import type { Post } from '#web/posts/post-time.ts'

/** The panels of every brand. What waits for the reader is only asked where posts need approvals. */
const panels = ['needsYou', 'next', 'recent'] as const
type Panel = 'yourTurn' | (typeof panels)[number]
/** The maximum number of posts in a panel. */
export const shownPosts = 5
/** More posts that need attention would push everything else off the page. */
const shownNeedy = 3
/** The number of posts that the reader can approve. Others follow as these are decided. */
const mostTurns = 50
/** The number of posts in progress to search for posts on hold. */
const underWay = 50

async function readPanel(profileId: string, panel: Panel): Promise<readonly Post[]> {
  const list = (more: object) => api.listPosts({ profileId, limit: shownPosts, ...more }).then(({ posts }) => posts)
  switch (panel) {
    case 'yourTurn':
      return list({ approval: 'waitingForMe', sort: 'scheduledAt', limit: mostTurns })
    case 'next':
      return list({ sort: 'scheduled' })
    case 'recent':
      return list({ status: ['published'] })
    case 'needsYou': {
      const [stuck, busy] = await Promise.all([
        list({ status: ['failed', 'partial', 'unknown'] }),
        list({ status: ['queued', 'publishing'], limit: underWay }),
      ])
      // On hold: waiting for approval, for an account to be reconnected, or because an administrator has paused
      // publishing.
      const held = busy.filter(({ targets }) => targets.some(({ status }) => status === 'held'))
      return [...held, ...stuck].slice(0, shownNeedy)
    }
  }
}

export const homePostsQuery = (profileId: string, panel: Panel) =>
  queryOptions({ queryKey: ['posts', profileId, 'home', panel], queryFn: () => readPanel(profileId, panel) })

/** Starts fetching the panels before their page has loaded. */
export const readAhead = (profileId: string): Promise<unknown> =>
  Promise.all(panels.map((panel) => queryClient.prefetchQuery(homePostsQuery(profileId, panel))))
