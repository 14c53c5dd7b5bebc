import { type Input, PosthornError } from '@posthorn/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readSignInOptions, signIn } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { PasskeyFactor } from './passkeys/load-passkeys.ts'
import { PasswordField } from './password-field.tsx'

interface FormProps {
  readonly email?: string
  readonly onDone: () => void
}

interface Proofs {
  readonly form: FormData
  readonly passkey?: Input<'openBrowserSession'>['passkey']
}

/** Asks for email and password, and for a code if the service requires two-step verification. */
export function SignInForm({ email = '', onDone }: FormProps) {
  const { auth } = useMessages()
  const [needsCode, setNeedsCode] = useState(false)
  const options = useQuery({ queryKey: ['sign-in-options'], queryFn: readSignInOptions, enabled: needsCode })
  const submit = useMutation({
    mutationFn: ({ form, passkey }: Proofs) => {
      const code = String(form.get('totp') ?? '').trim()
      const who = { email: String(form.get('email')), password: String(form.get('password')) }
      if (passkey) return signIn({ ...who, passkey })
      return signIn(code ? { ...who, totp: code } : who)
    },
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof PosthornError && error.code === 'mfa_required') setNeedsCode(true)
    },
  })
  const form = useRef<HTMLFormElement>(null)
  const isCodeRequired = submit.error instanceof PosthornError && submit.error.code === 'mfa_required'
  return (
    <form
      ref={form}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit.mutate({ form: new FormData(event.currentTarget) })
      }}
    >
      <Field label={auth.email} name="email" type="email" autoComplete="username" required defaultValue={email} />
      <PasswordField label={auth.password} name="password" autoComplete="current-password" required />
      {needsCode && (
        <Field label={auth.code} name="totp" inputMode="numeric" autoComplete="one-time-code" required autoFocus />
      )}
      {submit.error && !isCodeRequired && <ProblemBanner error={submit.error} />}
      <Button type="submit" variant="primary" isBusy={submit.isPending}>
        {auth.signIn}
      </Button>
      {needsCode && options.data?.passkeys && (
        <PasskeyFactor
          onChosen={(passkey) => submit.mutate({ form: new FormData(form.current ?? undefined), passkey })}
        />
      )}
    </form>
  )
}
