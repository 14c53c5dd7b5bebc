import { useMessages } from '#web/i18n/index.ts'
import { dayKey, shiftDay, weekdayOf } from '#web/lib/day.ts'
import { formatWeekday } from '#web/lib/time.ts'
import type { Band } from './bands/bands.ts'
import type { DayPlan } from './calendar-posts.ts'
import { DayCell } from './day-cell.tsx'
import { useFittingChips } from './fitting-chips.ts'
import type { FreeActions } from './free/free-chip.tsx'
import type { FreeTime } from './free/use-free-times.ts'
import type { Notes } from './notes/use-notes.ts'
import type { OnCompose, Spot } from './quick/use-quick-compose.ts'
import type { Carried } from './use-carry.ts'
import { ZoneCorner } from './zone-corner.tsx'

interface TableProps {
  readonly profileId: string
  readonly date: string
  readonly days: readonly Date[]
  readonly planOf: (day: Date) => DayPlan
  readonly carried: Carried | null
  readonly bandsOf: (day: Date) => readonly Band[]
  readonly notes: Notes
  readonly holidaysOf: (day: Date) => readonly string[]
  readonly freeOf: (day: Date) => readonly FreeTime[]
  readonly freeActions: FreeActions
  readonly onDrop: (postId: string, day: Date) => void
  /** The day on which a post is being written. */
  readonly spot: Spot | null
  readonly onCompose: OnCompose
}

/** A month as a grid, a week in each row, as tall as the window. */
export function MonthTable({
  profileId,
  date,
  days,
  planOf,
  carried,
  bandsOf,
  notes,
  holidaysOf,
  freeOf,
  freeActions,
  onDrop,
  spot,
  onCompose,
}: TableProps) {
  const { calendar } = useMessages()
  const fitting = useFittingChips()
  const weeks = Array.from({ length: days.length / 7 }, (_, nth) => days.slice(nth * 7, nth * 7 + 7))
  return (
    <table
      aria-label={calendar.title}
      className="w-full flex-1 table-fixed border-separate border-spacing-0 border-line border-t bg-surface"
    >
      <thead>
        <tr className="h-8">
          <ZoneCorner className="w-11 wide:w-13" />
          {days.slice(0, 7).map((day) => (
            <th
              key={weekdayOf(dayKey(day))}
              scope="col"
              className="border-line border-s border-b px-2.5 text-start font-medium text-ink-2 text-xs"
            >
              {formatWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(([monday, ...rest]) => {
          if (monday === undefined) return null
          const week = weekOf(dayKey(monday))
          return (
            <tr key={dayKey(monday)}>
              <th
                scope="row"
                aria-label={calendar.week(week)}
                className="nums border-line border-b pt-2 text-center align-top font-normal text-2xs text-ink-3"
              >
                {week}
              </th>
              {[monday, ...rest].map((day, nth) => {
                const key = dayKey(day)
                return (
                  <DayCell
                    key={key}
                    profileId={profileId}
                    day={day}
                    isOutside={key.slice(0, 7) !== date.slice(0, 7)}
                    isCurrent={key === date}
                    isComposing={spot?.day === key}
                    fitting={fitting}
                    plan={planOf(day)}
                    carried={carried}
                    bands={bandsOf(day)}
                    notes={notes.of(day)}
                    holidays={holidaysOf(day)}
                    onNote={notes.open}
                    free={freeOf(day)}
                    freeActions={freeActions}
                    isRowStart={nth === 0}
                    onDrop={onDrop}
                    onCompose={onCompose}
                  />
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const weekDays = 7
const dayMs = 86_400_000
const thursday = 4

/** The ISO number of the week that begins with a day: that of its Thursday. */
function weekOf(firstDay: string): number {
  const ofWeek = shiftDay(firstDay, (thursday - weekdayOf(firstDay) + weekDays) % weekDays)
  const daysBefore = (Date.parse(`${ofWeek}T00:00Z`) - Date.parse(`${ofWeek.slice(0, 4)}-01-01T00:00Z`)) / dayMs
  return Math.floor(daysBefore / weekDays) + 1
}
