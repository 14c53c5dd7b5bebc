import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { takeFragment } from './take-fragment.ts'
import { TokenField } from './token-field.tsx'

/** Confirms an email address with a token from an email. It needs a click, because mail scanners open links. */
export function ConfirmPage() {
  const { auth } = useMessages()
  const [token] = useState(takeFragment)
  const confirm = useMutation({
    mutationFn: (given: string) => api.verifyEmail({ token: given }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['me'] }),
  })
  return (
    <AuthFrame
      title={confirm.isSuccess ? auth.mailed.confirmed : auth.mailed.confirmTitle}
      lead={confirm.isSuccess ? auth.mailed.confirmedLead : auth.mailed.confirmLead}
      below={null}
    >
      {confirm.isSuccess ? (
        <Link to="/" className={buttonStyle('primary')}>
          {auth.mailed.goOn}
        </Link>
      ) : (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            confirm.mutate(String(new FormData(event.currentTarget).get('token')).trim())
          }}
        >
          <TokenField label={auth.mailed.token} token={token} />
          {confirm.error && <ProblemBanner error={confirm.error} />}
          <Button type="submit" variant="primary" isBusy={confirm.isPending}>
            {auth.mailed.confirm}
          </Button>
        </form>
      )}
    </AuthFrame>
  )
}
