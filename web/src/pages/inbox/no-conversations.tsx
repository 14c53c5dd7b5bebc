import type { InboxFilter } from '#web/app/inbox-search.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import type { InboxAccount } from './inbox-query.ts'
import { LookNow, lastLookOf } from './look-now.tsx'

interface NoneProps {
  readonly profileId: string
  readonly filter: InboxFilter
  readonly accounts: readonly InboxAccount[]
  readonly onShowAll: () => void
}

/** Says why a part of the inbox is empty, with a next step. */
export function NoConversations({ profileId, filter: { show, q, account, label }, accounts, onShowAll }: NoneProps) {
  const { inbox: words } = useMessages('inbox')
  const isNarrowed = q !== undefined || account !== undefined || label !== undefined
  const on = accounts.filter(({ isOn }) => isOn)
  return (
    <div className="grid justify-items-center gap-2 px-6 py-12 text-center">
      <p className="font-medium">{isNarrowed ? words.nothingFound : words.nothing[show ?? 'open']}</p>
      {isNarrowed && <Button onClick={onShowAll}>{words.showAll}</Button>}
      {!isNarrowed && show === undefined && on.length > 0 && (
        <>
          <p className="text-ink-3">{lastLookOf(on, words)}</p>
          <LookNow profileId={profileId} accounts={accounts} isNamed />
        </>
      )}
    </div>
  )
}
