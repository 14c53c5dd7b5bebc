import { useMessages } from '#web/i18n/index.ts'
import { NetworkMark, type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'
import { Section } from '#web/ui/section.tsx'
import { useSort } from '#web/ui/table/sort.ts'
import { SortableTable } from '#web/ui/table/sortable-table.tsx'
import type { Overview } from '../analytics-queries.ts'
import { MetricValue, metricOf, RateValue, rateOf, UnavailableMetrics } from '../parts/metric-value.tsx'

interface NetworkProps {
  readonly of: Overview
  readonly onChoose: (network: NetworkName) => void
}

/** The period's posts by network. A network's name selects it. */
export function ByNetwork({ of, onChoose }: NetworkProps) {
  const { analytics } = useMessages()
  const order = useSort('likes')
  const rows = Object.values(of.byPlatform)
  return (
    <Section title={analytics.byNetwork}>
      <SortableTable
        {...order}
        caption={analytics.byNetwork}
        head={analytics.network}
        rows={rows}
        keyOf={({ network }) => network}
        barColor={({ network }) => `var(--n-${network})`}
        name={({ network }) => (
          <span className="flex items-center gap-3">
            <NetworkMark network={network} />
            <button type="button" className="min-h-6 text-start hover:underline" onClick={() => onChoose(network)}>
              {networks[network].name}
            </button>
          </span>
        )}
        columns={[
          ...(['views', 'likes'] as const).map((metric) => ({
            key: metric,
            name: analytics.metrics[metric],
            value: metricOf(metric),
            show: (row: (typeof rows)[number]) => <MetricValue of={row} metric={metric} value={row[metric]} />,
          })),
          {
            key: 'rate',
            name: analytics.rateShort,
            value: (row) => rateOf(row, row.engagementRate),
            show: (row) => <RateValue of={row} value={row.engagementRate} />,
          },
        ]}
      />
      <UnavailableMetrics of={rows} among={['views', 'likes']} hasRate />
    </Section>
  )
}
