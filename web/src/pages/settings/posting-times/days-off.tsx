import { useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatDates } from '#web/lib/time.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { inputStyle, Labelled } from '#web/ui/form/labelled.tsx'
import type { PlanForm } from './plan-form.ts'

interface OffProps {
  readonly value: PlanForm['gaps']
  readonly mayChange: boolean
  readonly onChange: (gaps: PlanForm['gaps']) => void
}

/** The days without posting times, such as holidays. */
export function DaysOff({ value, mayChange, onChange }: OffProps) {
  const { slots } = useMessages()
  const fields = useRef<HTMLDivElement>(null)
  const add = () => {
    const [from, to, name] = [...(fields.current?.querySelectorAll('input') ?? [])]
    if (!from || !to || !name || from.value === '') return from?.focus()
    const last = to.value < from.value ? from.value : to.value
    onChange([...value, { from: from.value, to: last, name: name.value.trim() || null }])
    for (const input of [from, to, name]) input.value = ''
    from.focus()
  }
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium text-sm">{slots.daysOff}</legend>
      {value.length > 0 && (
        <ul className="grid gap-1">
          {value.map((gap, nth) => {
            const dates = formatDates(gap.from, gap.to)
            return (
              <li key={`${gap.from} ${gap.to} ${gap.name}`} className="flex items-center gap-2">
                <span className="nums min-w-0 flex-1">
                  {dates}
                  {gap.name && <span className="text-ink-3"> · {gap.name}</span>}
                </span>
                {mayChange && (
                  <button
                    type="button"
                    aria-label={slots.remove(dates)}
                    onClick={() => onChange(value.filter((_, other) => other !== nth))}
                    className={iconButtonStyle}
                  >
                    <Icon name="close" className="size-4" />
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {mayChange && (
        <div ref={fields} className="flex flex-wrap items-end gap-2">
          <Labelled label={slots.firstDay}>
            {(ties) => <input {...ties} type="date" min={dayKey(nowDate())} className={inputStyle} />}
          </Labelled>
          <Labelled label={slots.lastDay}>
            {(ties) => <input {...ties} type="date" min={dayKey(nowDate())} className={inputStyle} />}
          </Labelled>
          <Labelled label={slots.reason}>
            {(ties) => <input {...ties} maxLength={100} className={inputStyle} />}
          </Labelled>
          <Button onClick={add}>{slots.addDays}</Button>
        </div>
      )}
    </fieldset>
  )
}
