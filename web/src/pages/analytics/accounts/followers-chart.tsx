import { useQuery } from '@tanstack/react-query'
import { TrendChart } from '#web/charts/trend-chart.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatDate, formatFullDay } from '#web/lib/time.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { accountHistoryQuery } from '../analytics-queries.ts'

interface FollowersProps {
  readonly accountId: string
  readonly name: string
  readonly isTold: boolean
}

/** The followers of an account, at each look that found a change. */
export function FollowersChart({ accountId, name, isTold }: FollowersProps) {
  const { analytics } = useMessages()
  const history = useQuery(accountHistoryQuery(accountId))
  const looks = (history.data ?? []).flatMap(({ fetchedAt, followers }) =>
    fetchedAt ? [{ fetchedAt, followers }] : [],
  )
  return (
    <section className="rounded-lg border border-line bg-surface p-4 sm:p-6">
      {history.error && <ProblemBanner error={history.error} onRetry={() => void history.refetch()} />}
      {!isTold && <p className="text-ink-3">{analytics.nobodyTells(analytics.metrics.followers)}</p>}
      {isTold && history.data && looks.length === 0 && <p className="text-ink-3">{analytics.accounts.neverRead}</p>}
      {isTold && looks.length > 0 && (
        <TrendChart
          caption={analytics.accounts.followers(name)}
          labels={looks.map(({ fetchedAt }) => formatDate(fetchedAt))}
          longLabels={looks.map(({ fetchedAt }) => formatFullDay(fetchedAt))}
          series={[{ name: analytics.metrics.followers, values: looks.map(({ followers }) => followers) }]}
          isFromZero={false}
        />
      )}
    </section>
  )
}
