import type { Result } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { type Post, timeOf } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { useSort } from '#web/ui/table/sort.ts'
import { SortableTable } from '#web/ui/table/sortable-table.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { publishedPostsQuery } from '../analytics-queries.ts'
import type { PublishedFilter } from '../posts-request.ts'
import { PostName } from './post-name.tsx'

interface TableProps {
  readonly profileId: string
  readonly filter: PublishedFilter
  /** Shown if no post passes the filter. */
  readonly empty: ReactNode
}

/** Published posts in a table that sorts by any of their metrics. The service sorts, so all posts count. */
export function PublishedPosts({ profileId, filter, empty }: TableProps) {
  const { analytics, shell } = useMessages()
  const order = useSort('at')
  const query = useInfiniteQuery(publishedPostsQuery(profileId, order.sort, filter))
  const posts = query.data?.pages.flatMap((page) => page.posts)
  return (
    <>
      {query.error && <ProblemBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <WaitingRows count={8} />}
      {posts?.length === 0 && empty}
      {posts && posts.length > 0 && (
        <div className="grid gap-3">
          <SortableTable
            {...order}
            caption={analytics.tabs.posts}
            head={analytics.posts.column}
            headSort={{ key: 'at', name: analytics.posts.published, value: ({ post }) => Date.parse(timeOf(post)) }}
            rows={posts}
            keyOf={({ post }) => post.id}
            name={({ post }) => (
              <PostName
                profileId={profileId}
                postId={post.id}
                content={post.content}
                at={timeOf(post)}
                networks={post.targets.map(({ network }) => network)}
                thumbnailUrl={post.thumbnailUrl}
              />
            )}
            columns={[
              ...(['views', 'likes', 'comments', 'shares'] as const).map((key) => ({
                key,
                name: analytics.metrics[key],
                value: ({ numbers }: PostNumbers) => numbers?.[key] ?? null,
                show: ({ numbers }: PostNumbers) => (numbers ? formatNumber(numbers[key]) : <NoNumber />),
              })),
              {
                key: 'rate',
                name: analytics.metrics.rate,
                value: ({ numbers }) => numbers?.engagementRate ?? null,
                show: ({ numbers }) => (numbers ? formatRate(numbers.engagementRate) : <NoNumber />),
              },
            ]}
          />
          {query.hasNextPage && (
            <Button
              className="justify-self-center"
              isBusy={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {shell.more}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function NoNumber() {
  const { analytics } = useMessages()
  return (
    <span title={analytics.posts.noNumbers} className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{analytics.posts.noNumbers}</span>
    </span>
  )
}

interface PostNumbers {
  readonly post: Post
  /** Null until the first measurement. */
  readonly numbers: Result<'summarizePosts'>[string] | null
}
