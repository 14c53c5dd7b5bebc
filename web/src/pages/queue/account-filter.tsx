import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { AccountSelect } from '#web/posts/account-select.tsx'
import { AccountName } from '#web/ui/marks/account-name.tsx'

interface FilterProps {
  readonly accounts: readonly Account[]
  readonly chosen: string | undefined
}

const chip =
  'flex min-h-11 shrink-0 items-center gap-2 rounded-full border border-line bg-surface px-3 -outline-offset-2 hover:bg-sunken aria-[current=page]:border-brand aria-[current=page]:bg-brand/10 sm:min-h-9'

/** More chips would take the place of the queue. */
const maxChips = 12

/**
 * Filters the queue by account. The choices are links, so that each can be bookmarked and shared. If there are many,
 * they become a list.
 */
export function AccountFilter({ accounts, chosen }: FilterProps) {
  const { queue } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const navigate = useNavigate({ from: '/p/$profileId/queue' })
  if (accounts.length > maxChips)
    return (
      <div className="flex">
        <AccountSelect
          profileId={profileId}
          value={chosen}
          onChange={(account) => void navigate({ search: account ? { account } : {}, replace: true })}
        />
      </div>
    )
  return (
    <nav
      aria-label={queue.byAccount}
      className="fading -mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0"
    >
      <Link
        to="/p/$profileId/queue"
        params={{ profileId }}
        search={{}}
        replace
        aria-current={chosen === undefined ? 'page' : undefined}
        className={chip}
      >
        {queue.allAccounts}
      </Link>
      {accounts.map((account) => (
        <Link
          key={account.id}
          to="/p/$profileId/queue"
          params={{ profileId }}
          search={{ account: account.id }}
          replace
          aria-current={chosen === account.id ? 'page' : undefined}
          className={chip}
        >
          <AccountName account={account} />
        </Link>
      ))}
    </nav>
  )
}
