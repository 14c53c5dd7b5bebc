import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
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
    <nav
      aria-label={posts.title}
      className="-mx-4 flex gap-6 overflow-x-auto border-line border-b px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6 md:mx-0 md:border-0 md:px-0"
    >
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/p/$profileId/posts"
          params={{ profileId }}
          search={{ ...(tab === 'all' ? {} : { tab }), ...kept }}
          activeOptions={{ exact: true, includeSearch: true }}
          replace
          aria-current={tab === current ? 'page' : undefined}
          className="-mb-px inline-flex min-h-11 shrink-0 items-center whitespace-nowrap border-transparent border-b-2 text-ink-2 hover:text-ink aria-[current=page]:border-brand aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {posts.tabs[tab]}
        </Link>
      ))}
    </nav>
  )
}
