import { PosthornError } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

/** Explains a failed company sign-in in the words of the person who signs in. */
export function CompanyProblem({ error }: { readonly error: Error }) {
  const { company } = useMessages('company')
  const faults: Readonly<Record<string, string>> = company.faults
  const text = error instanceof PosthornError ? faults[error.code] : undefined
  if (text === undefined) return <ProblemBanner error={error} />
  return <FaultText>{text}</FaultText>
}

export function FaultText({ children }: { readonly children: string }) {
  return (
    <p role="alert" className="rounded-md border border-held/50 bg-held/10 p-3">
      {children}
    </p>
  )
}
