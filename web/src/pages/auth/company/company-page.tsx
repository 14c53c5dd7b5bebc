import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouteContext, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '#web/app/api.ts'
import { enterSession, readToken } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { withKeptFragment } from '#web/lib/browser/kept-fragment.ts'
import { Button, buttonStyle, linkStyle } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { CompanyProblem, FaultText } from './company-problem.tsx'
import { takeReturn } from './kept-return.ts'

/** The page that the identity provider sends the browser back to. It finishes the sign-in, and says what is wrong. */
export function CompanyPage() {
  const { company } = useMessages('company')
  const { arrivedWith } = useRouteContext({ from: '/auth/company' })
  const [query] = useState(() => new URLSearchParams(arrivedWith))
  const [state, code, iss, fault] = ['state', 'code', 'iss', 'error'].map((name) => query.get(name))
  if (fault) {
    return (
      <FailedPage>
        <FaultText>{fault === 'access_denied' ? company.faults.canceled : company.faults.provider}</FaultText>
      </FailedPage>
    )
  }
  if (!state || !code) {
    return (
      <FailedPage>
        <FaultText>{company.faults.incomplete}</FaultText>
      </FailedPage>
    )
  }
  const returned = { state, code, ...(iss ? { iss } : {}) }
  return state.startsWith('c.') ? <Connecting returned={returned} /> : <SigningIn returned={returned} />
}

interface Returned {
  readonly state: string
  readonly code: string
  readonly iss?: string
}

/** Runs once, also if React renders a component twice: a code works once. */
function useOnce(work: () => void): void {
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    work()
  })
}

function SigningIn({ returned }: { readonly returned: Returned }) {
  const { auth } = useMessages()
  const { company } = useMessages('company')
  const router = useRouter()
  const queries = useQueryClient()
  const finish = useMutation({
    mutationFn: (totp: string | null) => api.finishCompanySignIn(totp === null ? returned : { ...returned, totp }),
    onSuccess: ({ next, ...signedIn }) => {
      queries.clear()
      enterSession(signedIn)
      router.history.replace(withKeptFragment(next ?? '/'))
    },
  })
  useOnce(() => finish.mutate(null))
  const [needsCode, setNeedsCode] = useState(false)
  if (isRefusal(finish.error, 'mfa_required') && !needsCode) setNeedsCode(true)
  if (needsCode) {
    return (
      <AuthFrame title={auth.signInTitle} lead={company.code} below={<BackLink />}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            finish.mutate(String(new FormData(event.currentTarget).get('totp')).trim())
          }}
        >
          <Field label={auth.code} name="totp" inputMode="numeric" autoComplete="one-time-code" required autoFocus />
          {finish.error && !isRefusal(finish.error, 'mfa_required') && <CompanyProblem error={finish.error} />}
          <Button type="submit" variant="primary" isBusy={finish.isPending || finish.isSuccess}>
            {company.next}
          </Button>
        </form>
      </AuthFrame>
    )
  }
  if (finish.error) {
    return (
      <FailedPage>
        <CompanyProblem error={finish.error} />
      </FailedPage>
    )
  }
  return (
    <AuthFrame title={company.signingIn} below={null}>
      <Loading />
    </AuthFrame>
  )
}

function Connecting({ returned }: { readonly returned: Returned }) {
  const { company } = useMessages('company')
  const router = useRouter()
  const finish = useMutation({
    mutationFn: async () => {
      await readToken()
      return await api.finishCompanyConnection(returned)
    },
    onSuccess: () => router.history.replace(takeReturn()),
  })
  useOnce(() => finish.mutate())
  if (finish.error) {
    return (
      <FailedPage>
        <CompanyProblem error={finish.error} />
      </FailedPage>
    )
  }
  return (
    <AuthFrame title={company.connecting} below={null}>
      <Loading />
    </AuthFrame>
  )
}

function FailedPage({ children }: { readonly children: ReactNode }) {
  const { company } = useMessages('company')
  return (
    <AuthFrame title={company.failed} below={null}>
      {children}
      <Link to="/auth/sign-in" className={buttonStyle('primary')}>
        {company.again}
      </Link>
    </AuthFrame>
  )
}

function BackLink() {
  const { company } = useMessages('company')
  return (
    <Link to="/auth/sign-in" className={linkStyle}>
      {company.again}
    </Link>
  )
}
