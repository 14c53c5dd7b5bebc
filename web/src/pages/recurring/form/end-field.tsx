import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { RuleForm } from './rule-form.ts'

interface EndProps {
  readonly form: RuleForm
  readonly onChange: (changes: Partial<RuleForm>) => void
}

const mostRuns = 100_000

/** Chooses until when a post repeats. */
export function EndField({ form, onChange }: EndProps) {
  const { form: words } = useMessages().recurring
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={words.end}
        value={form.end}
        onChange={(event) => onChange({ end: event.target.value as RuleForm['end'] })}
        options={words.ends}
      />
      {form.end === 'date' && (
        <Field
          label={words.endAt}
          type="date"
          required
          min={dayKey(nowDate())}
          value={form.endDay}
          onChange={(event) => onChange({ endDay: event.target.value })}
        />
      )}
      {form.end === 'count' && (
        <Field
          label={words.maxRuns}
          type="number"
          required
          min={1}
          max={mostRuns}
          value={form.maxRuns}
          onChange={(event) => onChange({ maxRuns: Number(event.target.value) })}
        />
      )}
    </div>
  )
}
