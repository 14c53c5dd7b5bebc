import { type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, minuteOfDay } from '#web/lib/day.ts'
import { formatDay, formatTime } from '#web/lib/time.ts'
import type { OnCompose, Spot } from '../quick/use-quick-compose.ts'
import { pixelsOf, timeAt } from './measures.ts'

interface TargetProps {
  readonly day: Date
  /** The time at which a post is being written, if on this day. */
  readonly spot: Spot | null
  readonly onCompose: OnCompose
}

/** The free area of a day: it shows the quarter of an hour under the pointer, and a click writes a post there. */
export function HourTarget({ day, spot, onCompose }: TargetProps) {
  const { calendar } = useMessages()
  const mark = useRef<HTMLButtonElement>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const minute = spot?.minute ?? hovered
  const minuteUnder = (event: MouseEvent<HTMLElement>): number | null => {
    const time = timeAt(day, event.clientY - event.currentTarget.getBoundingClientRect().top)
    return time > nowDate() ? minuteOfDay(time) : null
  }
  const compose = (event: MouseEvent<HTMLElement>) => {
    const chosen = minuteUnder(event)
    // The composer opens next to the mark, which a tap has not brought yet.
    flushSync(() => setHovered(chosen))
    if (mark.current && chosen !== null) onCompose(mark.current, dayKey(day), chosen)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it handles Enter
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid around it handles Enter
    <div
      className="absolute inset-0 cursor-cell"
      onPointerMove={(event) => setHovered(minuteUnder(event))}
      onPointerLeave={() => setHovered(null)}
      onClick={compose}
    >
      {minute !== null && (
        <button
          ref={mark}
          type="button"
          tabIndex={-1}
          aria-label={`${calendar.newHere}: ${formatDay(day)}`}
          style={{ top: pixelsOf(minute) }}
          className="nums pointer-events-none absolute inset-x-1 flex h-6 cursor-cell items-center gap-1 rounded-sm bg-brand-tint px-1.5 font-medium text-brand text-xs"
        >
          <Icon name="plus" className="size-3.5" />
          {formatTime(timeAt(day, pixelsOf(minute)).toISOString())}
        </button>
      )}
    </div>
  )
}
