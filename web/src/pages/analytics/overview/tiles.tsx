import { type Messages, useMessages } from '#web/i18n/index.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Overview } from '../analytics-queries.ts'
import { type Gain, gains } from '../analytics-search.ts'
import { Change } from '../parts/change.tsx'

interface TilesProps {
  readonly now: Overview
  /** Null if the plan does not retain metrics of the previous period. */
  readonly before: Overview | null
  readonly chosen: Gain
  readonly onChoose: (metric: Gain) => void
}

export const tileColumns = 'grid-cols-2 md:grid-cols-3 xl:grid-cols-6'
const tileStyle = 'grid content-start gap-0.5 border-line border-e border-b px-4 py-3 text-start sm:px-5'
const numberStyle = 'nums font-title text-2xl tracking-title'

/** The gains of the period, one metric per tile. The chosen one is charted below. */
export function Tiles({ now, before, chosen, onChoose }: TilesProps) {
  const { analytics } = useMessages()
  return (
    <div className={`grid overflow-hidden rounded-t-lg ${tileColumns}`}>
      {gains.map((metric) => (
        <button
          key={metric}
          type="button"
          aria-pressed={metric === chosen}
          onClick={() => onChoose(metric)}
          className={`group ${tileStyle} -outline-offset-2 hover:bg-sunken aria-pressed:shadow-[inset_0_-2px_0_var(--brand)]`}
        >
          <span className="text-ink-2 text-sm group-aria-pressed:font-medium group-aria-pressed:text-brand">
            {analytics.metrics[metric]}
          </span>
          <span className={numberStyle}>{shownOf(now, metric) ?? '–'}</span>
          {!shownOf(now, metric) && <span className="text-ink-3 text-xs">{silence(now, analytics, metric)}</span>}
          {before && shownOf(now, metric) && <Change now={now.gained[metric]} before={before.gained[metric]} />}
        </button>
      ))}
      <div className={tileStyle} title={analytics.rateHint}>
        <span className="text-ink-2 text-sm">{analytics.metrics.rate}</span>
        <span className={numberStyle}>{formatRate(now.avgEngagementRate)}</span>
        {before && before.avgEngagementRate > 0 ? (
          <Change now={now.avgEngagementRate} before={before.avgEngagementRate} isRate />
        ) : (
          <span className="text-ink-3 text-xs">{analytics.rateOf}</span>
        )}
      </div>
    </div>
  )
}

/** The formatted value. Null if no network reports it. */
function shownOf(now: Overview, metric: Gain): string | null {
  if (metric === 'posts') return formatNumber(now.gained.posts)
  const reporting = Object.values(now.byPlatform)
  const isReported = reporting.length === 0 || reporting.some(({ unavailable }) => !unavailable.includes(metric))
  return isReported || now.gained[metric] !== 0 ? formatNumber(now.gained[metric]) : null
}

/** Names the one network that does not report a metric, or says that none does. */
function silence({ byPlatform }: Overview, words: Messages['analytics'], metric: Gain): string {
  const [only, ...others] = Object.values(byPlatform)
  const name = words.metrics[metric]
  return only && others.length === 0
    ? words.notTold(networks[only.network].name, words.inText(name))
    : words.nobodyTells(name)
}
