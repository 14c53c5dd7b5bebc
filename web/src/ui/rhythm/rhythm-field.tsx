import { useMessages } from '#web/i18n/index.ts'
import { firstWeekdayOf } from '#web/lib/day.ts'
import { readLocale } from '#web/lib/locale.ts'
import { nameOfWeekday } from '#web/lib/time.ts'
import { Field } from '../field.tsx'
import { SelectField } from '../form/select-field.tsx'
import { evenSteps, type Rhythm, type RhythmKind, toCron } from './rhythm.ts'

interface RhythmProps {
  /** The available rhythms. */
  readonly kinds: readonly RhythmKind[]
  readonly value: Rhythm
  readonly onChange: (value: Rhythm) => void
  readonly error: string | undefined
}

/** Chooses a schedule in plain terms. Users who know cron can write it. */
export function RhythmField({ kinds, value, onChange, error }: RhythmProps) {
  const words = useMessages().rhythm
  const change = (changes: Partial<Rhythm>) => onChange({ ...value, ...changes })
  // Another kind starts from the current choice, so that it can be refined as cron.
  const choose = (kind: RhythmKind) => change({ kind, every: 1, cron: toCron(value) ?? value.cron })
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <SelectField
          label={words.howOften}
          value={value.kind}
          onChange={(event) => choose(event.target.value as RhythmKind)}
          options={Object.fromEntries(kinds.map((kind) => [kind, words.kinds[kind]]))}
        />
        {(value.kind === 'minutes' || value.kind === 'hours') && (
          <SelectField
            label={words.every}
            value={value.every}
            onChange={(event) => change({ every: Number(event.target.value) })}
            options={Object.fromEntries(evenSteps[value.kind].map((step) => [step, String(step)]))}
          />
        )}
        {isTimed(value) && (
          <Field
            label={words.time}
            type="time"
            required
            value={value.time}
            onChange={(event) => change({ time: event.target.value })}
          />
        )}
      </div>
      {value.kind === 'hours' && (
        <Field
          label={words.minute}
          type="number"
          min={0}
          max={59}
          required
          value={value.minute}
          onChange={(event) => change({ minute: Number(event.target.value) })}
        />
      )}
      {value.kind === 'weekly' && <WeekdayField value={value.weekdays} onChange={(weekdays) => change({ weekdays })} />}
      {value.kind === 'monthly' && (
        <Field
          label={words.monthDay}
          type="number"
          min={1}
          max={31}
          required
          value={value.monthDay}
          hint={value.monthDay > 28 ? words.shortMonths : undefined}
          onChange={(event) => change({ monthDay: Number(event.target.value) })}
        />
      )}
      {value.kind === 'cron' && (
        <Field
          label={words.cron}
          required
          value={value.cron}
          hint={words.cronHint}
          error={error}
          spellCheck={false}
          onChange={(event) => change({ cron: event.target.value })}
        />
      )}
    </div>
  )
}

const isTimed = ({ kind }: Rhythm): boolean => !['minutes', 'hours', 'cron'].includes(kind)

interface WeekdayProps {
  readonly value: readonly number[]
  readonly onChange: (value: readonly number[]) => void
}

function WeekdayField({ value, onChange }: WeekdayProps) {
  const words = useMessages().rhythm
  const first = firstWeekdayOf(readLocale())
  const week = Array.from({ length: 7 }, (_, nth) => (first + nth) % 7)
  const toggle = (day: number) =>
    onChange(week.filter((one) => (one === day ? !value.includes(one) : value.includes(one))))
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{words.weekdays}</legend>
      <div className="flex flex-wrap gap-1.5">
        {week.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={value.includes(day)}
            aria-label={nameOfWeekday(day, 'long')}
            onClick={() => toggle(day)}
            className="min-h-11 min-w-11 rounded-full border border-line px-2.5 hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand sm:min-h-9"
          >
            {nameOfWeekday(day, 'short')}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
