import { useEffect, useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatWeekday, nameOfHour } from '#web/lib/time.ts'
import type { Band } from '../bands/bands.ts'
import type { DayPlan } from '../calendar-posts.ts'
import type { Carried } from '../use-carry.ts'
import { hourPixels, hours } from './measures.ts'
import { WeekDay } from './week-day.tsx'

interface WeekProps {
  readonly profileId: string
  readonly date: string
  readonly days: readonly Date[]
  readonly planOf: (day: Date) => DayPlan
  readonly carried: Carried | null
  readonly bandsOf: (day: Date) => readonly Band[]
  readonly onDrop: (postId: string, at: Date) => void
}

/** The hour to which other weeks scroll, before most people publish. */
const morning = 7
/** The number of visible hours before now in the current week. */
const hoursBefore = 3

/** A week by the hour: a column for each day, and the current-time line. A post is dropped on a quarter of an hour. */
export function WeekTable({ profileId, date, days, planOf, carried, bandsOf, onDrop }: WeekProps) {
  const { calendar } = useMessages()
  const frame = useRef<HTMLDivElement>(null)
  const today = dayKey(nowDate())
  const isThisWeek = days.some((day) => dayKey(day) === today)
  useEffect(() => {
    const hour = isThisWeek ? Math.max(0, nowDate().getHours() - hoursBefore) : morning
    frame.current?.scrollTo({ top: hour * hourPixels })
  }, [isThisWeek])
  return (
    <div
      ref={frame}
      className="max-h-[calc(100dvh-14rem)] min-h-96 overflow-y-auto rounded-lg border border-line bg-surface"
    >
      <table
        data-span="week"
        aria-label={calendar.title}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead className="sticky top-0 z-10 bg-surface">
          <tr>
            <td className="w-14 border-line border-b" />
            {days.map((day) => (
              <th
                key={dayKey(day)}
                scope="col"
                className="border-line border-s border-b px-2 py-2 text-start text-ink-3 text-xs"
              >
                <span className="flex items-center gap-1.5">
                  <span className="font-medium">{formatWeekday(day)}</span>
                  <span
                    className={`nums grid size-6 place-items-center rounded-full ${
                      dayKey(day) === today ? 'bg-brand font-semibold text-on-brand' : 'font-normal text-ink-2'
                    }`}
                  >
                    {day.getDate()}
                  </span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td aria-hidden="true" className="p-0 align-top">
              {hours.map((hour) => (
                <p
                  key={hour}
                  style={{ height: hourPixels }}
                  className="nums -translate-y-2 whitespace-nowrap pe-2 text-end text-ink-3 text-xs first:invisible"
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
                isRowStart={nth === 0}
                onDrop={onDrop}
              />
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
