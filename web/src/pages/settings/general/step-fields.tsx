import { useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { membersQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckList } from '#web/ui/form/check-list.tsx'
import { type DraftStep, isGuest, stepRoles } from './steps.ts'

interface StepFieldsProps {
  readonly brandId: string
  readonly steps: readonly DraftStep[]
  readonly most: number
  readonly onChange: (steps: readonly DraftStep[]) => void
}

/** Edits the steps of an approval: their order, their names, and their people. */
export function StepFields({ brandId, steps, most, onChange }: StepFieldsProps) {
  const { members: people, steps: texts } = useMessages('steps')
  const { settings: words } = texts
  const members = useQuery(membersQuery(brandId)).data ?? []
  const able = members.filter(({ role }) => stepRoles.some((one) => one === role))
  const { mayPublish } = useRights()
  const listed = useQuery({
    queryKey: ['guests', brandId],
    queryFn: () => api.listGuests({ id: brandId }),
    enabled: mayPublish,
  })
  const guests = listed.data ?? []
  const approving = guests.filter(({ may, revokedAt }) => may === 'approve' && revokedAt === null)
  const known = Object.fromEntries([
    ...able.map(({ uid, name }) => [uid, name] as const),
    ...approving.map(({ id, name, email }) => [id, `${name} · ${email}`] as const),
  ])
  const change = (key: string, changes: Partial<DraftStep>) =>
    onChange(steps.map((step) => (step.key === key ? { ...step, ...changes } : step)))
  const named = Object.fromEntries(stepRoles.map((role) => [role, people.roles[role]]))
  return (
    <ol className="grid min-w-0 gap-4">
      {steps.map((step, index) => (
        <li key={step.key} className="grid min-w-0 gap-3 rounded-md bg-sunken p-4">
          <Field
            label={`${words.step(index + 1)}: ${words.stepName}`}
            required
            maxLength={60}
            value={step.name}
            onChange={(event) => change(step.key, { name: event.target.value })}
          />
          <CheckList
            label={words.stepRoles}
            value={step.who.filter((one) => one in named)}
            onChange={(who) => change(step.key, { who: [...who, ...step.who.filter((one) => !(one in named))] })}
            options={named}
          />
          <CheckList
            label={words.stepPeople}
            value={step.who.filter((one) => !(one in named))}
            onChange={(who) => change(step.key, { who: [...step.who.filter((one) => one in named), ...who] })}
            options={{
              ...known,
              // Someone who has left stays visible until they are removed.
              ...Object.fromEntries(
                step.who
                  .filter(
                    (one) =>
                      !(one in named) && members.length > 0 && !(one in known) && (listed.isSuccess || !isGuest(one)),
                  )
                  .map((uid) => [uid, words.left]),
              ),
            }}
          />
          <Button
            isSmall
            variant="quiet"
            className="w-fit"
            aria-label={words.remove(step.name || words.step(index + 1))}
            onClick={() => onChange(steps.filter(({ key }) => key !== step.key))}
          >
            {people.remove}
          </Button>
        </li>
      ))}
      {steps.length < most && (
        <li>
          <Button
            isSmall
            onClick={() => onChange([...steps, { key: `new ${Math.random()}`, name: '', who: ['approver'] }])}
          >
            {words.add}
          </Button>
        </li>
      )}
    </ol>
  )
}
