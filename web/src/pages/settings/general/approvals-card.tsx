import type { Result } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { FormCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Brand } from '../use-brand.ts'
import { StepFields } from './step-fields.tsx'
import { type DraftStep, toDraftSteps, toGivenSteps } from './steps.ts'

const most = 5
const isRule = (text: string): text is Brand['inboxApprovals'] => ['none', 'programs', 'all'].includes(text)
const isApprover = (text: string): text is Brand['approverRole'] => ['editor', 'admin', 'owner'].includes(text)

/** Sets how many approvals a post of the brand needs before it is published, in which steps, who can approve, and which replies wait. */
export function ApprovalsCard({ brand }: { readonly brand: Brand }) {
  const { members: people, steps: words } = useMessages('steps')
  const { mayManage } = useRights()
  const queries = useQueryClient()
  const [steps, setSteps] = useState<readonly DraftStep[]>(toDraftSteps(brand.approvalSteps))
  const [count, setCount] = useState(String(brand.requiredApprovals))
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const approverRole = String(form.get('approverRole'))
      const inboxApprovals = String(form.get('inboxApprovals'))
      return api.updateProfile({
        id: brand.id,
        ...(steps.length === 0 && { requiredApprovals: Number(count) }),
        approvalSteps: toGivenSteps(steps),
        ...(isApprover(approverRole) && { approverRole }),
        ...(isRule(inboxApprovals) && { inboxApprovals }),
      })
    },
    onSuccess: ({ approvalSteps, requiredApprovals }) => {
      setSteps(toDraftSteps(approvalSteps))
      setCount(String(requiredApprovals))
      return queries.invalidateQueries({ queryKey: ['profiles'] })
    },
  })
  const { editor, admin, owner } = people.roles
  const hasSteps = steps.length > 0
  const toggle = () =>
    setSteps(
      hasSteps
        ? []
        : words.settings.stepNames.map((name, index) => ({
            key: name,
            name,
            who: index === 0 ? ['editor', 'admin', 'owner'] : ['approver'],
          })),
    )
  return (
    <FormCard
      title={words.settings.title}
      lead={words.settings.lead}
      onSave={save.mutate}
      actions={mayManage && <SaveButton isBusy={save.isPending} isDone={save.isSuccess} />}
    >
      <fieldset disabled={!mayManage} className="grid min-w-0 gap-4">
        <label className="flex min-h-8 w-fit cursor-pointer items-start gap-2.5 py-1">
          <input type="checkbox" className="mt-1" checked={hasSteps} onChange={toggle} />
          <span className="grid gap-0.5">
            {words.settings.inSteps}
            <span className="text-ink-2 text-sm">{words.settings.inStepsHint}</span>
          </span>
        </label>
        {hasSteps && <StepFields brandId={brand.id} steps={steps} most={most} onChange={setSteps} />}
        <div className="grid min-w-0 gap-4 sm:grid-cols-2">
          {!hasSteps && (
            <Field
              label={words.settings.count}
              hint={words.settings.countHint}
              name="requiredApprovals"
              type="number"
              min={0}
              max={most}
              required
              value={count}
              onChange={(event) => setCount(event.target.value)}
            />
          )}
          <SelectField
            label={hasSteps ? words.settings.stepsRole : words.settings.role}
            name="approverRole"
            defaultValue={brand.approverRole}
            options={{ editor, admin, owner }}
          />
          <SelectField
            label={words.settings.replies}
            name="inboxApprovals"
            defaultValue={brand.inboxApprovals}
            options={words.settings.repliesThat}
          />
        </div>
      </fieldset>
      <Effect brand={brand} steps={steps} required={hasSteps ? steps.length : Number(count)} />
      {save.error && <ProblemBanner error={save.error} />}
    </FormCard>
  )
}

interface EffectProps {
  readonly brand: Brand
  readonly steps: readonly DraftStep[]
  readonly required: number
}

/** Says what saving does to posts that are already scheduled. */
function Effect({ brand, steps, required }: EffectProps) {
  const { settings: words } = useMessages('steps').steps
  const isTurnedOn = brand.requiredApprovals === 0 && required > 0
  const stats = useQuery({
    queryKey: ['posts', brand.id, 'counts'],
    queryFn: () => api.getPostStats({ profileId: brand.id }),
    enabled: isTurnedOn,
  }).data
  const text = () => {
    if (isTurnedOn) return stats && words.willWait(countScheduled(stats))
    if (brand.requiredApprovals > 0 && required === 0) return words.turnedOff
    return isChanged(brand, steps) ? words.changed : null
  }
  return (
    <p role="status" className="max-w-prose text-ink-2 text-sm empty:hidden">
      {text()}
    </p>
  )
}

const countScheduled = ({ byStatus }: Result<'getPostStats'>): number =>
  (byStatus.scheduled ?? 0) + (byStatus.queued ?? 0)

const isChanged = ({ approvalSteps }: Brand, steps: readonly DraftStep[]): boolean =>
  JSON.stringify(toGivenSteps(toDraftSteps(approvalSteps))) !== JSON.stringify(toGivenSteps(steps))
