import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { FormCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Brand } from '../use-brand.ts'

const most = 5
const isApprover = (text: string): text is Brand['approverRole'] => ['editor', 'admin', 'owner'].includes(text)

/** Sets how many approvals a post of the brand needs before it is published, and who can approve. */
export function ApprovalsCard({ brand }: { readonly brand: Brand }) {
  const { approvals: words, members } = useMessages()
  const { mayManage } = useRights()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const approverRole = String(form.get('approverRole'))
      return api.updateProfile({
        id: brand.id,
        requiredApprovals: Number(form.get('requiredApprovals')),
        ...(isApprover(approverRole) && { approverRole }),
      })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['profiles'] }),
  })
  const { editor, admin, owner } = members.roles
  return (
    <FormCard
      title={words.settings.title}
      lead={words.settings.lead}
      onSave={save.mutate}
      actions={mayManage && <SaveButton isBusy={save.isPending} isDone={save.isSuccess} />}
    >
      <fieldset disabled={!mayManage} className="grid min-w-0 gap-4 sm:grid-cols-2">
        <Field
          label={words.settings.count}
          hint={words.settings.countHint}
          name="requiredApprovals"
          type="number"
          min={0}
          max={most}
          required
          defaultValue={brand.requiredApprovals}
        />
        <SelectField
          label={words.settings.role}
          name="approverRole"
          defaultValue={brand.approverRole}
          options={{ editor, admin, owner }}
        />
      </fieldset>
      {save.error && <ProblemBanner error={save.error} />}
    </FormCard>
  )
}
