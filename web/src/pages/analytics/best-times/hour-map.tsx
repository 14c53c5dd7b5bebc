import { HeatTable } from '#web/charts/heat-table.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { firstWeekdayOf } from '#web/lib/day.ts'
import { readLocale } from '#web/lib/locale.ts'
import { headingOfHour, nameOfHour, nameOfWeekday } from '#web/lib/time.ts'
import type { BestTimes } from '../analytics-queries.ts'
import { fewestPosts, listBestHours, listRatedHours } from './rated-hours.ts'

const everyHour = Array.from({ length: 24 }, (_, hour) => hour)
/** Fewer hours than this would not look like a day. */
const fewestHours = 12

/** Lists the hours between the earliest and latest publication, so that they all fit on a phone. */
function listHours(samples: BestTimes['samples']): readonly number[] {
  const used = everyHour.filter((hour) => samples.some((row) => (row[hour] ?? 0) > 0))
  const from = Math.min(used[0] ?? 0, everyHour.length - fewestHours)
  const to = Math.max(used.at(-1) ?? everyHour.length - 1, from + fewestHours - 1)
  return everyHour.slice(from, to + 1)
}

const levels = [1, 2, 3, 4, 5] as const

/** Weekdays by hours, from the reader's first day of the week. Color and number both show the score. */
export function HourMap({ of }: { readonly of: BestTimes }) {
  const { analytics } = useMessages()
  const words = analytics.bestTimes
  const { heatmap, samples } = of
  const days = Array.from({ length: 7 }, (_, at) => (firstWeekdayOf(readLocale()) + at) % 7)
  const hours = listHours(samples)
  const scores = listRatedHours(of).map(({ score }) => score)
  const best = listBestHours(of)
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  // The levels span the actual range, so that hours differ even if all of them are good.
  const levelOf = (score: number) =>
    levels[Math.min(levels.length - 1, Math.floor(((score - least) / Math.max(1, most - least)) * levels.length))] ?? 1
  const cellAt = (row: number, column: number) => {
    const [day, hour] = [days[row] ?? 0, hours[column] ?? 0]
    const posts = samples[day]?.[hour] ?? 0
    const score = Math.round(heatmap[day]?.[hour] ?? 0)
    const when = `${nameOfWeekday(day, 'long')} ${nameOfHour(hour)}`
    if (posts === 0) return { level: null, shown: '', label: '', isBest: false } as const
    if (posts < fewestPosts)
      return { level: 'few', shown: '', label: words.fewCell(when, posts), isBest: false } as const
    const isBest = best.some((one) => one.day === day && one.hour === hour)
    return { level: levelOf(score), shown: String(score), label: words.cell(when, posts, score), isBest }
  }
  return (
    <HeatTable
      caption={words.map}
      corner={words.corner}
      rows={days.map((weekday) => nameOfWeekday(weekday))}
      columns={hours.map(headingOfHour)}
      cellAt={cellAt}
    />
  )
}
