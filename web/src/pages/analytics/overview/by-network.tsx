import { Bar } from '#web/charts/bar.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { NetworkMark, type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Overview } from '../analytics-queries.ts'
import { MetricValue, RateValue, UnavailableMetrics } from '../parts/metric-value.tsx'
import { NumbersTable } from '../parts/numbers-table.tsx'

interface NetworkProps {
  readonly of: Overview
  readonly onChoose: (network: NetworkName) => void
}

type Row = Overview['byPlatform'][string]

const reactionsOf = ({ likes, comments, shares, saves }: Row): number => likes + comments + shares + saves

/** The period's posts by network, with bars for reactions in descending order. A network's name selects it. */
export function ByNetwork({ of, onChoose }: NetworkProps) {
  const { analytics } = useMessages()
  const rows = Object.values(of.byPlatform).toSorted((a, b) => reactionsOf(b) - reactionsOf(a))
  const most = Math.max(...rows.map(reactionsOf))
  return (
    <Section title={analytics.byNetwork} lead={analytics.byNetworkLead}>
      <NumbersTable
        caption={analytics.byNetwork}
        head={analytics.network}
        rows={rows}
        keyOf={({ network }) => network}
        name={(row) => (
          <span className="flex items-center gap-3">
            <NetworkMark network={row.network} />
            <button
              type="button"
              className="min-h-6 w-24 text-start hover:underline"
              onClick={() => onChoose(row.network)}
            >
              {networks[row.network].name}
            </button>
            <span className="w-full max-w-80 max-sm:hidden">
              <Bar value={reactionsOf(row)} of={most} />
            </span>
          </span>
        )}
        columns={[
          { key: 'posts', name: analytics.metrics.posts, show: ({ posts }) => formatNumber(posts) },
          ...(['views', 'likes', 'comments', 'shares'] as const).map((metric) => ({
            key: metric,
            name: analytics.metrics[metric],
            show: (row: Row) => <MetricValue of={row} metric={metric} value={row[metric]} />,
          })),
          {
            key: 'rate',
            name: analytics.metrics.rate,
            show: (row) => <RateValue of={row} value={row.engagementRate} />,
          },
        ]}
      />
      <UnavailableMetrics of={rows} among={['views', 'likes', 'comments', 'shares']} />
    </Section>
  )
}
