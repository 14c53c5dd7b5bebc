import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readSignInOptions, signUp } from '#web/app/session.ts'
import { currentLanguage, useMessages } from '#web/i18n/index.ts'
import { readersZone } from '#web/lib/zones.ts'
import { Button, linkStyle } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { faultOf } from '#web/ui/problem-banner.tsx'
import { FormProblem } from '../form-problem.tsx'
import { PasswordField } from '../password-field.tsx'
import { SignInForm } from '../sign-in-form.tsx'

interface FormProps {
  readonly invite: Result<'readProfileInvite'>
  readonly isBusy: boolean
  readonly error: Error | null
  /** Accepts the invitation after a sign-in. */
  readonly onJoin: (signIn: () => Promise<void>) => void
}

/** Signs the invited person up or in, with the address that the invitation is for. */
export function JoinForm({ invite, isBusy, error, onJoin }: FormProps) {
  const { auth, invites } = useMessages('invites')
  const { email, hasAccount } = invite
  const [isKnown, setKnown] = useState(hasAccount === true)
  const options = useQuery({ queryKey: ['sign-in-options'], queryFn: readSignInOptions })
  const isTaken = isRefusal(error, 'email_taken')
  if (!options.data) return null
  const { identityProvider, signUp: rule } = options.data
  if (identityProvider !== null) return <p>{auth.claim.elsewhere(identityProvider)}</p>
  const isClosed = rule !== 'open'
  if (isKnown || isTaken || isClosed)
    return (
      <>
        <p>{isTaken ? invites.taken : isClosed && !isKnown ? invites.noSignUp : invites.known}</p>
        <SignInForm email={email ?? ''} onDone={() => onJoin(async () => {})} />
        <p className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-ink-2 text-sm">
          {hasAccount === null && !isTaken && !isClosed && (
            <span>
              {auth.noAccount}{' '}
              <button type="button" className={linkStyle} onClick={() => setKnown(false)}>
                {auth.signUp}
              </button>
            </span>
          )}
          <Link to="/auth/forgot" className={linkStyle}>
            {auth.forgot}
          </Link>
        </p>
      </>
    )
  return (
    <>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const person = {
            name: String(form.get('name')).trim(),
            email: String(form.get('email')).trim(),
            password: String(form.get('password')),
            locale: currentLanguage(),
            timezone: readersZone(),
          }
          onJoin(() => signUp(person))
        }}
      >
        <Field
          label={auth.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          readOnly={email !== null}
          defaultValue={email ?? ''}
          error={faultOf(error, '/email')}
        />
        <Field label={auth.name} name="name" autoComplete="name" required error={faultOf(error, '/name')} />
        <PasswordField
          label={auth.password}
          name="password"
          autoComplete="new-password"
          required
          hint={auth.passwordHint}
          error={faultOf(error, '/password')}
        />
        <FormProblem error={error} fields={['/name', '/email', '/password']} />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {invites.join}
        </Button>
      </form>
      {hasAccount === null && (
        <p className="text-ink-2 text-sm">
          {auth.haveAccount}{' '}
          <button type="button" className={linkStyle} onClick={() => setKnown(true)}>
            {auth.signIn}
          </button>
        </p>
      )}
    </>
  )
}
