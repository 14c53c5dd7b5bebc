import { useMutation } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { CompanyProblem } from './company-problem.tsx'

interface ButtonProps {
  /** The operator's text. Null for the default. */
  readonly label: string | null
  readonly next: string | undefined
  /** True if the page has nothing else to sign in with. */
  readonly isOnly: boolean
}

/** Sends the browser to the identity provider. */
export function CompanyButton({ label, next, isOnly }: ButtonProps) {
  const { company } = useMessages('company')
  const start = useMutation({
    mutationFn: () => api.startCompanySignIn(next !== undefined && isPath(next) ? { next } : {}),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <div className="grid gap-4">
      {!isOnly && (
        <div className="flex items-center gap-3 text-ink-3 text-sm">
          <span className="h-px flex-1 bg-line" />
          {company.or}
          <span className="h-px flex-1 bg-line" />
        </div>
      )}
      {start.error && <CompanyProblem error={start.error} />}
      <Button
        variant={isOnly ? 'primary' : 'plain'}
        isBusy={start.isPending || start.isSuccess}
        onClick={() => start.mutate()}
      >
        <span className="min-w-0 truncate">{label ?? company.button}</span>
      </Button>
    </div>
  )
}

/** True if the service accepts it as the page to open afterwards. */
const isPath = (next: string): boolean => next.length <= 2_000 && /^\/(?![/\\])[\x20-\x5b\x5d-\x7e]*$/.test(next)
