import { useMessages } from '#web/i18n/index.ts'
import { listWords } from '#web/lib/list-words.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'

/** The metrics that pages show, most requested first. */
const shown = ['views', 'impressions', 'reach', 'likes', 'comments', 'shares', 'saves'] as const
export type Metric = (typeof shown)[number]

interface MetricValue {
  readonly network: NetworkName
  readonly unavailable: readonly string[]
}

/** A value, or a dash if the network does not report it. */
export function MetricValue({
  of,
  metric,
  value,
}: {
  readonly of: MetricValue
  readonly metric: Metric
  readonly value: number
}) {
  const { analytics } = useMessages()
  if (!of.unavailable.includes(metric)) return formatNumber(value)
  return (
    <span title={analytics.notTold(networks[of.network].name, analytics.metrics[metric])} className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{analytics.notToldShort}</span>
    </span>
  )
}

/** A rate needs a network that reports views, or how often posts were displayed. */
export function RateValue({ of, value }: { readonly of: MetricValue; readonly value: number }) {
  return rateOf(of, value) === null ? <MetricValue of={of} metric="views" value={0} /> : formatRate(value)
}

/** The rate. Null if it has nothing to refer to. */
export const rateOf = ({ unavailable }: MetricValue, value: number): number | null =>
  ['views', 'impressions', 'reach'].every((name) => unavailable.includes(name)) ? null : value

/** Reads a metric of a row, to sort by. Null if the network does not report it. */
export const metricOf =
  <Key extends Metric>(metric: Key) =>
  (row: MetricValue & Readonly<Record<Key, number>>): number | null =>
    row.unavailable.includes(metric) ? null : row[metric]

/** Explains which metrics each network does not report, in one sentence for networks with the same ones. */
export function UnavailableMetrics({
  of,
  among = shown,
  hasRate = false,
}: {
  readonly of: readonly MetricValue[]
  readonly among?: readonly Metric[]
  /** True if the page shows rates, some of which have a different base. */
  readonly hasRate?: boolean
}) {
  const { analytics } = useMessages()
  const silent = new Map<string, Set<string>>()
  for (const { network, unavailable } of of) {
    const missing = among.filter((metric) => unavailable.includes(metric))
    const names = listWords(missing.map((metric) => analytics.inText(analytics.metrics[metric])))
    if (missing.length > 0) silent.set(names, (silent.get(names) ?? new Set()).add(networks[network].name))
  }
  if (silent.size === 0) return null
  const rated = !hasRate ? [] : of.filter((row) => row.unavailable.includes('views') && rateOf(row, 0) !== null)
  const ratedNames = [...new Set(rated.map(({ network }) => networks[network].name))]
  const sentences = [
    ...[...silent].map(([metrics, who]) => analytics.notTold(listWords([...who]), metrics, who.size === 1)),
    ...(ratedNames.length > 0 ? [analytics.ratedByImpressions(listWords(ratedNames))] : []),
  ]
  return <p className="max-w-prose text-ink-3 text-sm">{sentences.join(' ')}</p>
}
