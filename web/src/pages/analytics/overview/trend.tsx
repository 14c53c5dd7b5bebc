import type { ReactNode } from 'react'
import { TrendChart } from '#web/charts/trend-chart.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatDate, formatFullDay, formatMonth } from '#web/lib/time.ts'
import type { Overview } from '../analytics-queries.ts'
import type { Gain } from '../analytics-search.ts'

interface TrendProps {
  readonly metric: Gain
  readonly now: Overview
  readonly before: Overview | null
  readonly beforeName: string
  readonly aside: ReactNode
}

/** The course of one number, over the course that it took before. */
export function Trend({ metric, now, before, beforeName, aside }: TrendProps) {
  const { analytics } = useMessages()
  const values = now.dailyTrend.map((bucket) => bucket[metric])
  const earlier = before?.dailyTrend.slice(0, values.length).map((bucket) => bucket[metric])
  const isMonths = now.period.granularity === 'month'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TrendChart
        caption={analytics.trend(analytics.metrics[metric])}
        labels={now.dailyTrend.map(({ date }) => formatDate(date))}
        longLabels={now.dailyTrend.map(({ date, start }) =>
          isMonths ? formatMonth(date.slice(0, 7)) : formatFullDay(start),
        )}
        series={[
          { name: analytics.metrics[metric], values },
          ...(earlier ? [{ name: beforeName, values: earlier, isEarlier: true }] : []),
        ]}
      />
      <div className="flex justify-end">{aside}</div>
    </div>
  )
}
