import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TrendChart } from '#web/charts/trend-chart.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { formatDate, formatDates, formatFullDay } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { DatesDialog } from '#web/ui/dates-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { comparisonQuery } from '../analytics-queries.ts'
import { type AnalyticsSearch, gains } from '../analytics-search.ts'
import { comparedIn } from '../period.ts'
import { DifferenceTable } from './difference-table.tsx'

interface CompareProps {
  readonly profileId: string
  readonly search: AnalyticsSearch
  readonly onChange: (next: AnalyticsSearch) => void
}

/** Names a period of this year without its year, because a table on a phone has little room. */
function nameBriefly({ start, end }: { readonly start: string; readonly end: string }, full: string): string {
  const year = dayKey(nowDate()).slice(0, 4)
  return start.startsWith(year) && end.startsWith(year) ? `${formatDate(start)} – ${formatDate(end)}` : full
}

/** Compares two periods: their totals, the difference, and their charts overlaid. */
export function ComparePeriods({ profileId, search, onChange }: CompareProps) {
  const { analytics } = useMessages()
  const [open, setOpen] = useState<'a' | 'b' | null>(null)
  const { a, b, step } = comparedIn(search)
  const query = useQuery(comparisonQuery({ profileId, network: undefined, step, a, b }))
  const { data } = query
  const metric = search.metric ?? 'views'
  const [first, second] = [formatDates(a.start, a.end), formatDates(b.start, b.end)]
  const courses = [data?.a, data?.b].map((one) => one?.dailyTrend.map((bucket) => bucket[metric]) ?? [])
  const length = Math.max(...courses.map((values) => values.length))
  const isEmpty = data && gains.every((key) => data.a.gained[key] === 0 && data.b.gained[key] === 0)
  const clamped = data?.a.period.clampedFrom ?? data?.b.period.clampedFrom
  const kept = data?.a.period.clampedFrom ? data.a.period.start : data?.b.period.start
  return (
    <>
      <div className="grid gap-2 sm:flex sm:flex-wrap">
        <Button onClick={() => setOpen('a')}>
          {analytics.compare.a}: {first}
        </Button>
        <Button onClick={() => setOpen('b')}>
          {analytics.compare.b}: {second}
        </Button>
      </div>
      {open && (
        <DatesDialog
          title={analytics.compare[open]}
          start={(open === 'a' ? a : b).start}
          end={(open === 'a' ? a : b).end}
          max={dayKey(nowDate())}
          onClose={() => setOpen(null)}
          onChoose={(from, to) => {
            setOpen(null)
            onChange(open === 'a' ? { from, to } : { from2: from, to2: to })
          }}
        />
      )}
      {query.error && <ProblemBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <WaitingRows count={6} />}
      {clamped && kept && (
        <p className="rounded-md border border-line bg-sunken px-4 py-2.5 text-ink-2">
          {analytics.clamped(formatFullDay(clamped), formatFullDay(kept))}
        </p>
      )}
      {data && isEmpty && (
        <EmptyState icon="chart" title={analytics.compare.empty} lead={analytics.compare.emptyLead} />
      )}
      {data && !isEmpty && (
        <>
          <DifferenceTable
            caption={analytics.compare.periods}
            names={[nameBriefly(a, first), nameBriefly(b, second)]}
            rows={[
              ...gains.map((key) => ({
                name: analytics.metrics[key],
                values: [data.a.gained[key], data.b.gained[key]] as const,
                show: formatNumber,
              })),
              {
                name: analytics.metrics.rate,
                values: [data.a.avgEngagementRate, data.b.avgEngagementRate] as const,
                show: formatRate,
                isRate: true,
              },
            ]}
          />
          <section className="rounded-lg bg-surface p-4 shadow-1 ring-1 ring-line sm:p-5">
            <TrendChart
              caption={analytics.compare.trend(analytics.metrics[metric])}
              labels={Array.from({ length }, (_, at) => String(at + 1))}
              series={[
                { name: second, values: courses[1] ?? [] },
                { name: first, values: courses[0] ?? [], isEarlier: true },
              ]}
              choice={
                <ChoiceBar
                  label={analytics.compare.difference}
                  value={metric}
                  onChange={(next) => onChange({ metric: next })}
                  options={gains.map((key) => [key, analytics.metrics[key]] as const)}
                />
              }
            />
          </section>
        </>
      )}
    </>
  )
}
