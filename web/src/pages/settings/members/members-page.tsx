import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { meQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { RowList } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { useBrand } from '../use-brand.ts'
import { InviteCard } from './invite-card.tsx'
import { MemberRow } from './member-row.tsx'
import { OpenInvites } from './open-invites.tsx'

/** The people of a brand. Admins and the owner invite, change roles, and remove. */
export function MembersPage() {
  const { members } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { error } = useBrand()
  const { mayManage, mayRemove } = useRights()
  const me = useQuery(meQuery)
  const people = useQuery({
    queryKey: ['members', profileId],
    queryFn: () => api.listProfileMembers({ id: profileId }),
  })
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
    </SettingsFrame>
  )
}
