import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Says when the first metrics arrive, and leads to the first post. */
export function FirstNumbers({
  profileId,
  hasAccounts,
}: {
  readonly profileId: string
  readonly hasAccounts: boolean
}) {
  const { analytics, shell } = useMessages()
  return (
    <EmptyState
      icon="chart"
      title={hasAccounts ? analytics.emptyPeriod : analytics.empty}
      lead={hasAccounts ? `${analytics.emptyPeriodLead} ${analytics.emptyLead}` : analytics.accounts.noneLead}
      action={
        hasAccounts ? (
          <Link to="/p/$profileId/compose" params={{ profileId }} className={buttonStyle('primary')}>
            {shell.newPost}
          </Link>
        ) : (
          <Link to="/p/$profileId/connections" params={{ profileId }} className={buttonStyle('primary')}>
            {analytics.accounts.connect}
          </Link>
        )
      }
    />
  )
}
