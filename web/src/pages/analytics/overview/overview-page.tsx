import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accountsQuery } from '#web/app/queries.ts'
import { TrendChart } from '#web/charts/trend-chart.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { formatDate, formatDates, formatFullDay, formatMonth } from '#web/lib/time.ts'
import { AccountSelect } from '#web/posts/filters/account-select.tsx'
import { ViewsMenu } from '#web/posts/views/views-menu.tsx'
import type { ViewFilters } from '#web/posts/views/views-query.ts'
import { linkStyle } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { Choose } from '#web/ui/choice/choose.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { useSort } from '#web/ui/table/sort.ts'
import { SortableTable } from '#web/ui/table/sortable-table.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { WaitingChart, WaitingShape, WaitingTiles } from '#web/ui/waiting/waiting-shape.tsx'
import { AnalyticsFrame } from '../analytics-frame.tsx'
import { type Overview, overviewQuery } from '../analytics-queries.ts'
import { type AnalyticsSearch, type Gain, readAnalyticsSearch } from '../analytics-search.ts'
import { PeriodPicker } from '../parts/period-picker.tsx'
import { PostName } from '../parts/post-name.tsx'
import { type Period, periodBefore, periodIn, usualStep } from '../period.ts'
import { ByNetwork } from './by-network.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FirstNumbers } from './first-numbers.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { Tiles, tileColumns } from './tiles.tsx'

const route = '/p/$profileId/analytics'

/** Returns the filters that a view saves. Dates apply in place of a range. */
const filtersIn = ({ range, from, to, network, account }: AnalyticsSearch): ViewFilters => ({
  ...(from && to ? { from, to } : range && { range }),
  ...(network && { network }),
  ...(account && { account }),
})

