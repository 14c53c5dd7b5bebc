import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { NoPosts } from './no-posts.tsx'
import { PostsList } from './posts-list.tsx'
import { postsQuery } from './posts-query.ts'
import type { PostsSearch } from './posts-search.ts'
import { PostsTabs } from './posts-tabs.tsx'
import { SearchField } from './search-field.tsx'

/** Finds posts by their state and their words. Both are in the address, so that a view can be kept and shared. */
export function PostsPage() {
  const { posts: messages } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { tab = 'all', q } = useSearch({ from: '/p/$profileId/posts' })
  const navigate = useNavigate({ from: '/p/$profileId/posts' })
  const list = useInfiniteQuery(postsQuery(profileId, tab, q))
  const posts = list.data?.pages.flatMap((page) => page.posts)
  const show = (search: PostsSearch) => void navigate({ search, replace: true })
  return (
    <Page title={messages.title}>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-col-reverse gap-3 border-line md:flex-row md:items-end md:justify-between md:border-b">
          <PostsTabs profileId={profileId} current={tab} q={q} />
          <SearchField
            key={tab}
            value={q ?? ''}
            onChange={(next) => show({ ...(tab === 'all' ? {} : { tab }), ...(next ? { q: next } : {}) })}
          />
        </div>
        {list.error && <ProblemBanner error={list.error} onRetry={() => void list.refetch()} />}
        {posts && posts.length === 0 && <NoPosts profileId={profileId} tab={tab} q={q} onShowAll={() => show({})} />}
        {posts && posts.length > 0 && <PostsList posts={posts} isDimmed={list.isPlaceholderData} />}
        {list.hasNextPage && (
          <Button className="justify-self-center" isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {messages.loadMore}
          </Button>
        )}
      </div>
    </Page>
  )
}
