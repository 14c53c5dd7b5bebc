import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { UserName } from '../parts/user-name.tsx'
import type { Flag } from './use-flags.ts'

interface FieldsProps {
  readonly audience: Audience
  readonly onChange: (audience: Audience) => void
}

const listWords = (text: string): readonly string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

/** Sets which users have a flag: a percentage of all users or of some plans, and individual users. */
export function AudienceFields({ audience, onChange }: FieldsProps) {
  const words = useMessages('admin').admin.flags
  // The fields keep the text as typed, such as a trailing comma.
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

type Reach = 'all' | 'some' | 'nobody'

/** The audience of a flag as the page edits it: users by ID, and a percentage of the users of some plans. */
export interface Audience {
  readonly reach: Reach
  readonly users: readonly string[]
  readonly plans: readonly string[]
  /** The percentage of the users with these plans. Null if only the listed users have the flag. */
  readonly percentage: number | null
}

type Rule = Flag['rules'][number]

const none = { users: [], plans: [], percentage: null }

/** Reads the audience of a flag. Null if its rules are more complex than the page can show. */
export function readAudience({ enabled, rules }: Flag): Audience | null {
  if (rules.length === 0) return { ...none, reach: enabled ? 'all' : 'nobody' }
  const named = rules.filter(isOfUsers)
  const shares = rules.filter((rule) => !isOfUsers(rule))
  if (named.length > 1 || shares.length > 1 || rules.some(saysMore)) return null
  const [share] = shares
  return {
    reach: enabled ? 'some' : 'nobody',
    users: named[0]?.users ?? [],
    plans: share?.plans ?? [],
    percentage: share ? (share.percentage ?? 100) : null,
  }
}

const isOfUsers = ({ users }: Rule): boolean => users !== undefined
const saysMore = ({ users, plans, percentage, variant }: Rule): boolean =>
  variant !== undefined || (users !== undefined && (plans !== undefined || percentage !== undefined))

/** Converts an audience to the settings of a flag. The listed users are kept while it is off. */
export function writeAudience({ reach, users, plans, percentage }: Audience): Pick<Flag, 'enabled' | 'rules'> {
  if (reach === 'all') return { enabled: true, rules: [] }
  const rules: Rule[] = []
  if (users.length > 0) rules.push({ users: [...users] })
  if (percentage !== null) rules.push({ ...(plans.length > 0 && { plans: [...plans] }), percentage })
  return { enabled: reach === 'some', rules }
}
