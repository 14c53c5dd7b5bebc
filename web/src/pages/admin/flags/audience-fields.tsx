import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { UserName } from '../parts/user-name.tsx'
import type { Audience } from './audience.ts'

interface FieldsProps {
  readonly audience: Audience
  readonly onChange: (audience: Audience) => void
}

const listWords = (text: string): readonly string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

/** Asks which users have a flag: a share of all or of some plans, and users by name. */
export function AudienceFields({ audience, onChange }: FieldsProps) {
  const words = useMessages('admin').admin.flags
  // The fields keep what was typed, such as a comma at the end.
  const [plans, setPlans] = useState(audience.plans.join(', '))
  const [users, setUsers] = useState(audience.users.join('\n'))
  return (
    <div className="grid max-w-prose gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={words.percentage}
          hint={words.percentageHint}
          type="number"
          min={0}
          max={100}
          step="any"
          inputMode="decimal"
          value={audience.percentage ?? ''}
          onChange={({ target }) =>
            onChange({ ...audience, percentage: target.value === '' ? null : target.valueAsNumber })
          }
        />
        <Field
          label={words.plans}
          hint={words.plansHint}
          value={plans}
          disabled={audience.percentage === null}
          onChange={({ target }) => {
            setPlans(target.value)
            onChange({ ...audience, plans: listWords(target.value) })
          }}
        />
      </div>
      <TextArea
        label={words.users}
        hint={words.usersHint}
        className="font-mono text-sm"
        spellCheck={false}
        value={users}
        onChange={({ target }) => {
          setUsers(target.value)
          onChange({ ...audience, users: listWords(target.value) })
        }}
      />
      {audience.users.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {audience.users.map((uid) => (
            <li key={uid}>
              <UserName uid={uid} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
