import type { Result } from '@posthorn/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { signOut, useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button, buttonStyle, linkStyle } from '#web/ui/button.tsx'
import { BrandTile } from '#web/ui/marks/brand-tile.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { JoinForm } from './join-form.tsx'
import { dropInviteToken, takeInviteToken } from './take-fragment.ts'
import { TokenField } from './token-field.tsx'

type Invite = Result<'readProfileInvite'>

/**
 * Shows who invites the reader to which brand and as what, and takes what is missing: a new account, a sign-in, or only
 * the consent.
 */
export function InvitePage() {
  const [token, setToken] = useState(takeInviteToken)
  // Another invitation opened in this tab changes only the fragment.
  useEffect(() => {
    const take = () => setToken(takeInviteToken())
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  if (token === '') return <CodePage onCode={setToken} />
  return <InviteOf key={token} token={token} />
}

/** Asks for the code of someone who has only the code. */
function CodePage({ onCode }: { readonly onCode: (code: string) => void }) {
  const { invites } = useMessages('invites')
  return (
    <AuthFrame title={invites.anyTitle} lead={invites.anyLead} below={null}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onCode(String(new FormData(event.currentTarget).get('token')).trim())
        }}
      >
        <TokenField label={invites.code} token="" />
        <Button type="submit" variant="primary">
          {invites.next}
        </Button>
      </form>
    </AuthFrame>
  )
}

function InviteOf({ token }: { readonly token: string }) {
  const { invites } = useMessages('invites')
  const invite = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.readProfileInvite({ token }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (isRefusal(invite.error, 'profile_invite_not_found')) return <EndedPage />
  if (invite.error)
    return (
      <AuthFrame title={invites.anyTitle} below={null}>
        <ProblemBanner error={invite.error} onRetry={() => void invite.refetch()} />
      </AuthFrame>
    )
  return invite.data ? <Joining token={token} invite={invite.data} /> : null
}

/** Says that an invitation no longer works, and where to go instead. */
function EndedPage() {
  const { invites } = useMessages('invites')
  useEffect(dropInviteToken, [])
  return (
    <AuthFrame title={invites.ended} lead={invites.endedLead} below={null}>
      <Link to="/" className={buttonStyle('plain')}>
        {invites.open}
      </Link>
    </AuthFrame>
  )
}

function Joining({ token, invite }: { readonly token: string; readonly invite: Invite }) {
  const { invites, members } = useMessages('invites')
  const navigate = useNavigate()
  const session = useSession()
  const join = useMutation({
    mutationFn: async (signIn: () => Promise<void>) => {
      await signIn()
      return await api.acceptProfileInvite({ token })
    },
    onSuccess: async ({ id }) => {
      dropInviteToken()
      await queryClient.invalidateQueries({ queryKey: ['profiles'] })
      await navigate({ to: '/p/$profileId', params: { profileId: id }, replace: true })
    },
  })
  const leave = useMutation({ mutationFn: signOut })
  const { inviterName, profileName, profileAvatarUrl, profileBrandColor, role, email, note } = invite
  const current = session.state === 'in' ? session.signedIn.user.email : null
  const isForAnother = current !== null && email !== null && email.toLowerCase() !== current.toLowerCase()
  if (isRefusal(join.error, 'profile_invite_not_found')) return <EndedPage />
  return (
    <AuthFrame
      title={invites.title(inviterName, profileName)}
      lead={invites.as(members.roles[role], members.mays[role])}
      face={<BrandTile name={profileName} color={profileBrandColor} url={profileAvatarUrl} size={40} />}
      below={
        current !== null && (
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {!isForAnother && (
              <button type="button" className={linkStyle} onClick={() => leave.mutate()}>
                {invites.otherAccount}
              </button>
            )}
            <Link to="/" className={linkStyle}>
              {invites.later}
            </Link>
          </div>
        )
      }
    >
      {note && (
        <blockquote className="whitespace-pre-wrap break-words rounded-md bg-sunken px-4 py-3">
          <bdi>{note}</bdi>
        </blockquote>
      )}
      {current === null ? (
        <JoinForm invite={invite} isBusy={join.isPending} error={join.error} onJoin={join.mutate} />
      ) : (
        <>
          <p>{isForAnother ? invites.forAnother(email, current) : invites.joinAs(current)}</p>
          {join.error && <ProblemBanner error={join.error} />}
          {leave.error && <ProblemBanner error={leave.error} />}
          {isForAnother ? (
            <Button variant="primary" isBusy={leave.isPending} onClick={() => leave.mutate()}>
              {invites.otherAccount}
            </Button>
          ) : (
            <Button variant="primary" isBusy={join.isPending} onClick={() => join.mutate(async () => {})}>
              {invites.accept}
            </Button>
          )}
        </>
      )}
    </AuthFrame>
  )
}
