import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatClock } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { inputStyle } from '#web/ui/form/labelled.tsx'

interface SlotProps {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

/** The times of day at which posts may be published. If empty, the service picks the best ones. */
export function SlotField({ value, onChange }: SlotProps) {
  const { queue } = useMessages()
  const [time, setTime] = useState('')
  const add = () => {
    onChange([...new Set([...value, time])].sort())
    setTime('')
  }
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">{queue.plan.slots}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {value.map((slot) => (
          <button
            key={slot}
            type="button"
            aria-label={queue.plan.removeSlot(formatClock(slot))}
            onClick={() => onChange(value.filter((one) => one !== slot))}
            className="nums flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-sunken ps-3 pe-2 hover:border-line-strong sm:min-h-9"
          >
            {formatClock(slot)}
            <Icon name="close" className="size-3.5" />
          </button>
        ))}
        <input
          // A typed but not added time would be dropped, so the form cannot be submitted until it is added or cleared.
          ref={(field) => field?.setCustomValidity(time === '' ? '' : queue.plan.notAdded)}
          type="time"
          aria-label={queue.plan.newSlot}
          value={time}
          onChange={(event) => setTime(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || time === '') return
            event.preventDefault()
            add()
          }}
          className={`${inputStyle} max-w-32`}
        />
        <Button disabled={time === ''} onClick={add}>
          {queue.plan.addSlot}
        </Button>
      </div>
      {value.length === 0 && <p className="text-ink-3 text-sm">{queue.plan.noSlots}</p>}
    </fieldset>
  )
}
