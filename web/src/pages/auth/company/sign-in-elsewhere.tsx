import { useMutation } from '@tanstack/react-query'
import { renewOnce } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

/** Lets people without a password sign in again in another tab, so that no input on this page is lost. */
export function SignInElsewhere({ onDone }: { readonly onDone: () => void }) {
  const { company } = useMessages('company')
  const renew = useMutation({ mutationFn: renewOnce, onSuccess: (token) => token !== null && onDone() })
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <p className="text-ink-2">{company.elsewhere.lead}</p>
      <div className="flex flex-wrap gap-2">
        <a href="/auth/sign-in" target="_blank" rel="noopener" className={buttonStyle('plain')}>
          {company.elsewhere.open}
        </a>
        <Button variant="quiet" isBusy={renew.isPending} onClick={() => renew.mutate()}>
          {company.elsewhere.done}
        </Button>
      </div>
      {renew.error && <ProblemBanner error={renew.error} />}
    </div>
  )
}
