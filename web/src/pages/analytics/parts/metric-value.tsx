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

/** A rate needs a network that reports views. */
export function RateValue({ of, value }: { readonly of: MetricValue; readonly value: number }) {
  const isBlind = ['views', 'impressions', 'reach'].every((name) => of.unavailable.includes(name))
  return isBlind ? <MetricValue of={of} metric="views" value={0} /> : formatRate(value)
}

/** Explains which metrics each network does not report, in one sentence for networks with the same ones. */
export function UnavailableMetrics({
  of,
  among = shown,
}: {
  readonly of: readonly MetricValue[]
  readonly among?: readonly Metric[]
}) {
  const { analytics } = useMessages()
  const silent = new Map<string, Set<string>>()
  for (const { network, unavailable } of of) {
    const missing = among.filter((metric) => unavailable.includes(metric))
    const names = listWords(missing.map((metric) => analytics.inText(analytics.metrics[metric])))
    if (missing.length > 0) silent.set(names, (silent.get(names) ?? new Set()).add(networks[network].name))
  }
  if (silent.size === 0) return null
  const sentences = [...silent].map(([metrics, who]) => analytics.notTold(listWords([...who]), metrics, who.size === 1))
  return <p className="max-w-prose text-ink-3 text-sm">{sentences.join(' ')}</p>
}
