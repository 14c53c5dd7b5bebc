import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readSignInOptions } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { ClaimForm } from './claim-form.tsx'

/** The page that a new installation prints the address of. The first person here becomes the owner. */
export function ClaimPage() {
  const { auth } = useMessages()
  const options = useQuery({ queryKey: ['sign-in-options'], queryFn: readSignInOptions, staleTime: 0 })
  const code = location.hash.slice(1)
  const isOpen = options.data && !options.data.isClaimed && options.data.identityProvider === null
  const signIn = (
    <Link to="/auth/sign-in" className="text-brand underline underline-offset-4">
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
    <AuthFrame
      title={auth.claim.title}
      lead={auth.claim.lead}
      below={
        <>
          {auth.haveAccount} {signIn}
        </>
      }
    >
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
