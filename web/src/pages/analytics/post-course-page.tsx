import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { accountsQuery, postQuery } from '#web/app/queries.ts'
import type { Series } from '#web/charts/series.ts'
import { TrendChart } from '#web/charts/trend-chart.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { cutText } from '#web/lib/cut-text.ts'
import { formatNumber } from '#web/lib/number.ts'
import { formatDate, formatDayAndTime } from '#web/lib/time.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { useSort } from '#web/ui/table/sort.ts'
import { SortableTable } from '#web/ui/table/sortable-table.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { postHistoryQuery, postNumbersQuery } from './analytics-queries.ts'
import { type Metric, MetricValue, metricOf, RateValue, rateOf, UnavailableMetrics } from './parts/metric-value.tsx'

const route = '/p/$profileId/analytics/posts/$postId'
const metrics = ['views', 'likes', 'comments', 'shares'] as const

/** Shows one post's metrics on each account over time. */
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
  const order = useSort('likes')
  const course = courseOf(
    history.data ?? [],
    metric,
    (numbers.data ?? []).map(({ accountId }) => accountId),
  )
  const accountOf = (id: string) => accounts.data?.find((account) => account.id === id)
  const nameOf = (id: string) => accountOf(id)?.displayName ?? accountOf(id)?.handle
  return (
    <Page
      title={
        post.data ? cutText(post.data.content.split('\n')[0] ?? '') || shell.post.untitled : analytics.posts.course
      }
      hasWideActions
      crumb={
        <Link to="/p/$profileId/analytics/posts" params={{ profileId }} className="hover:text-ink">
          {shell.nav.analytics}
        </Link>
      }
      actions={
        <Link to="/p/$profileId/posts/$postId" params={{ profileId, postId }} className={buttonStyle('plain')}>
          {analytics.posts.open}
        </Link>
      }
    >
      {error && <ProblemBanner error={error} />}
      {numbers.isPending && <WaitingRows count={4} />}
      {numbers.data?.length === 0 && <EmptyState title={analytics.posts.noNumbers} lead={analytics.emptyLead} />}
      {numbers.data && numbers.data.length > 0 && (
        <>
          <SortableTable
            {...order}
            barColor={({ network }) => `var(--n-${network})`}
            caption={analytics.tabs.accounts}
            head={analytics.accounts.column}
            rows={numbers.data}
            keyOf={({ accountId }) => accountId}
            name={({ network, fetchedAt, accountId }) => (
              <span className="flex items-center gap-3">
                <AccountFace account={accountOf(accountId) ?? { network, handle: networks[network].name }} />
                <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
                  <OneLine className="font-medium">{nameOf(accountId) ?? networks[network].name}</OneLine>
                  <span className="truncate text-ink-3 text-sm">
                    {networks[network].name} · {analytics.posts.asOf(formatDayAndTime(fetchedAt))}
                  </span>
                </span>
              </span>
            )}
            columns={[
              ...metrics.map((key) => ({
                key,
                name: analytics.metrics[key],
                value: metricOf(key),
                show: (row: (typeof numbers.data)[number]) => <MetricValue of={row} metric={key} value={row[key]} />,
              })),
              {
                key: 'rate',
                name: analytics.metrics.rate,
                value: (row) => rateOf(row, row.engagementRate),
                show: (row) => <RateValue of={row} value={row.engagementRate} />,
              },
            ]}
          />
          <UnavailableMetrics of={numbers.data} among={metrics} hasRate />
        </>
      )}
      {course.labels.length > 0 && (
        <section className="rounded-lg bg-surface p-4 shadow-1 ring-1 ring-line sm:p-5">
          {course.labels.length === 1 ? (
            <p className="text-ink-3">{analytics.posts.oneLook}</p>
          ) : (
            <TrendChart
              choice={
                <ChoiceBar
                  label={analytics.trend('')}
                  value={metric}
                  onChange={(next) => void navigate({ search: (old) => ({ ...old, metric: next }), replace: true })}
                  options={metrics.map((key) => [key, analytics.metrics[key]] as const)}
                />
              }
              caption={`${analytics.metrics[metric]}: ${formatNumber(course.total)}`}
              labels={course.labels}
              times={course.times}
              longLabels={course.longLabels}
              series={course.series}
            />
          )}
        </section>
      )}
    </Page>
  )
}

type Measurement = Result<'getPostMetricsHistory'>[number]

interface Course {
  readonly labels: readonly string[]
  readonly longLabels: readonly string[]
  readonly times: readonly number[]
  readonly series: readonly Series[]
  /** The latest value, summed over all accounts. */
  readonly total: number
}

/** More measurements do not fit in a chart and would be indistinguishable. */
const maxPoints = 120

/**
 * Converts measurements of a post to a line for each account. Accounts are measured independently, so at each point a
 * line has the value of its latest measurement. Accounts with equal values keep the given order, as in the table.
 */
function courseOf(history: readonly Measurement[], metric: Metric, order: readonly string[]): Course {
  const all = [...new Set(history.map(({ fetchedAt }) => fetchedAt))].toSorted()
  const every = Math.ceil(all.length / maxPoints)
  const times = all.filter((_, at) => (all.length - 1 - at) % Math.max(1, every) === 0)
  const accounts = [...new Map(history.map((measurement) => [measurement.accountId, measurement])).values()]
  const series = accounts
    .filter(({ unavailable }) => !unavailable.includes(metric))
    .toSorted((one, other) => order.indexOf(one.accountId) - order.indexOf(other.accountId))
    .map(({ accountId, network }) => ({
      name: networks[network].name,
      color: `var(--n-${network})`,
      values: times.map((time) => latestOf(history, accountId, time)?.[metric] ?? 0),
    }))
    // In the order of the table, which begins with the most.
    .toSorted((one, other) => (other.values.at(-1) ?? 0) - (one.values.at(-1) ?? 0))
  return {
    labels: series.length === 0 ? [] : times.map(formatDate),
    longLabels: times.map(formatDayAndTime),
    times: times.map((time) => Date.parse(time)),
    series: withOwnNames(series),
    total: series.reduce((sum, { values }) => sum + (values.at(-1) ?? 0), 0),
  }
}

const latestOf = (history: readonly Measurement[], accountId: string, time: string): Measurement | undefined =>
  history.findLast((measurement) => measurement.accountId === accountId && measurement.fetchedAt <= time)

/** Numbers accounts of the same network, because lines are identified by name, and gives each its own shade. */
const withOwnNames = (series: readonly (Series & { readonly color: string })[]): readonly Series[] =>
  series.map((one, at) => {
    const before = series.slice(0, at).filter(({ name }) => name === one.name).length
    if (before === 0) return one
    const color = `color-mix(in oklab, ${one.color} ${Math.max(25, 100 - before * 35)}%, var(--ink))`
    return { ...one, name: `${one.name} ${before + 1}`, color }
  })
