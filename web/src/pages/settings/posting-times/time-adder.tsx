import { type RefObject, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { nameOfWeekday } from '#web/lib/time.ts'
import { listWeekdays, type WeekTime } from '#web/posts/times/week-times.tsx'
import { Button } from '#web/ui/button.tsx'
import { inputStyle } from '#web/ui/form/labelled.tsx'

interface AdderProps {
  readonly days: readonly number[]
  readonly onDays: (days: readonly number[]) => void
  readonly onAdd: (slots: readonly WeekTime[]) => void
  readonly field: RefObject<HTMLInputElement | null>
}

/** Adds a time to several weekdays in one step. */
export function TimeAdder({ days, onDays, onAdd, field }: AdderProps) {
  const { slots } = useMessages()
  const [time, setTime] = useState('')
  const isReady = time !== '' && days.length > 0
  const add = () => {
    onAdd(days.map((weekday) => ({ weekday, time })))
    setTime('')
    field.current?.focus()
  }
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2 rounded-md bg-sunken p-3">
      <legend className="sr-only">{slots.newTime}</legend>
      <input
        ref={(input) => {
          field.current = input
          // A typed time that was not added would be lost, so the form waits until it is added or cleared.
          input?.setCustomValidity(time === '' ? '' : slots.notAdded)
        }}
        type="time"
        aria-label={slots.newTime}
        value={time}
        onChange={(event) => setTime(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (isReady) add()
        }}
        className={`${inputStyle} nums max-w-32`}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would have its own frame */}
      <div role="group" aria-label={slots.days} className="flex flex-wrap gap-1">
        {listWeekdays().map((weekday) => (
          <button
            key={weekday}
            type="button"
            aria-pressed={days.includes(weekday)}
            onClick={() =>
              onDays(days.includes(weekday) ? days.filter((one) => one !== weekday) : [...days, weekday].sort())
            }
            className="min-h-9 min-w-9 rounded-md border border-line-2 bg-surface px-2 font-medium text-sm aria-pressed:border-brand aria-pressed:bg-brand/10 aria-pressed:text-brand"
          >
            <span aria-hidden="true">{nameOfWeekday(weekday)}</span>
            <span className="sr-only">{nameOfWeekday(weekday, 'long')}</span>
          </button>
        ))}
      </div>
      <Button disabled={!isReady} onClick={add}>
        {slots.addTime}
      </Button>
    </fieldset>
  )
}
