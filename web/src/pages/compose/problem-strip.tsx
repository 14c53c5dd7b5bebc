import { GoButton } from '#web/compose/check/issues.tsx'
import { problemsOf } from '#web/compose/check/problems.ts'
import type { Check } from '#web/compose/check/use-check.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'

interface StripProps {
  /** The first account with a problem. */
  readonly account: Account | null
  readonly check: Check | null
  readonly onGo: (field: string) => void
}

/** The first error of the post, above its text. Only a narrow window shows it, where the pane is another view. */
export function ProblemStrip({ account, check, onGo }: StripProps) {
  const { verdicts, writing } = useMessages()
  const problem = account && problemsOf(check, account).find(({ kind }) => kind === 'error')
  if (!problem) return null
  return (
    <div
      data-problems
      tabIndex={-1}
      className="flex items-center gap-2.5 rounded-md bg-failed/8 py-1.5 ps-3 pe-1.5 text-failed [@media(max-height:31rem)]:hidden @3xl:hidden"
    >
      <Icon name="close" className="size-4" />
      <p className="min-w-0 flex-1">{writing.on(networks[account.network].name, verdicts.issue(problem.first))}</p>
      <GoButton problem={problem} onGo={onGo} />
    </div>
  )
}
