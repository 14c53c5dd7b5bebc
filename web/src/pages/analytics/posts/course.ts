import type { Result } from '@posthorn/sdk'
import type { Series } from '#web/charts/series.ts'
import { formatDate, formatDayAndTime } from '#web/lib/time.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Metric } from '../parts/not-told.tsx'

type Look = Result<'getPostMetricsHistory'>[number]

interface Course {
  readonly labels: readonly string[]
  readonly longLabels: readonly string[]
  readonly series: readonly Series[]
  /** The newest numbers of all accounts together. */
  readonly total: number
}

/** More looks than this do not fit a chart, and the eye would not tell them apart. */
const mostPlaces = 120

/**
 * Draws looks at a post as a line for each account. The accounts are looked at on their own, so at each time a line has
 * the value of its latest look. Looks are closer at first, as are the changes, so a place is a look and not a time.
 */
export function courseOf(history: readonly Look[], metric: Metric): Course {
  const all = [...new Set(history.map(({ fetchedAt }) => fetchedAt))].toSorted()
  const every = Math.ceil(all.length / mostPlaces)
  const times = all.filter((_, at) => (all.length - 1 - at) % Math.max(1, every) === 0)
  const accounts = [...new Map(history.map((look) => [look.accountId, look])).values()]
  const series = accounts
    .filter(({ unavailable }) => !unavailable.includes(metric))
    .map(({ accountId, network }) => ({
      name: networks[network].name,
      values: times.map((time) => latestOf(history, accountId, time)?.[metric] ?? 0),
    }))
  return {
    labels: series.length === 0 ? [] : times.map(formatDate),
    longLabels: times.map(formatDayAndTime),
    series: withOwnNames(series),
    total: series.reduce((sum, { values }) => sum + (values.at(-1) ?? 0), 0),
  }
}

const latestOf = (history: readonly Look[], accountId: string, time: string): Look | undefined =>
  history.findLast((look) => look.accountId === accountId && look.fetchedAt <= time)

/** Two accounts of one network get numbers, since lines are told apart by their names. */
const withOwnNames = (series: readonly Series[]): readonly Series[] =>
  series.map((one, at) => {
    const before = series.slice(0, at).filter(({ name }) => name === one.name).length
    return before === 0 ? one : { ...one, name: `${one.name} ${before + 1}` }
  })
