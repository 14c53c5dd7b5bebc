import { Link } from '@tanstack/react-router'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { AccountSwitches } from './account-switches.tsx'
import type { InboxAccount } from './inbox-query.ts'

interface StartProps {
  readonly profileId: string
  readonly accounts: readonly InboxAccount[]
}

/** The inbox of a brand that has no account in it yet. */
export function StartPage({ profileId, accounts }: StartProps) {
  const { inbox: words } = useMessages('inbox')
  const { mayManage } = useRights()
  const isPossible = accounts.some(({ isAvailable }) => isAvailable)
  return (
    <Page title={words.title}>
      {isPossible && mayManage && (
        <Card title={words.off} lead={words.offLead}>
          <AccountSwitches profileId={profileId} accounts={accounts} />
        </Card>
      )}
      {isPossible && !mayManage && <EmptyState icon="inbox" title={words.off} lead={words.offViewer} />}
      {!isPossible && (
        <EmptyState
          icon="inbox"
          title={words.none}
          lead={words.noneLead}
          action={
            mayManage && (
              <Link to="/p/$profileId/connections" params={{ profileId }} className={buttonStyle('primary')}>
                {words.connect}
              </Link>
            )
          }
        />
      )}
    </Page>
  )
}
