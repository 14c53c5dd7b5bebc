import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountsQuery, profilesQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { LabelField } from '#web/posts/labels/label-field.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { textsQuery } from '#web/posts/texts-query.ts'
import { Field } from '#web/ui/field.tsx'
import { CheckList } from '#web/ui/form/check-list.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Choices } from './choices.ts'

interface FormProps {
  readonly profileId: string
  readonly posts: readonly Post[]
  readonly choices: Choices
  readonly onChange: (choices: Choices) => void
}

/** The changes to choose from. What is left empty stays as it is in each post. */
export function ChangesForm({ profileId, posts, choices, onChange }: FormProps) {
  const { edits } = useMessages('edits')
  const set = (change: Partial<Choices>) => onChange({ ...choices, ...change })
  const carried = [...new Set(posts.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b))
  const brand = useQuery(profilesQuery).data?.find(({ id }) => id === profileId)
  const hasApprovals = (brand?.requiredApprovals ?? 0) > 0
  const texts = (useQuery(textsQuery(profileId)).data ?? []).filter(({ kind }) => kind !== 'template')
  return (
    <>
      <Group title={edits.labels}>
        <LabelField
          isFirst
          profileId={profileId}
          label={edits.addLabels}
          value={choices.addLabels}
          onChange={(addLabels) => set({ addLabels })}
        />
        {carried.length > 0 && (
          <CheckList
            label={edits.removeLabels}
            value={choices.removeLabels}
            onChange={(removeLabels) => set({ removeLabels })}
            options={Object.fromEntries(carried.map((name) => [name, name]))}
          />
        )}
      </Group>
      <Group title={edits.time} hint={edits.shiftHint}>
        <div className="grid grid-cols-2 gap-4">
          <NumberField label={edits.days} most={366} value={choices.days} onChange={(days) => set({ days })} />
          <NumberField
            label={edits.minutes}
            most={1_440}
            value={choices.minutes}
            onChange={(minutes) => set({ minutes })}
          />
        </div>
      </Group>
      <Group title={edits.text}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={edits.find}
            dir="auto"
            maxLength={500}
            value={choices.find}
            onChange={({ target }) => set({ find: target.value })}
          />
          <Field
            label={edits.with}
            dir="auto"
            maxLength={2_000}
            value={choices.replaceWith}
            onChange={({ target }) => set({ replaceWith: target.value })}
          />
        </div>
        <CheckField label={edits.altTexts} value={choices.inAltTexts} onChange={(inAltTexts) => set({ inAltTexts })} />
        {texts.length > 0 && (
          <SelectField
            label={edits.savedText}
            value={choices.textId}
            onChange={({ target }) => set({ textId: target.value })}
            options={{ '': edits.leave, ...Object.fromEntries(texts.map(({ id, name }) => [id, name])) }}
          />
        )}
        <TextArea
          label={edits.firstComment}
          dir="auto"
          maxLength={10_000}
          className="min-h-16"
          disabled={choices.removesFirstComment}
          value={choices.removesFirstComment ? '' : choices.firstComment}
          onChange={({ target }) => set({ firstComment: target.value })}
        />
        <CheckField
          label={edits.removeFirstComment}
          value={choices.removesFirstComment}
          onChange={(removesFirstComment) => set({ removesFirstComment })}
        />
      </Group>
      <Accounts profileId={profileId} choices={choices} onChange={onChange} />
      {hasApprovals && (
        <Group title={edits.parts.approval}>
          <CheckField
            label={edits.requestApproval}
            value={choices.requestsApproval}
            onChange={(requestsApproval) => set({ requestsApproval })}
          />
        </Group>
      )}
    </>
  )
}

interface GroupProps {
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
}

const Group = ({ title, hint, children }: GroupProps) => (
  <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
    <legend className="mb-2 font-semibold">{title}</legend>
    {children}
    {hint && <p className="text-ink-3 text-sm">{hint}</p>}
  </fieldset>
)

interface CheckProps {
  readonly label: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

const CheckField = ({ label, value, onChange }: CheckProps) => (
  <label className="flex min-h-8 cursor-pointer items-center gap-2.5">
    <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
)

interface NumberProps {
  readonly label: string
  readonly most: number
  readonly value: number
  readonly onChange: (value: number) => void
}

const NumberField = ({ label, most, value, onChange }: NumberProps) => (
  <Field
    label={label}
    type="number"
    min={-most}
    max={most}
    step={1}
    value={value === 0 ? '' : value}
    placeholder="0"
    onChange={({ target }) => onChange(Math.trunc(Number(target.value)) || 0)}
  />
)

function Accounts({ profileId, choices, onChange }: Omit<FormProps, 'posts'>) {
  const { edits } = useMessages('edits')
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  if (accounts.length === 0) return null
  const choose = (id: string, change: string) => {
    const { [id]: _, ...rest } = choices.accounts
    onChange({ ...choices, accounts: change === 'add' || change === 'remove' ? { ...rest, [id]: change } : rest })
  }
  return (
    <Group title={edits.accounts}>
      <div className="grid gap-4 sm:grid-cols-2">
        {accounts.map(({ id, network, displayName, handle }) => (
          <SelectField
            key={id}
            label={`${networks[network].name} · ${displayName ?? handle}`}
            value={choices.accounts[id] ?? ''}
            onChange={({ target }) => choose(id, target.value)}
            options={{ '': edits.leave, add: edits.add, remove: edits.remove }}
          />
        ))}
      </div>
    </Group>
  )
}
