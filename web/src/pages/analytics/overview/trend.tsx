import type { ReactNode } from 'react'
import { TrendChart } from '#web/charts/trend-chart.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatDate, formatDates, formatFullDay, formatMonth } from '#web/lib/time.ts'
import type { Overview } from '../analytics-queries.ts'
import type { Gain } from '../analytics-search.ts'
import { type Period, periodBefore } from '../period.ts'

interface TrendProps {
  readonly metric: Gain
  readonly now: Overview
  readonly before: Overview | null
  readonly period: Period
  /** Chooses days, weeks or months. */
  readonly choice: ReactNode
}

const datesOf = ({ start, end }: Period): string => formatDates(start, end)

/** The course of one number, over the course that it took before. */
export function Trend({ metric, now, before, period, choice }: TrendProps) {
  const { analytics } = useMessages()
  const values = now.dailyTrend.map((bucket) => bucket[metric])
  const earlier = before?.dailyTrend.slice(0, values.length).map((bucket) => bucket[metric])
  const isMonths = now.period.granularity === 'month'
  return (
    <TrendChart
      caption={analytics.trend(analytics.metrics[metric])}
      choice={choice}
      labels={now.dailyTrend.map(({ date }) => formatDate(date))}
      longLabels={now.dailyTrend.map(({ date, start }) =>
        isMonths ? formatMonth(date.slice(0, 7)) : formatFullDay(start),
      )}
      series={[
        { name: earlier ? analytics.thisPeriod : analytics.metrics[metric], detail: datesOf(period), values },
        ...(earlier
          ? [{ name: analytics.before, detail: datesOf(periodBefore(period)), values: earlier, isEarlier: true }]
          : []),
      ]}
    />
  )
}
