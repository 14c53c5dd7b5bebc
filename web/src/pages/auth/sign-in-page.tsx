import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { readSignInOptions } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { withKeptFragment } from '#web/lib/browser/kept-fragment.ts'
import { linkStyle } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { loadCompanyButton } from './company/load-company.ts'
import { PasskeyButton } from './passkeys/load-passkeys.ts'
import { SignInForm } from './sign-in-form.tsx'

const CompanyButton = makeLatePart(loadCompanyButton)

export function SignInPage() {
  const { auth, apps } = useMessages()
  const { next, reset, password } = useSearch({ from: '/auth/sign-in' })
  const router = useRouter()
  const options = useQuery({ queryKey: ['sign-in-options'], queryFn: readSignInOptions })
  const issuer = options.data?.identityProvider ?? null
  if (issuer !== null) {
    return (
      <AuthFrame title={auth.signInTitle} lead={auth.claim.elsewhere(issuer)} below={null}>
        {null}
      </AuthFrame>
    )
  }
  const company = options.data?.company ?? null
  // Superadmins have a URL with the form, for when the provider is down.
  const isOnly = company?.replacesPasswords === true && !password
  const hasPasskeys = options.data?.passkeys === true
  const enter = () => router.history.push(withKeptFragment(next ?? '/'))
  const search = next === undefined ? {} : { next }
  return (
    <AuthFrame
      title={auth.signInTitle}
      {...(reset ? { lead: auth.mailed.changed } : isForApp(next) ? { lead: apps.signInFirst } : {})}
      below={
        !isOnly && (
          <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
            {!company?.replacesPasswords && (
              <span>
                {auth.noAccount}{' '}
                <Link to="/auth/sign-up" search={search} className={linkStyle}>
                  {auth.signUp}
                </Link>
              </span>
            )}
            <Link to="/auth/forgot" className={linkStyle}>
              {auth.forgot}
            </Link>
          </div>
        )
      }
    >
      {!isOnly && <SignInForm onDone={enter} />}
      {!isOnly && hasPasskeys && <PasskeyButton onDone={enter} />}
      {company && <CompanyButton label={company.label} next={next} isOnly={isOnly} />}
    </AuthFrame>
  )
}

/** True if the user comes from an app's authorization request. */
const isForApp = (next = ''): boolean => /^\/(auth\/authorize|device)\b/.test(next)
