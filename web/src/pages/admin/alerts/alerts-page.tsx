import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { choiceBarStyle, choiceStyle } from '#web/ui/choice/choice-bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { AlertRow } from './alert-row.tsx'
import { filters } from './alerts-search.ts'
import { PreferencesCard } from './preferences-card.tsx'
import { RaiseDialog } from './raise-dialog.tsx'

/** Lists alerts, initially the open ones, and sets how the reader is notified of them. */
export function AdminAlertsPage() {
  const { admin } = useMessages('admin')
  const words = admin.alerts
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { show = 'open' } = useSearch({ from: '/p/$profileId/admin/alerts' })
  const mayAct = useIsAdmin()
  const [isRaising, setRaising] = useState(false)
  const read = useInfiniteQuery({
    queryKey: ['alerts', 'list', show],
    queryFn: ({ pageParam }) => api.listAlerts({ filter: show, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const alerts = read.data?.pages.flatMap((page) => page.alerts) ?? []
  return (
    <AdminFrame tab="alerts" actions={mayAct && <Button onClick={() => setRaising(true)}>{words.raise.title}</Button>}>
      <ul className={choiceBarStyle}>
        {filters.map((filter) => (
          <li key={filter}>
            <Link
              to="/p/$profileId/admin/alerts"
              params={{ profileId }}
              search={filter === 'open' ? {} : { show: filter }}
              activeOptions={{ exact: true, includeSearch: true }}
              className={choiceStyle}
            >
              {words.filters[filter]}
            </Link>
          </li>
        ))}
      </ul>
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!read.data && !read.error && <WaitingRows count={3} />}
      {read.data && alerts.length === 0 && (
        <EmptyState icon="bell" title={words.empty[show]} {...(show === 'open' && { lead: words.emptyLead })} />
      )}
      {alerts.length > 0 && (
        <RowList label={words.title}>
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </RowList>
      )}
      {read.hasNextPage && (
        <Button
          className="justify-self-center"
          isBusy={read.isFetchingNextPage}
          onClick={() => void read.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
      {!read.error && <PreferencesCard />}
      {isRaising && <RaiseDialog onClose={() => setRaising(false)} />}
    </AdminFrame>
  )
}
