import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sparkline } from '#web/charts/sparkline.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { overviewQuery } from '#web/pages/analytics/analytics-queries.ts'
import type { Gain } from '#web/pages/analytics/analytics-search.ts'
import { Change } from '#web/pages/analytics/parts/change.tsx'
import { periodIn } from '#web/pages/analytics/period.ts'

const shown: readonly Gain[] = ['views', 'likes', 'comments', 'shares']

/** The gains of the last seven days, each with its course and its change. It leads to the analytics of them. */
export function WeekNumbers({ profileId }: { readonly profileId: string }) {
  const { home, analytics } = useMessages()
  const week = periodIn({ range: '7d' })
  const { data } = useQuery(overviewQuery({ profileId, network: undefined, step: 'day', b: week }))
  const before = data?.a.period.clampedFrom ? null : data?.a
  return (
    <section aria-labelledby="week" className="grid content-start gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="week" className="font-semibold text-lg">
          {home.week}
        </h2>
        <Link
          to="/p/$profileId/analytics"
          params={{ profileId }}
          search={{ range: '7d' }}
          className="text-brand hover:underline"
        >
          {home.allNumbers}
        </Link>
      </div>
      <dl className="grid min-h-24 grid-cols-2 divide-line overflow-hidden rounded-lg border border-line bg-surface md:grid-cols-4 md:divide-x">
        {data &&
          shown.map((metric) => (
            <div key={metric} className="grid content-start gap-1 p-4">
              <dt className="text-ink-2">{analytics.metrics[metric]}</dt>
              <dd className="flex flex-wrap items-center gap-x-2">
                <span className="nums font-semibold text-xl tracking-tight">{formatNumber(data.b.gained[metric])}</span>
                {before && <Change now={data.b.gained[metric]} before={before.gained[metric]} />}
                <Sparkline
                  values={data.b.dailyTrend.map((bucket) => bucket[metric])}
                  className="ms-auto max-sm:hidden"
                />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
