import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sparkline } from '#web/charts/sparkline.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { type Overview, overviewQuery } from '#web/pages/analytics/analytics-queries.ts'
import type { Gain } from '#web/pages/analytics/analytics-search.ts'
import { Change } from '#web/pages/analytics/parts/change.tsx'
import { periodIn } from '#web/pages/analytics/period.ts'
import { linkStyle } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'

const shown: readonly Gain[] = ['views', 'likes', 'comments', 'shares']

/** The placeholder of a value while it is loading. */
const unread = <span className="my-1 block h-5 w-16 animate-late rounded-sm bg-sunken" />

/** The gains of the last seven days, each with its chart and change, linked to analytics. */
export function WeekNumbers({ profileId }: { readonly profileId: string }) {
  const { home } = useMessages()
  const week = periodIn({ range: '7d' })
  const { data } = useQuery(overviewQuery({ profileId, network: undefined, step: 'day', b: week }))
  return (
    <Section
      title={home.week}
      actions={
        <Link to="/p/$profileId/analytics" params={{ profileId }} search={{ range: '7d' }} className={linkStyle}>
          {home.allNumbers}
        </Link>
      }
    >
      <Tiles data={data ?? null} />
    </Section>
  )
}

/** The frame of these metrics while it is not known whether there are any. */
export function WeekFrame() {
  const { home } = useMessages()
  return (
    <Section title={home.week}>
      <Tiles data={null} />
    </Section>
  )
}

function Tiles({ data }: { readonly data: { readonly a: Overview; readonly b: Overview } | null }) {
  const { analytics, home } = useMessages()
  const before = data?.a.period.clampedFrom ? null : data?.a
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line shadow-1 ring-1 ring-line">
        {shown.map((metric) => (
          <div key={metric} className="grid content-start bg-surface px-4 py-3.5">
            <dt className="text-ink-2 text-sm">{analytics.metrics[metric]}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <span className="nums font-title text-xl tracking-title">
                {data ? formatNumber(data.b.gained[metric]) : unread}
              </span>
              {data && before && <Change now={data.b.gained[metric]} before={before.gained[metric]} />}
            </dd>
            <dd className="mt-1.5 min-h-7">
              {data && <Sparkline values={data.b.dailyTrend.map((bucket) => bucket[metric])} className="w-full" />}
            </dd>
          </div>
        ))}
      </dl>
      {(data === null || before) && <p className="text-ink-3 text-xs">{home.compared}</p>}
    </>
  )
}
