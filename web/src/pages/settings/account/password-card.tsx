import { useMutation } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { FormCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'

/** Changes the password by an emailed token, so that someone at an unlocked screen cannot. */
export function PasswordCard({ email }: { readonly email: string }) {
  const { auth, settings } = useMessages()
  const send = useMutation({ mutationFn: () => api.requestPasswordReset({ email }) })
  const change = useMutation({
    mutationFn: (form: FormData) =>
      api.resetPassword({ token: String(form.get('token')).trim(), password: String(form.get('password')) }),
  })
  const error = change.error ?? send.error
  const isAsking = send.isSuccess && !change.isSuccess
  return (
    <FormCard
      title={settings.password.title}
      lead={change.isSuccess ? settings.password.changed : settings.password.lead}
      onSave={change.mutate}
      actions={
        !change.isSuccess &&
        (isAsking ? (
          <Button key="change" type="submit" variant="primary" isBusy={change.isPending}>
            {settings.password.change}
          </Button>
        ) : (
          <Button key="send" isBusy={send.isPending} onClick={() => send.mutate()}>
            {settings.password.send}
          </Button>
        ))
      }
    >
      {isAsking && (
        <>
          <Field
            label={settings.email.token}
            name="token"
            autoComplete="off"
            required
            autoFocus
            hint={settings.email.sent(email)}
          />
          <Field
            label={settings.password.next}
            name="password"
            type="password"
            autoComplete="new-password"
            required
            hint={auth.passwordHint}
            error={faultOf(change.error, '/password')}
          />
        </>
      )}
      {error && <ProblemBanner error={error} />}
    </FormCard>
  )
}
