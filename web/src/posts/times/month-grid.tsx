import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { firstWeekdayOf, shiftDay, startOfDay, weekdayOf } from '#web/lib/day.ts'
import { readLocale } from '#web/lib/locale.ts'
import { formatDay, formatMonth, nameOfWeekday } from '#web/lib/time.ts'
import { iconButtonStyle } from '#web/ui/button.tsx'

interface GridProps {
  /** The chosen day in the brand's zone, such as `2026-11-29`. Null if the post has no time. */
  readonly chosen: string | null
  readonly today: string
  /** The days with scheduled posts. */
  readonly busy: ReadonlySet<string>
  readonly onChoose: (day: string) => void
}

const weekdays = [0, 1, 2, 3, 4, 5, 6]
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month of days. A dot marks those with posts. Arrow keys move between days, also into the next month. */
export function MonthGrid({ chosen, today, busy, onChoose }: GridProps) {
  const { writing } = useMessages()
  const first = firstWeekdayOf(readLocale())
  const [at, setAt] = useState(chosen ?? today)
  const [seen, setSeen] = useState(chosen)
  const grid = useRef<HTMLDivElement>(null)
  const mustFocus = useRef(false)
  if (seen !== chosen) {
    setSeen(chosen)
    if (chosen !== null) setAt(chosen)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day that the keys reached is in the page by now
  useEffect(() => {
    if (mustFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    mustFocus.current = false
  }, [at])
  const month = at.slice(0, 7)
  const isThisMonth = today.startsWith(month)
  const start = isThisMonth ? today : `${month}-01`
  const before = (weekdayOf(start) - first + 7) % 7
  const days = Array.from({ length: 42 }, (_, nth) => shiftDay(start, nth - before))
  // The weeks that are over are left out, and the current month shows some of the next one.
  const least = isThisMonth ? 21 : 28
  const shown = days.filter((_, nth) => nth < least || days.slice(nth - (nth % 7)).some((day) => day.startsWith(month)))
  const turn = (by: 1 | -1) => {
    const day = `${shiftDay(`${month}-01`, by === 1 ? 31 : -1).slice(0, 7)}-01`
    setAt(day < today ? today : day)
  }
  const move = (event: KeyboardEvent) => {
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = (steps[event.key] ?? 0) * (isMirrored && event.key.match(/Left|Right/) ? -1 : 1)
    if (step === 0) return
    event.preventDefault()
    const day = shiftDay(at, step)
    if (day < today) return
    mustFocus.current = true
    setAt(day)
  }
  return (
    <div className="grid gap-0.5">
      <div className="flex items-center ps-2.5">
        <p aria-live="polite" className="flex-1 font-semibold text-sm">
          {formatMonth(month)}
        </p>
        <button
          type="button"
          disabled={month <= today.slice(0, 7)}
          aria-label={writing.previousMonth}
          onClick={() => turn(-1)}
          className={`${iconButtonStyle} size-8! disabled:opacity-40 max-md:size-10!`}
        >
          <Icon name="left" className="size-4" />
        </button>
        <button
          type="button"
          aria-label={writing.nextMonth}
          onClick={() => turn(1)}
          className={`${iconButtonStyle} size-8! max-md:size-10!`}
        >
          <Icon name="right" className="size-4" />
        </button>
      </div>
      <div className="grid grid-cols-7 text-center text-[0.6875rem] text-ink-3" aria-hidden="true">
        {weekdays.map((nth) => (
          <span key={nth}>{nameOfWeekday((first + nth) % 7)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add its own layout */}
      <div
        ref={grid}
        role="group"
        tabIndex={-1}
        aria-label={writing.day}
        onKeyDown={move}
        className="nums grid grid-cols-7 gap-y-px"
      >
        {shown.map((day) => {
          const isPast = day < today
          return (
            <button
              key={day}
              type="button"
              disabled={isPast}
              aria-pressed={day === chosen}
              aria-current={day === today ? 'date' : undefined}
              aria-label={`${formatDay(startOfDay(day))}${busy.has(day) ? `, ${writing.hasPosts}` : ''}`}
              tabIndex={day === at ? 0 : -1}
              onClick={() => {
                setAt(day)
                onChoose(day)
              }}
              className={`relative h-7.5 rounded-sm text-sm hover:bg-sunken disabled:opacity-45 disabled:hover:bg-transparent aria-pressed:bg-brand aria-pressed:font-semibold aria-pressed:text-on-brand aria-[current=date]:font-semibold max-md:h-9 ${day.startsWith(month) ? '' : 'text-ink-3'}`}
            >
              {Number(day.slice(8))}
              {busy.has(day) && (
                <span className="absolute inset-x-0 bottom-0.5 mx-auto size-1 rounded-full bg-current opacity-45" />
              )}
            </button>
          )
        })}
      </div>
    </div>
  )
}
