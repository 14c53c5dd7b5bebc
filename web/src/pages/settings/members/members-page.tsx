import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { membersQuery, meQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { GuestsCard } from '#web/posts/guests/late-guests.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { useBrand } from '../use-brand.ts'
import { InviteCard } from './invite-card.tsx'
import { MemberRow } from './member-row.tsx'

/** The members of a brand. Admins and the owner invite people, change roles and remove members. */
export function MembersPage() {
  const { members } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { error } = useBrand()
  const { mayManage, mayPublish, mayRemove } = useRights()
  const me = useQuery(meQuery)
  const people = useQuery(membersQuery(profileId))
  const problem = error ?? people.error ?? me.error
  return (
    <SettingsFrame tab="members">
      {problem && <ProblemBanner error={problem} onRetry={() => void people.refetch()} />}
      {people.isPending && <WaitingRows count={2} />}
      {people.data && (
        <RowList label={members.list}>
          {people.data.map((member) => (
            <MemberRow
              key={member.uid}
              member={member}
              profileId={profileId}
              isMe={member.uid === me.data?.uid}
              isManager={mayManage}
              mayRemove={mayRemove}
            />
          ))}
        </RowList>
      )}
      {people.data?.length === 1 && mayManage && <p className="text-ink-3">{members.alone}</p>}
      {mayManage && <InviteCard profileId={profileId} />}
      {mayRemove && <OpenInvites profileId={profileId} />}
      {mayPublish && <GuestsCard profileId={profileId} />}
    </SettingsFrame>
  )
}

/** Lists the pending invitations. */
export function OpenInvites({ profileId }: { readonly profileId: string }) {
  const { members } = useMessages()
  const queries = useQueryClient()
  const invites = useQuery({
    queryKey: ['invites', profileId],
    queryFn: () => api.listProfileInvites({ id: profileId }),
  })
  const revoke = useMutation({
    mutationFn: (inviteId: string) => api.revokeProfileInvite({ id: profileId, inviteId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invites'] }),
  })
  const error = invites.error ?? revoke.error
  if (!error && !invites.data?.length) return null
  return (
    <Section title={members.open}>
      {error && <ProblemBanner error={error} onRetry={invites.error ? () => void invites.refetch() : undefined} />}
      <RowList label={members.open}>
        {invites.data?.map(({ id, email, role, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1 basis-40">
              <OneLine className="font-medium">{email ?? members.anybody}</OneLine>
              <p className="text-ink-3 text-sm">
                {role ? members.roles[role] : members.connectOnly} · {members.ends(formatDistance(expiresAt))}
              </p>
            </div>
            <Button
              variant="danger"
              isBusy={revoke.isPending && revoke.variables === id}
              onClick={() => revoke.mutate(id)}
              aria-label={members.revokeNamed(email ?? members.anybody)}
            >
              {members.revoke}
            </Button>
          </li>
        ))}
      </RowList>
    </Section>
  )
}
