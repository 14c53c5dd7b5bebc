import { PosthornError } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { claim, readSignInOptions } from '#web/app/session.ts'
import { chooseLanguage, currentLanguage, type Language, languages, useMessages } from '#web/i18n/index.ts'
import { timeZones } from '#web/lib/time-zones.ts'
import { readersZone } from '#web/lib/zones.ts'
import { Button, linkStyle } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { FormProblem } from './form-problem.tsx'
import { PasswordField } from './password-field.tsx'

/** The page whose URL a new installation prints. The first person here becomes the owner. */
export function ClaimPage() {
  const { auth } = useMessages()
  const options = useQuery({ queryKey: ['sign-in-options'], queryFn: readSignInOptions, staleTime: 0 })
  const code = location.hash.slice(1)
  const isOpen = options.data && !options.data.isClaimed && options.data.identityProvider === null
  const signIn = (
    <Link to="/auth/sign-in" className={linkStyle}>
      {auth.signIn}
    </Link>
  )
  if (options.data && !isOpen) {
    const issuer = options.data.identityProvider
    return (
      <AuthFrame
        title={issuer === null ? auth.claim.taken : auth.claim.title}
        lead={issuer === null ? auth.claim.takenLead : auth.claim.elsewhere(issuer)}
        below={issuer === null && signIn}
      >
        {null}
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={auth.claim.title} lead={auth.claim.lead} below={null}>
      {options.error && <ProblemBanner error={options.error} onRetry={() => void options.refetch()} />}
      {isOpen && options.data.needsSetupCode && code === '' ? (
        <p role="alert" className="rounded-md bg-held/15 p-3">
          {auth.claim.noCode}
        </p>
      ) : (
        isOpen && <ClaimForm code={code} />
      )}
    </AuthFrame>
  )
}

const timeZone = readersZone()

/** Asks for email and password. Time zone and language are detected, and can be changed. */
export function ClaimForm({ code }: { readonly code: string }) {
  const { auth } = useMessages()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const submit = useMutation({
    mutationFn: (form: FormData) =>
      claim({
        email: String(form.get('email')).trim(),
        password: String(form.get('password')),
        timezone: String(form.get('timezone')),
        locale: currentLanguage(),
        profileName: auth.claim.brand,
        ...(code === '' ? {} : { setupCode: code }),
      }),
    // Replaced, so that the back button does not lead to a URL that no longer works.
    onSuccess: () => navigate({ to: '/', replace: true }),
    // Someone else was faster: the page then says so, and leads to the sign-in.
    onError: (error) => {
      if (error instanceof PosthornError && error.code === 'installation_claimed')
        return queries.invalidateQueries({ queryKey: ['sign-in-options'] })
    },
  })
  const { error } = submit
  const hasWrongCode = error instanceof PosthornError && error.code === 'setup_code_required'
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit.mutate(new FormData(event.currentTarget))
      }}
    >
      <Field
        label={auth.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
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
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={auth.claim.timeZone}
          name="timezone"
          defaultValue={timeZone}
          options={timeZones(timeZone)}
        />
        <SelectField
          label={auth.claim.language}
          defaultValue={currentLanguage()}
          options={languages}
          onChange={(event) => void chooseLanguage(event.target.value as Language)}
        />
      </div>
      {hasWrongCode && (
        <p role="alert" className="rounded-md bg-held/15 p-3">
          {auth.claim.wrongCode}
        </p>
      )}
      {!hasWrongCode && <FormProblem error={error} fields={['/email', '/password']} />}
      <Button type="submit" variant="primary" isBusy={submit.isPending}>
        {auth.claim.submit}
      </Button>
    </form>
  )
}
