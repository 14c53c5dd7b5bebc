import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button, linkStyle } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { AuthFrame } from '../auth-frame.tsx'

/** Requests an email for setting a new password. The response does not reveal whether the address has an account. */
export function ForgotPage() {
  const { auth } = useMessages()
  const send = useMutation({ mutationFn: (email: string) => api.requestPasswordReset({ email }) })
  return (
    <AuthFrame
      title={auth.mailed.forgotTitle}
      lead={send.isSuccess ? auth.mailed.sent(send.variables) : auth.mailed.forgotLead}
      below={
        <Link to="/auth/sign-in" className={linkStyle}>
          {auth.signIn}
        </Link>
      }
    >
      {!send.isSuccess && (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            send.mutate(String(new FormData(event.currentTarget).get('email')).trim())
          }}
        >
          <Field label={auth.email} name="email" type="email" autoComplete="username" required autoFocus />
          {send.error && <ProblemBanner error={send.error} />}
          <Button type="submit" variant="primary" isBusy={send.isPending}>
            {auth.mailed.send}
          </Button>
        </form>
      )}
    </AuthFrame>
  )
}
