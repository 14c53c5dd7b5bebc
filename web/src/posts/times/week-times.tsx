import type { ReactNode } from 'react'
import { firstWeekdayOf } from '#web/lib/day.ts'
import { readLocale } from '#web/lib/locale.ts'
import { formatClock, nameOfWeekday } from '#web/lib/time.ts'
import type { SlotPlan } from './slot-queries.ts'

export type WeekTime = SlotPlan['slots'][number]

interface WeekProps {
  readonly slots: readonly WeekTime[]
  /** The hours of the week with the best results. */
  readonly best: readonly { readonly day: number; readonly hour: number }[]
  /** Draws a time in its chip. */
  readonly draw?: (slot: WeekTime) => ReactNode
  /** Draws what is after the times of a day. */
  readonly more?: (weekday: number) => ReactNode
}

const weekdays = [0, 1, 2, 3, 4, 5, 6]

/** The weekdays in the order of the reader's region. */
export const listWeekdays = (): readonly number[] => {
  const first = firstWeekdayOf(readLocale())
  return weekdays.map((nth) => (first + nth) % 7)
}

export const isBest = ({ weekday, time }: WeekTime, best: WeekProps['best']): boolean =>
  best.some(({ day, hour }) => day === weekday && hour === Number(time.slice(0, 2)))

/** The posting times of a week: a line for each day. The best hours of the brand are gold. */
export function WeekTimes({ slots, best, draw, more }: WeekProps) {
  return (
    <dl className="grid gap-y-1 text-sm">
      {listWeekdays().map((weekday) => (
        <div key={weekday} className="flex min-h-8 items-start gap-2">
          <dt className="w-10 shrink-0 py-1.5 font-medium text-ink-2">
            <abbr title={nameOfWeekday(weekday, 'long')} className="no-underline">
              {nameOfWeekday(weekday)}
            </abbr>
          </dt>
          <dd className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 py-0.5">
            {slots
              .filter((slot) => slot.weekday === weekday)
              .map((slot) => (
                <span
                  key={slot.time}
                  className={`nums inline-flex min-h-7 items-center rounded-sm px-2 ${isBest(slot, best) ? 'bg-brass-tint font-medium text-brass-ink' : 'bg-sunken'}`}
                >
                  {draw ? draw(slot) : formatClock(slot.time)}
                </span>
              ))}
            {more?.(weekday)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
