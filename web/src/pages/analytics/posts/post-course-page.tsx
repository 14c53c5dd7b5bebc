import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { accountsQuery, postQuery } from '#web/app/queries.ts'
import { TrendChart } from '#web/charts/trend-chart.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatNumber } from '#web/lib/number.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { postHistoryQuery, postNumbersQuery } from '../analytics-queries.ts'
import { NotTold, Told, ToldRate } from '../parts/not-told.tsx'
import { NumbersTable } from '../parts/numbers-table.tsx'
import { courseOf } from './course.ts'

const route = '/p/$profileId/analytics/posts/$postId'
const metrics = ['views', 'likes', 'comments', 'shares'] as const

/** One post: its numbers on each account, and how they grew. */
export function PostCoursePage() {
  const { analytics, shell } = useMessages()
  const { profileId, postId } = useParams({ from: route })
  const search = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const post = useQuery(postQuery(postId))
  const accounts = useQuery(accountsQuery(profileId))
  const numbers = useQuery(postNumbersQuery(postId))
  const history = useQuery(postHistoryQuery(postId))
  const error = post.error ?? numbers.error ?? history.error
  const metric = metrics.find((one) => one === search.metric) ?? 'likes'
  const course = courseOf(history.data ?? [], metric)
  return (
    <Page
      title={
        post.data
          ? (post.data.content.split('\n')[0] ?? '').slice(0, 80) || shell.post.untitled
          : analytics.posts.course
      }
      hasWideActions
      actions={
        <Link to="/p/$profileId/posts/$postId" params={{ profileId, postId }} className={buttonLook('plain')}>
          {analytics.posts.open}
        </Link>
      }
    >
      <Link
        to="/p/$profileId/analytics/posts"
        params={{ profileId }}
        className="-mt-3 inline-flex w-fit items-center gap-1 text-ink-2 hover:text-ink"
      >
        <Icon name="left" className="size-4 rtl:-scale-x-100" />
        {analytics.posts.back}
      </Link>
      {error && <ProblemBanner error={error} />}
      {numbers.isPending && <WaitingRows count={4} />}
      {numbers.data?.length === 0 && <EmptyState title={analytics.posts.noNumbers} lead={analytics.emptyLead} />}
      {numbers.data && numbers.data.length > 0 && (
        <>
          <NumbersTable
            caption={analytics.tabs.accounts}
            head={analytics.accounts.column}
            rows={numbers.data}
            keyOf={({ accountId }) => accountId}
            name={({ network, fetchedAt, accountId }) => (
              <span className="flex items-center gap-3">
                <NetworkMark network={network} isLarge />
                <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
                  <span className="flex">
                    <span className="whitespace-pre">{networks[network].name} · </span>
                    <OneLine>{accounts.data?.find(({ id }) => id === accountId)?.handle ?? ''}</OneLine>
                  </span>
                  <span className="text-ink-3 text-sm">{analytics.posts.asOf(formatDayAndTime(fetchedAt))}</span>
                </span>
              </span>
            )}
            columns={[
              ...metrics.map((key) => ({
                key,
                name: analytics.metrics[key],
                show: (row: (typeof numbers.data)[number]) => <Told of={row} metric={key} value={row[key]} />,
              })),
              {
                key: 'rate',
                name: analytics.metrics.rate,
                show: (row) => <ToldRate of={row} value={row.engagementRate} />,
              },
            ]}
          />
          <NotTold of={numbers.data} among={metrics} />
        </>
      )}
      {course.labels.length > 0 && (
        <section className="rounded-lg border border-line bg-surface p-4 sm:p-6">
          {course.labels.length === 1 ? (
            <p className="text-ink-3">{analytics.posts.oneLook}</p>
          ) : (
            <TrendChart
              choice={
                <ChoiceBar
                  label={analytics.trend('')}
                  value={metric}
                  onChange={(next) => void navigate({ search: { metric: next }, replace: true })}
                  options={metrics.map((key) => [key, analytics.metrics[key]] as const)}
                />
              }
              caption={`${analytics.metrics[metric]}: ${formatNumber(course.total)}`}
              labels={course.labels}
              longLabels={course.longLabels}
              series={course.series}
            />
          )}
        </section>
      )}
    </Page>
  )
}
