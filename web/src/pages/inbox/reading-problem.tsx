import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountsQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { smallButtonStyle } from '#web/ui/button.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { InboxAccount } from './inbox-query.ts'

interface ProblemProps {
  readonly profileId: string
  readonly accounts: readonly InboxAccount[]
}

/** Says in one banner which accounts could not be read, and what to do. */
export function ReadingProblem({ profileId, accounts }: ProblemProps) {
  const { inbox: words } = useMessages('inbox')
  const { mayManage } = useRights()
  const known = useQuery(accountsQuery(profileId)).data ?? []
  const failing = accounts.filter(({ isOn, problem }) => isOn && problem)
  if (failing.length === 0) return null
  const nameOf = ({ accountId, network }: InboxAccount): string => {
    const found = known.find(({ id }) => id === accountId)
    return [networks[network].name, found?.displayName ?? found?.handle].filter(Boolean).join(' · ')
  }
  return (
    <section
      aria-label={words.problem(failing.length)}
      className="grid gap-1 border-line border-b bg-held/8 px-4 py-3 text-sm"
    >
      <p className="font-semibold">{words.problem(failing.length)}</p>
      {failing.map((account) => {
        const { code = 'refused', message = '' } = account.problem ?? {}
        return (
          <p key={account.accountId} className="break-words text-ink-2">
            {words.problems[code](nameOf(account), message)}
          </p>
        )
      })}
      {mayManage && failing.some(({ problem }) => problem?.code === 'reconnect') && (
        <Link
          to="/p/$profileId/connections"
          params={{ profileId }}
          className={`${smallButtonStyle('plain')} mt-1 w-fit`}
        >
          {words.reconnect}
        </Link>
      )}
    </section>
  )
}
