import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { accountsQuery } from '#web/app/queries.ts'
import { TrendChart } from '#web/charts/trend-chart.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatGain, formatNumber } from '#web/lib/number.ts'
import { formatDate, formatFullDay } from '#web/lib/time.ts'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { useSort } from '#web/ui/table/sort.ts'
import { SortableTable } from '#web/ui/table/sortable-table.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AnalyticsFrame } from './analytics-frame.tsx'
import { accountHistoryQuery, accountNumbersQuery, insightsQuery } from './analytics-queries.ts'
import { FirstNumbers } from './overview/first-numbers.tsx'
import { MetricValue, metricOf, UnavailableMetrics } from './parts/metric-value.tsx'

const route = '/p/$profileId/analytics/accounts'

/** Shows the accounts of a profile: followers, and what their posts gained recently. */
export function AccountsNumbersPage() {
  const { analytics } = useMessages()
  const { profileId } = useParams({ from: route })
  const search = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const accounts = useQuery(accountsQuery(profileId))
  const numbers = useQuery(accountNumbersQuery)
  const insights = useQuery(insightsQuery(profileId))
  const failed = [accounts, numbers, insights].find(({ error }) => error)
  const rows = insights.data?.byAccount ?? []
  const accountOf = (id: string) => accounts.data?.find((account) => account.id === id)
  const nameOf = (id: string) => accountOf(id)?.displayName ?? accountOf(id)?.handle ?? ''
  const order = useSort('followers')
  const followersOf = ({ accountId, unavailable }: (typeof rows)[number]): number | null => {
    const row = numbers.data?.find((one) => one.accountId === accountId)
    return row?.fetchedAt && !unavailable.includes('followers') ? row.followers : null
  }
  const chosen = rows.find(({ accountId }) => accountId === search.account) ?? rows[0]
  return (
    <AnalyticsFrame tab="accounts">
      {failed?.error && <ProblemBanner error={failed.error} onRetry={() => void failed.refetch()} />}
      {insights.isPending && <WaitingRows count={5} />}
      {insights.data && rows.length === 0 && <FirstNumbers profileId={profileId} hasAccounts={false} />}
      {rows.length > 0 && (
        <div className="grid gap-3">
          <SortableTable
            {...order}
            caption={analytics.tabs.accounts}
            head={analytics.accounts.column}
            rows={rows}
            keyOf={({ accountId }) => accountId}
            barColor={({ network }) => `var(--n-${network})`}
            name={({ accountId, network }) => (
              <span className="flex items-center gap-3">
                <AccountFace account={accountOf(accountId) ?? { network, handle: networks[network].name }} size={32} />
                <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
                  <button
                    type="button"
                    aria-pressed={accountId === chosen?.accountId}
                    onClick={() => void navigate({ search: (old) => ({ ...old, account: accountId }), replace: true })}
                    className="min-h-6 min-w-0 text-start font-medium hover:underline"
                  >
                    <OneLine>{nameOf(accountId)}</OneLine>
                  </button>
                  <span className="truncate text-ink-3 text-sm">
                    {networks[network].name} · <bdi>{accountOf(accountId)?.handle}</bdi>
                  </span>
                </span>
              </span>
            )}
            columns={[
              {
                key: 'followers',
                name: analytics.metrics.followers,
                detail: analytics.accounts.now,
                value: followersOf,
                show: (row) => {
                  const followers = followersOf(row)
                  return followers === null ? '–' : formatNumber(followers)
                },
              },
              ...(['views', 'likes', 'comments', 'shares'] as const).map((metric) => ({
                key: metric,
                name: analytics.metrics[metric],
                detail: analytics.period.last(rows[0]?.windowDays ?? 0),
                value: metricOf(metric),
                show: (row: (typeof rows)[number]) =>
                  row.unavailable.includes(metric) ? (
                    <MetricValue of={row} metric={metric} value={0} />
                  ) : (
                    formatGain(row[metric])
                  ),
              })),
            ]}
          />
          <UnavailableMetrics of={rows} among={['views', 'likes', 'comments', 'shares']} />
        </div>
      )}
      {chosen && (
        <FollowersChart
          key={chosen.accountId}
          accountId={chosen.accountId}
          network={chosen.network}
          name={`${nameOf(chosen.accountId)} · ${networks[chosen.network].name}`}
          isReported={!chosen.unavailable.includes('followers')}
        />
      )}
    </AnalyticsFrame>
  )
}

interface FollowersProps {
  readonly accountId: string
  readonly network: NetworkName
  readonly name: string
  readonly isReported: boolean
}

/** The followers of an account, at each measurement that found a change. */
export function FollowersChart({ accountId, network, name, isReported }: FollowersProps) {
  const { analytics } = useMessages()
  const history = useQuery(accountHistoryQuery(accountId))
  const measurements = (history.data ?? []).flatMap(({ fetchedAt, followers }) =>
    fetchedAt ? [{ fetchedAt, followers }] : [],
  )
  return (
    <section className="rounded-lg bg-surface p-4 shadow-1 ring-1 ring-line sm:p-5">
      {history.error && <ProblemBanner error={history.error} onRetry={() => void history.refetch()} />}
      {!isReported && <p className="text-ink-3">{analytics.nobodyTells(analytics.metrics.followers)}</p>}
      {isReported && history.data && measurements.length === 0 && (
        <p className="text-ink-3">{analytics.accounts.neverRead}</p>
      )}
      {isReported && measurements.length > 0 && (
        <TrendChart
          caption={analytics.accounts.followers(name)}
          labels={measurements.map(({ fetchedAt }) => formatDate(fetchedAt))}
          longLabels={measurements.map(({ fetchedAt }) => formatFullDay(fetchedAt))}
          series={[
            {
              name: analytics.metrics.followers,
              values: measurements.map(({ followers }) => followers),
              color: `var(--n-${network})`,
            },
          ]}
          times={measurements.map(({ fetchedAt }) => Date.parse(fetchedAt))}
          isFromZero={false}
        />
      )}
    </section>
  )
}