/** Shows the gains of a profile's posts in a period, next to the previous period. All choices are in the URL. */
export function OverviewPage() {
  const { analytics } = useMessages()
  const { profileId } = useParams({ from: route })
  const search = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const period = periodIn(search)
  const step = search.by ?? usualStep(period)
  const accounts = useQuery(accountsQuery(profileId))
  const query = useQuery(
    overviewQuery({ profileId, network: search.network, account: search.account, step, b: period }),
  )
  const change = (next: AnalyticsSearch) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true })
  const used = [...new Set(accounts.data?.map(({ network }) => network))]
  const metric = search.metric ?? 'views'
  const now = query.data?.b
  const isEmpty = now && now.gained.posts === 0 && now.gained.views === 0 && now.gained.likes === 0
  const choice = Object.fromEntries(used.map((network) => [network, networks[network].name]))
  return (
    <AnalyticsFrame
      tab="overview"
      actions={
        <>
          <ExportMenu
            profileId={profileId}
            period={period}
            step={step}
            network={search.network}
            account={search.account}
          />
          <RefreshButton />
        </>
      }
    >
      <Toolbar>
        <PeriodPicker
          search={search}
          onChange={(next) => change({ from: undefined, to: undefined, range: undefined, ...next })}
        />
        <AccountSelect
          profileId={profileId}
          value={search.account}
          onChange={(account) => change({ account, network: undefined })}
        />
        {used.length > 1 && search.account === undefined && (
          <Choose
            label={analytics.network}
            value={search.network ?? ''}
            onChange={(name) => change({ network: used.find((one) => one === name) })}
            options={{ '': analytics.allNetworks, ...choice }}
          />
        )}
        <ViewsMenu
          profileId={profileId}
          page="analytics"
          filters={filtersIn(search)}
          saved={search.saved}
          onOpen={(filters, saved) =>
            void navigate({
              search: ({ by, metric }) => readAnalyticsSearch({ by, metric, ...filters, saved }),
              replace: true,
            })
          }
        />
      </Toolbar>
      {query.error && <ProblemBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && (
        <WaitingShape>
          <WaitingTiles count={6} className={tileColumns} />
          <WaitingChart />
        </WaitingShape>
      )}
      {now?.period.clampedFrom && (
        <p className="rounded-md border border-line bg-sunken px-4 py-2.5 text-ink-2">
          {analytics.clamped(formatFullDay(now.period.clampedFrom), formatFullDay(now.period.start))}
        </p>
      )}
      {query.data && now && (
        <div
          aria-busy={query.isPlaceholderData}
          className={`grid grid-cols-[minmax(0,1fr)] gap-6 ${query.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {isEmpty && now.totalPosts === 0 ? (
            <FirstNumbers profileId={profileId} hasAccounts={used.length > 0} />
          ) : (
            <>
              <section className="rounded-lg bg-surface shadow-1 ring-1 ring-line">
                <Tiles
                  now={now}
                  before={query.data.a.period.clampedFrom ? null : query.data.a}
                  chosen={metric}
                  onChoose={(next) => change({ metric: next })}
                />
                <div className="p-4 sm:px-5">
                  <Trend
                    metric={metric}
                    now={now}
                    before={query.data.a.period.clampedFrom ? null : query.data.a}
                    period={period}
                    choice={
                      <ChoiceBar
                        label={analytics.granularity.label}
                        value={step}
                        onChange={(by) => change({ by })}
                        options={[
                          ['day', analytics.granularity.day],
                          ['week', analytics.granularity.week],
                          ['month', analytics.granularity.month],
                        ]}
                      />
                    }
                  />
                </div>
              </section>
              {now.totalPosts > 0 && (
                <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 wide:grid-cols-[repeat(2,minmax(0,1fr))]">
                  <ByNetwork of={now} onChoose={(network) => change({ network })} />
                  <TopPosts profileId={profileId} of={now} />
                </div>
              )}
            </>
          )}
        </div>
      )}
    </AnalyticsFrame>
  )
}

interface TrendProps {
  readonly metric: Gain
  readonly now: Overview
  readonly before: Overview | null
  readonly period: Period
  /** Chooses days, weeks or months. */
  readonly choice: ReactNode
}

const datesOf = ({ start, end }: Period): string => formatDates(start, end)

/** The chart of one metric, over that of the previous period. */
export function Trend({ metric, now, before, period, choice }: TrendProps) {
  const { analytics } = useMessages()
  const values = now.dailyTrend.map((bucket) => bucket[metric])
  const earlier = before?.dailyTrend.slice(0, values.length).map((bucket) => bucket[metric])
  const isMonths = now.period.granularity === 'month'
  return (
    <TrendChart
      caption={analytics.trend(analytics.metrics[metric])}
      choice={choice}
      labels={now.dailyTrend.map(({ date }) => formatDate(date))}
      longLabels={now.dailyTrend.map(({ date, start }) =>
        isMonths ? formatMonth(date.slice(0, 7)) : formatFullDay(start),
      )}
      series={[
        { name: earlier ? analytics.thisPeriod : analytics.metrics[metric], detail: datesOf(period), values },
        ...(earlier
          ? [{ name: analytics.before, detail: datesOf(periodBefore(period)), values: earlier, isEarlier: true }]
          : []),
      ]}
    />
  )
}

/** The posts of the period with the most reactions. */
export function TopPosts({ profileId, of }: { readonly profileId: string; readonly of: Overview }) {
  const { analytics } = useMessages()
  const order = useSort('rate', 'sort2')
  return (
    <Section
      title={analytics.topPosts}
      actions={
        <Link to="/p/$profileId/analytics/posts" params={{ profileId }} className={linkStyle}>
          {analytics.posts.back}
        </Link>
      }
    >
      <SortableTable
        {...order}
        caption={analytics.topPosts}
        head={analytics.posts.column}
        rows={of.topPosts}
        keyOf={({ postId }) => postId}
        name={({ postId, content, networks, publishedAt, thumbnailUrl }) => (
          <PostName
            profileId={profileId}
            postId={postId}
            content={content}
            at={publishedAt}
            networks={networks}
            thumbnailUrl={thumbnailUrl}
          />
        )}
        columns={[
          ...(['views', 'likes'] as const).map((metric) => ({
            key: metric,
            name: analytics.metrics[metric],
            value: (post: Overview['topPosts'][number]) => post[metric],
            show: (post: Overview['topPosts'][number]) => formatNumber(post[metric]),
          })),
          {
            key: 'rate',
            name: analytics.rateShort,
            value: ({ engagementRate }) => engagementRate,
            show: ({ engagementRate }) => formatRate(engagementRate),
          },
        ]}
      />
    </Section>
  )
}
