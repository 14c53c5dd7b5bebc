import { PosthornError } from '@posthorn/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { readSignInOptions, signUp } from '#web/app/session.ts'
import { currentLanguage, useMessages } from '#web/i18n/index.ts'
import { withKeptFragment } from '#web/lib/browser/kept-fragment.ts'
import { readersZone } from '#web/lib/zones.ts'
import { Button, linkStyle } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { faultOf } from '#web/ui/problem-banner.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { FormProblem } from './form-problem.tsx'
import { PasswordField } from './password-field.tsx'

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

export function SignUpPage() {
  const { auth } = useMessages()
  const { next } = useSearch({ from: '/auth/sign-up' })
  const router = useRouter()
  // An invitation to sign up has its code in the URL.
  const inviteToken = location.hash.slice(1)
  const submit = useMutation({
    mutationFn: (form: FormData) => {
      const setupCode = textOf(form, 'setupCode')
      const person = {
        name: textOf(form, 'name'),
        email: textOf(form, 'email'),
        password: String(form.get('password')),
        // Emails are written in the language of this page.
        locale: currentLanguage(),
        // Recurring posts and reports follow their author's time zone.
        timezone: readersZone(),
      }
      return signUp({ ...person, ...(setupCode ? { setupCode } : {}), ...(inviteToken ? { inviteToken } : {}) })
    },
    onSuccess: () => router.history.push(withKeptFragment(next ?? '/')),
  })
  // The first person sets up the installation; everyone after them joins it.
  const options = useQuery({ queryKey: ['sign-in-options'], queryFn: readSignInOptions })
  const isFirst = options.data?.isClaimed === false
  const { error } = submit
  const needsSetupCode = error instanceof PosthornError && error.code === 'setup_code_required'
  if (options.isPending) return null
  return (
    <AuthFrame
      title={isFirst ? auth.firstTitle : auth.signUpTitle}
      lead={isFirst ? auth.firstLead : auth.signUpLead}
      below={
        // The first person cannot have an account yet.
        !isFirst && (
          <>
            {auth.haveAccount}{' '}
            <Link to="/auth/sign-in" search={next === undefined ? {} : { next }} className={linkStyle}>
              {auth.signIn}
            </Link>
          </>
        )
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit.mutate(new FormData(event.currentTarget))
        }}
      >
        <Field label={auth.name} name="name" autoComplete="name" required error={faultOf(error, '/name')} />
        <Field
          label={auth.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          error={faultOf(error, '/email')}
        />
        <PasswordField
          label={auth.password}
          name="password"
          autoComplete="new-password"
          required
          hint={auth.passwordHint}
          error={faultOf(error, '/password')}
        />
        {needsSetupCode && <Field label={auth.setupCode} name="setupCode" required hint={auth.setupCodeHint} />}
        {!needsSetupCode && <FormProblem error={error} fields={['/name', '/email', '/password']} />}
        <Button type="submit" variant="primary" isBusy={submit.isPending}>
          {auth.signUp}
        </Button>
      </form>
    </AuthFrame>
  )
}
