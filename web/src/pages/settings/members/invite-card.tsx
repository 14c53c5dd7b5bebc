import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { FormCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { type GrantedRole, grantedRoles } from './member-row.tsx'

/** Invites a person by email, with a role. */
export function InviteCard({ profileId }: { readonly profileId: string }) {
  const { members } = useMessages()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<GrantedRole>('editor')
  const invite = useMutation({
    mutationFn: () => api.inviteProfileMember({ id: profileId, email: email.trim(), role }),
    onSuccess: async () => {
      setEmail('')
      await queries.invalidateQueries({ queryKey: ['invites'] })
    },
  })
  return (
    <FormCard
      title={members.invite.title}
      lead={members.invite.lead}
      onSave={() => invite.mutate()}
      actions={
        <>
          <span role="status" className="me-auto text-published text-sm">
            {invite.data && members.invite.sent(invite.data.email)}
          </span>
          <Button type="submit" variant="primary" isBusy={invite.isPending}>
            {members.invite.send}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={members.invite.email}
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={faultOf(invite.error, '/email')}
        />
        <SelectField
          label={members.invite.role}
          hint={members.mays[role]}
          value={role}
          onChange={(event) => setRole(event.target.value as GrantedRole)}
          options={Object.fromEntries(grantedRoles.map((one) => [one, members.roles[one]]))}
        />
      </div>
      {invite.error && <ProblemBanner error={invite.error} />}
    </FormCard>
  )
}
