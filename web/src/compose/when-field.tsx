import { useMessages } from '#web/i18n/index.ts'
import { inputLook } from '#web/ui/field.tsx'
import { toLocalInput } from './draft.ts'

interface WhenProps {
  readonly at: string | null
  readonly onChange: (at: string | null) => void
}

const chip =
  'min-h-9 rounded-full border border-line px-3 hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand/10'

/** Chooses between now and a time: the usual times are one click away, any other can be typed. */
export function WhenField({ at, onChange }: WhenProps) {
  const { compose } = useMessages()
  const usual = usualTimes()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium">{compose.when}</legend>
      <div className="flex flex-wrap gap-2">
        <button type="button" aria-pressed={at === null} onClick={() => onChange(null)} className={chip}>
          {compose.now}
        </button>
        {Object.entries(usual).map(([name, time]) => (
          <button key={name} type="button" aria-pressed={at === time} onClick={() => onChange(time)} className={chip}>
            {compose.usual[name as keyof typeof usual]}
          </button>
        ))}
      </div>
      <label className="grid gap-1">
        <span className="text-ink-3 text-sm">{compose.anyTime(timeZone)}</span>
        <input
          type="datetime-local"
          value={at ?? ''}
          min={toLocalInput(new Date())}
          onChange={(event) => onChange(event.target.value || null)}
          className={`${inputLook} max-w-64`}
        />
      </label>
    </fieldset>
  )
}

const eveningHour = 18
const morningHour = 9

/** The next times that people choose most, as local times. */
function usualTimes(): { readonly soon: string; readonly tonight: string; readonly tomorrow: string } {
  const at = (days: number, hour: number) => {
    const date = new Date()
    date.setDate(date.getDate() + days)
    date.setHours(hour, 0, 0, 0)
    return toLocalInput(date)
  }
  const hasEvening = new Date().getHours() < eveningHour
  return {
    soon: toLocalInput(new Date(Date.now() + 3_600_000)),
    tonight: at(hasEvening ? 0 : 1, eveningHour),
    tomorrow: at(1, morningHour),
  }
}
