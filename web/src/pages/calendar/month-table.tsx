import { useMessages } from '#web/i18n/index.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatWeekday } from '#web/lib/time.ts'
import type { Band } from './bands/bands.ts'
import type { DayPlan } from './calendar-posts.ts'
import { DayCell } from './day-cell.tsx'
import type { Carried } from './use-carry.ts'

interface TableProps {
  readonly profileId: string
  readonly date: string
  readonly days: readonly Date[]
  readonly planOf: (day: Date) => DayPlan
  readonly carried: Carried | null
  readonly bandsOf: (day: Date) => readonly Band[]
  readonly onDrop: (postId: string, day: Date) => void
}

/** A month as a grid, a week in each row. */
export function MonthTable({ profileId, date, days, planOf, carried, bandsOf, onDrop }: TableProps) {
  const { calendar } = useMessages()
  const weeks = Array.from({ length: days.length / 7 }, (_, nth) => days.slice(nth * 7, nth * 7 + 7))
  return (
    <table
      aria-label={calendar.title}
      className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <thead>
        <tr>
          {days.slice(0, 7).map((day) => (
            <th
              key={day.getDay()}
              scope="col"
              className="border-line border-b px-2 py-2 text-start font-medium text-ink-3 text-xs"
            >
              {formatWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={dayKey(week[0] ?? new Date(0))}>
            {week.map((day, nth) => (
              <DayCell
                key={dayKey(day)}
                profileId={profileId}
                day={day}
                isOutside={dayKey(day).slice(0, 7) !== date.slice(0, 7)}
                isCurrent={dayKey(day) === date}
                plan={planOf(day)}
                carried={carried}
                bands={bandsOf(day)}
                isRowStart={nth === 0}
                onDrop={onDrop}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
