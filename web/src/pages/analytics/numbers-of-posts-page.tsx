import type { Result } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { type Post, timeOf } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Choose } from '#web/ui/choice/choose.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AnalyticsFrame } from './analytics-frame.tsx'
import { publishedPostsQuery } from './analytics-queries.ts'
import { FirstNumbers } from './overview/first-numbers.tsx'
import { NumbersTable } from './parts/numbers-table.tsx'
import { PostName } from './parts/post-name.tsx'

const route = '/p/$profileId/analytics/posts'

/** Shows the metrics of published posts in a table that sorts by any of them. */
export function NumbersOfPostsPage() {
  const { analytics, shell } = useMessages()
  const { profileId } = useParams({ from: route })
  const { sort = 'at' } = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const query = useInfiniteQuery(publishedPostsQuery(profileId))
  const posts = query.data?.pages.flatMap((page) => page.posts)
  const onSort = (next: string) => void navigate({ search: { sort: next }, replace: true })
  const names: Readonly<Record<SortKey, string>> = { at: analytics.posts.published, ...analytics.metrics }
  return (
    <AnalyticsFrame tab="posts">
      {query.error && <ProblemBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <WaitingRows count={8} />}
      {posts?.length === 0 && <FirstNumbers profileId={profileId} hasAccounts />}
      {posts && posts.length > 0 && (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-ink-3 text-sm max-sm:basis-full">{analytics.posts.sortedAmong(posts.length)}</p>
            <Choose
              label={analytics.posts.sortBy}
              value={sort.replace(/^-/, '')}
              onChange={onSort}
              options={Object.fromEntries(sortKeys.map((key) => [key, names[key]]))}
            />
          </div>
          <NumbersTable
            caption={analytics.tabs.posts}
            head={analytics.posts.column}
            rows={sortPosts(posts, sort)}
            keyOf={({ post }) => post.id}
            sort={sort}
            onSort={onSort}
            name={({ post }) => (
              <PostName
                profileId={profileId}
                postId={post.id}
                content={post.content}
                at={timeOf(post)}
                networks={post.targets.map(({ network }) => network)}
              />
            )}
            columns={[
              ...(['views', 'likes', 'comments', 'shares'] as const).map((key) => ({
                key,
                name: analytics.metrics[key],
                show: ({ numbers }: PostNumbers) => (numbers ? formatNumber(numbers[key]) : <NoNumber />),
              })),
              {
                key: 'rate',
                name: analytics.metrics.rate,
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
    </AnalyticsFrame>
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

export interface PostNumbers {
  readonly post: Post
  /** Null until the first measurement. */
  readonly numbers: Result<'summarizePosts'>[string] | null
}

export const sortKeys = ['at', 'views', 'likes', 'comments', 'shares', 'rate'] as const
export type SortKey = (typeof sortKeys)[number]

const isSortKey = (text: string): text is SortKey => sortKeys.some((key) => key === text)

/** Sorts by `views` in descending order, by `-views` in ascending order. Posts without metrics come last either way. */
export function sortPosts(posts: readonly PostNumbers[], sort: string): readonly PostNumbers[] {
  const isUp = sort.startsWith('-')
  const key = isUp ? sort.slice(1) : sort
  const by = isSortKey(key) ? key : 'at'
  const sign = isUp ? 1 : -1
  return posts.toSorted((a, b) => {
    const [one, other] = [numberOf(a, by), numberOf(b, by)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one - other)
  })
}

function numberOf({ post, numbers }: PostNumbers, by: SortKey): number | null {
  if (by === 'at') return Date.parse(timeOf(post))
  if (numbers === null) return null
  return by === 'rate' ? numbers.engagementRate : numbers[by]
}
