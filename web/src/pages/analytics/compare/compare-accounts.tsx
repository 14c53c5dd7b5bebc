import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Choose } from '#web/ui/choice/choose.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { insightsQuery } from '../analytics-queries.ts'
import type { AnalyticsSearch } from '../analytics-search.ts'
import { UnavailableMetrics } from '../parts/metric-value.tsx'
import { DifferenceTable } from './difference-table.tsx'

interface CompareProps {
  readonly profileId: string
  readonly search: AnalyticsSearch
  readonly onChange: (next: AnalyticsSearch) => void
}

/** Compares two accounts: followers, and what their posts gained recently. */
export function CompareAccounts({ profileId, search, onChange }: CompareProps) {
  const { analytics } = useMessages()
  const words = analytics.compare
  const accounts = useQuery(accountsQuery(profileId))
  const insights = useQuery(insightsQuery(profileId))
  const error = accounts.error ?? insights.error
  const rows = insights.data?.byAccount ?? []
  const nameOf = (id: string) => {
    const account = accounts.data?.find((one) => one.id === id)
    return account ? `${networks[account.network].name} · ${account.handle}` : ''
  }
  const a = rows.find(({ accountId }) => accountId === search.account) ?? rows[0]
  const b = rows.find(({ accountId }) => accountId === search.account2) ?? rows.find((row) => row !== a)
  if (error && !(insights.data && accounts.data)) return <ProblemBanner error={error} />
  if (!insights.data || !accounts.data) return null
  if (!a || !b)
    return (
      <EmptyState
        title={words.twoNeeded}
        lead={words.twoNeededLead}
        action={
          <Link to="/p/$profileId/connections" params={{ profileId }} className={buttonStyle('primary')}>
            {analytics.accounts.connect}
          </Link>
        }
      />
    )
  const options = Object.fromEntries(rows.map(({ accountId }) => [accountId, nameOf(accountId)]))
  const metricsOf = (row: typeof a, key: 'followers' | 'views' | 'likes' | 'comments' | 'shares') =>
    row.unavailable.includes(key) ? null : row[key]
  return (
    <>
      <Toolbar>
        <Choose
          label={words.accountA}
          value={a.accountId}
          onChange={(account) => onChange({ account, account2: b.accountId })}
          options={options}
        />
        <Choose
          label={words.accountB}
          value={b.accountId}
          onChange={(account2) => onChange({ account: a.accountId, account2 })}
          options={options}
        />
      </Toolbar>
      <div className="grid gap-3">
        <DifferenceTable
          caption={analytics.accounts.window(a.windowDays)}
          names={[nameOf(a.accountId), nameOf(b.accountId)]}
          canWrap
          rows={(['followers', 'views', 'likes', 'comments', 'shares'] as const).map((key) => ({
            name: analytics.metrics[key],
            values: [metricsOf(a, key), metricsOf(b, key)],
            show: formatNumber,
          }))}
        />
        <p className="text-ink-3 text-sm">{analytics.accounts.window(a.windowDays)}</p>
        <UnavailableMetrics of={[a, b]} among={['views', 'likes', 'comments', 'shares']} />
      </div>
    </>
  )
}
