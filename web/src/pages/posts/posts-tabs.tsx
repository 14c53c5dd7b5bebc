import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { TabBar, tabLook } from '#web/ui/choice/tab-bar.tsx'
import { type PostsSearch, type Tab, tabs } from './posts-search.ts'

interface TabsProps {
  readonly profileId: string
  readonly current: Tab
  /** The narrowing that stays when the tab changes. */
  readonly kept: Pick<PostsSearch, 'q' | 'account'>
}

/** The states by which the list is narrowed. They are links, so each can be opened in a tab of its own. */
export function PostsTabs({ profileId, current, kept }: TabsProps) {
  const { posts } = useMessages()
  return (
    <TabBar label={posts.title}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/p/$profileId/posts"
          params={{ profileId }}
          search={{ ...(tab === 'all' ? {} : { tab }), ...kept }}
          activeOptions={{ exact: true, includeSearch: true }}
          replace
          aria-current={tab === current ? 'page' : undefined}
          className={tabLook}
        >
          {posts.tabs[tab]}
        </Link>
      ))}
    </TabBar>
  )
}
