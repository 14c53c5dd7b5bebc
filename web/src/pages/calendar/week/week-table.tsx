import { useEffect, useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, dayOfMonth, minuteOfDay } from '#web/lib/day.ts'
import { formatWeekday, nameOfHour } from '#web/lib/time.ts'
import type { Band } from '../bands/bands.ts'
import type { DayPlan } from '../calendar-posts.ts'
import type { FreeActions } from '../free/free-chip.tsx'
import type { FreeTime } from '../free/use-free-times.ts'
import type { Notes } from '../notes/use-notes.ts'
import type { OnCompose, Spot } from '../quick/use-quick-compose.ts'
import type { Carried } from '../use-carry.ts'
import { ZoneCorner } from '../zone-corner.tsx'
import { hourPixels, hours } from './measures.ts'
import { NotesRow } from './notes-row.tsx'
import { WeekDay } from './week-day.tsx'

interface WeekProps {
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
  readonly onDrop: (postId: string, at: Date) => void
  /** The time at which a post is being written. */
  readonly spot: Spot | null
  readonly onCompose: OnCompose
}

/** The earliest hour to which a week scrolls, before most people publish. */
const morning = 7
/** The number of visible hours before now in the current week. */
const hoursBefore = 3

/** A week by the hour: a column for each day, and the current-time line. A post is dropped on a quarter of an hour. */
export function WeekTable({
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
}: WeekProps) {
  const { calendar } = useMessages()
  const frame = useRef<HTMLDivElement>(null)
  const today = dayKey(nowDate())
  const isThisWeek = days.some((day) => dayKey(day) === today)
  useEffect(() => {
    const hour = isThisWeek ? Math.max(morning, Math.floor(minuteOfDay(nowDate()) / 60) - hoursBefore) : morning
    frame.current?.scrollTo({ top: hour * hourPixels })
  }, [isThisWeek])
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-y-auto border-line border-t bg-surface">
      <table
        data-span="week"
        aria-label={calendar.title}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead className="sticky top-0 z-10 bg-surface">
          <tr>
            <ZoneCorner className="w-14 wide:w-16" />
            {days.map((day) => (
              <th
                key={dayKey(day)}
                scope="col"
                className="h-12 border-line border-s border-b px-2.5 text-start font-medium text-ink-3 text-xs"
              >
                {formatWeekday(day)}
                <span
                  className={`nums block truncate font-semibold text-lg leading-5 ${dayKey(day) === today ? 'text-brand' : 'text-ink'}`}
                >
                  {dayOfMonth(day)}
                  {holidaysOf(day).length > 0 && (
                    <bdi title={holidaysOf(day).join(', ')} className="ms-1.5 font-medium text-ink-3 text-xs">
                      {holidaysOf(day).join(', ')}
                    </bdi>
                  )}
                </span>
              </th>
            ))}
          </tr>
          <NotesRow days={days} notes={notes} />
        </thead>
        <tbody>
          <tr>
            <td aria-hidden="true" className="p-0 align-top">
              {hours.map((hour) => (
                <p
                  key={hour}
                  style={{ height: hourPixels }}
                  className="nums -translate-y-2 whitespace-nowrap pe-2 text-end text-2xs text-ink-3 first:invisible"
                >
                  {nameOfHour(hour)}
                </p>
              ))}
            </td>
            {days.map((day, nth) => (
              <WeekDay
                key={dayKey(day)}
                profileId={profileId}
                day={day}
                isCurrent={dayKey(day) === date}
                plan={planOf(day)}
                carried={carried}
                bands={bandsOf(day)}
                free={freeOf(day)}
                freeActions={freeActions}
                isRowStart={nth === 0}
                onDrop={onDrop}
                spot={spot?.day === dayKey(day) ? spot : null}
                onCompose={onCompose}
              />
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
