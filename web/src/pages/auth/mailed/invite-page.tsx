import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button, linkStyle } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { TokenField } from './token-field.tsx'

/** Accepts an invitation to a brand. A visitor signs in first, and returns here. */
export function InvitePage() {
  const { auth } = useMessages()
  const navigate = useNavigate()
  const session = useSession()
  const [token] = useState(() => location.hash.slice(1))
  const accept = useMutation({
    mutationFn: (given: string) => api.acceptProfileInvite({ token: given }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['profiles'] })
      await navigate({ to: '/p/$profileId', params: { profileId: id }, replace: true })
    },
  })
  const email = session.state === 'in' ? session.signedIn.user.email : null
  return (
    <AuthFrame
      title={auth.mailed.inviteTitle}
      lead={auth.mailed.inviteLead(email ?? '')}
      below={
        <Link to="/" className={linkStyle}>
          {auth.mailed.later}
        </Link>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          accept.mutate(String(new FormData(event.currentTarget).get('token')).trim())
        }}
      >
        <TokenField label={auth.mailed.inviteCode} token={token} />
        {accept.error && <ProblemBanner error={accept.error} />}
        <Button type="submit" variant="primary" isBusy={accept.isPending}>
          {auth.mailed.accept}
        </Button>
      </form>
    </AuthFrame>
  )
}
