import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button, linkStyle } from '#web/ui/button.tsx'
import { faultOf } from '#web/ui/problem-banner.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { FormProblem } from '../form-problem.tsx'
import { PasswordField } from '../password-field.tsx'
import { takeFragment } from './take-fragment.ts'
import { TokenField } from './token-field.tsx'

/** Sets a new password with a token from an email, which is in the URL or pasted. */
export function ResetPage() {
  const { auth } = useMessages()
  const navigate = useNavigate()
  const [token] = useState(takeFragment)
  const reset = useMutation({
    mutationFn: (form: FormData) =>
      api.resetPassword({ token: String(form.get('token')).trim(), password: String(form.get('password')) }),
    onSuccess: () => navigate({ to: '/auth/sign-in', search: { reset: true } }),
  })
  return (
    <AuthFrame
      title={auth.mailed.resetTitle}
      lead={auth.mailed.resetLead}
      below={
        <Link to="/auth/forgot" className={linkStyle}>
          {auth.mailed.again}
        </Link>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          reset.mutate(new FormData(event.currentTarget))
        }}
      >
        <TokenField label={auth.mailed.token} token={token} />
        <PasswordField
          label={auth.mailed.newPassword}
          name="password"
          autoComplete="new-password"
          required
          autoFocus={token !== ''}
          hint={auth.passwordHint}
          error={faultOf(reset.error, '/password')}
        />
        <FormProblem error={reset.error} fields={['/password']} />
        <Button type="submit" variant="primary" isBusy={reset.isPending}>
          {auth.mailed.set}
        </Button>
      </form>
    </AuthFrame>
  )
}
