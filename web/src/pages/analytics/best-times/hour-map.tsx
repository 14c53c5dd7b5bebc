import { HeatTable } from '#web/charts/heat-table.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { firstWeekdayOf } from '#web/lib/day.ts'
import { readLocale } from '#web/lib/locale.ts'
import { headingOfHour, nameOfHour, nameOfWeekday } from '#web/lib/time.ts'
import type { BestTimes } from '../analytics-queries.ts'

/** The shade of the weakest hour with posts, in percent: it differs from an hour without any. */
const leastWarmth = 10
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

/** Weekdays by hours, from the reader's first day of the week. Each cell shows the number of its posts. */
export function HourMap({ of: { heatmap, samples } }: { readonly of: BestTimes }) {
  const { analytics } = useMessages()
  const days = Array.from({ length: 7 }, (_, at) => (firstWeekdayOf(readLocale()) + at) % 7)
  const hours = listHours(samples)
  const postsAt = (row: number, hour: number) => samples[days[row] ?? 0]?.[hour] ?? 0
  const values = days.map((day) => heatmap[day] ?? [])
  const known = values.flatMap((row, at) => row.filter((_, hour) => postsAt(at, hour) > 0))
  const [least, most] = [Math.min(...known), Math.max(...known)]
  // The colors span the actual range, so that adjacent cells differ even if all hours are good.
  const warmthOf = (score: number) => leastWarmth + ((score - least) / Math.max(1, most - least)) * (100 - leastWarmth)
  return (
    <HeatTable
      caption={analytics.bestTimes.map}
      corner={analytics.bestTimes.corner}
      rows={days.map((weekday) => nameOfWeekday(weekday))}
      columns={hours.map(headingOfHour)}
      values={values.map((row) => hours.map((hour) => warmthOf(row[hour] ?? 0)))}
      show={(row, column) => String(postsAt(row, hours[column] ?? 0))}
      say={(row, column) => {
        const hour = hours[column] ?? 0
        return postsAt(row, hour) === 0
          ? ''
          : analytics.bestTimes.cell(
              `${nameOfWeekday(days[row] ?? 0)} ${nameOfHour(hour)}`,
              postsAt(row, hour),
              Math.round(values[row]?.[hour] ?? 0),
            )
      }}
    />
  )
}
