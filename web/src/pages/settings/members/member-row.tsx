import type { Input, Result } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { inputStyle } from '#web/ui/form/labelled.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

export type GrantedRole = Input<'updateProfileMember'>['role']
export const grantedRoles = [
  'editor',
  'contributor',
  'approver',
  'viewer',
  'admin',
] as const satisfies readonly GrantedRole[]

interface RowProps {
  readonly member: Result<'listProfileMembers'>[number]
  readonly profileId: string
  readonly isMe: boolean
  readonly isManager: boolean
  readonly mayRemove: boolean
}

/** A member of the brand, their role, and a button to remove them. */
export function MemberRow({ member, profileId, isMe, isManager, mayRemove }: RowProps) {
  const { members } = useMessages()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const { uid, name, avatarUrl, email, role } = member
  const change = useMutation({
    mutationFn: (next: GrantedRole) => api.updateProfileMember({ id: profileId, uid, role: next }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['members'] }),
  })
  const remove = useMutation({
    mutationFn: () => api.removeProfileMember({ id: profileId, uid }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: isMe ? ['profiles'] : ['members'] })
      if (isMe) await navigate({ to: '/' })
    },
  })
  const mayChange = isManager && !isMe && role !== 'owner'
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <Face name={name} url={avatarUrl} size={36} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex gap-x-1.5">
            <OneLine className="font-medium">{name}</OneLine>
            {isMe && <span className="text-ink-3">({members.you})</span>}
          </p>
          {email && <OneLine className="text-ink-3 text-sm">{email}</OneLine>}
          {role !== 'owner' && <p className="text-ink-3 text-sm">{members.mays[role]}</p>}
        </div>
        {mayChange ? (
          <select
            aria-label={members.role(name)}
            value={change.isPending ? change.variables : role}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.target.value as GrantedRole)}
            className={`${inputStyle} max-w-36`}
          >
            {grantedRoles.map((one) => (
              <option key={one} value={one}>
                {members.roles[one]}
              </option>
            ))}
          </select>
        ) : (
          <span className="text-ink-2">{members.roles[role]}</span>
        )}
        {role !== 'owner' && (mayRemove || isMe) && (
          <Button variant="danger" onClick={() => setLeaving(true)}>
            {isMe ? members.leave : members.remove}
          </Button>
        )}
      </div>
      {change.error && <ProblemBanner error={change.error} />}
      {isLeaving && (
        <ConfirmDialog
          title={isMe ? members.leaveTitle : members.removeTitle(name)}
          lead={isMe ? members.leaveLead : members.removeLead}
          action={isMe ? members.leave : members.remove}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setLeaving(false)}
        />
      )}
    </li>
  )
}
