import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { membersQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { guestsQuery } from '#web/posts/guests/guests-query.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
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
  const listed = useQuery({ ...guestsQuery(brandId), enabled: mayPublish })
  const guests = listed.data ?? []
  const approving = guests.filter(({ may, revokedAt }) => may === 'approve' && revokedAt === null)
  const known = Object.fromEntries([
    ...able.map(({ uid, name }) => [uid, name] as const),
    ...approving.map(({ id, name, email }) => [id, `${name} · ${email}`] as const),
  ])
  const change = (key: string, changes: Partial<DraftStep>) =>
    onChange(steps.map((step) => (step.key === key ? { ...step, ...changes } : step)))
  const { list, move, announcement } = useMoves(steps, onChange)
  const nameOf = ({ name }: DraftStep, index: number) => name || words.step(index + 1)
  const named = Object.fromEntries(stepRoles.map((role) => [role, people.roles[role]]))
  return (
    <>
      <p role="status" className="sr-only">
        {announcement && words.moved(announcement.name || words.step(announcement.no), announcement.no, steps.length)}
      </p>
      <ol ref={list} className="grid min-w-0 gap-4">
        {steps.map((step, index) => (
          <li key={step.key} data-step={step.key} className="grid min-w-0 gap-3 rounded-md bg-sunken p-4">
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
            <div className="flex flex-wrap items-center gap-2">
              <Button
                isSmall
                variant="quiet"
                aria-label={words.remove(nameOf(step, index))}
                onClick={() => onChange(steps.filter(({ key }) => key !== step.key))}
              >
                {people.remove}
              </Button>
              {steps.length > 1 &&
                (['up', 'down'] as const).map((way) => (
                  <button
                    key={way}
                    type="button"
                    data-way={way}
                    aria-label={words.move[way](nameOf(step, index))}
                    title={words.move[way](nameOf(step, index))}
                    disabled={way === 'up' ? index === 0 : index === steps.length - 1}
                    onClick={() => move(index, way)}
                    className={`${iconButtonStyle} disabled:opacity-50`}
                  >
                    <Icon name="chevron" className={`size-4 ${way === 'up' ? 'rotate-180' : ''}`} />
                  </button>
                ))}
            </div>
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
    </>
  )
}

/** Moves a step by one place. The focus follows it, also when the button that was pressed is disabled at the end. */
function useMoves(steps: readonly DraftStep[], onChange: StepFieldsProps['onChange']) {
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ readonly key: string; readonly way: 'up' | 'down' } | null>(null)
  useEffect(() => {
    if (moved === null) return
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('[data-way]') ?? [])].filter(
      (button) => button.closest<HTMLElement>('[data-step]')?.dataset.step === moved.key && !button.disabled,
    )
    const [first] = buttons
    ;(buttons.find((button) => button.dataset.way === moved.way) ?? first)?.focus()
  }, [moved])
  const move = (index: number, way: 'up' | 'down') => {
    const [from, to] = way === 'up' ? [index - 1, index] : [index, index + 1]
    const [one, other, step] = [steps[from], steps[to], steps[index]]
    if (!one || !other || !step) return
    onChange(steps.map((each, at) => (at === from ? other : at === to ? one : each)))
    setMoved({ key: step.key, way })
  }
  const at = moved === null ? -1 : steps.findIndex(({ key }) => key === moved.key)
  const step = steps[at]
  return { list, move, announcement: step ? { name: step.name, no: at + 1 } : null }
}
