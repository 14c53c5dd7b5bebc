import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { type AuditFilter, toQuery } from './audit-log-search.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { EntryRow } from './entry-row.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterForm } from './filter-form.tsx'
import { FilterTags } from './filter-tags.tsx'

const route = '/p/$profileId/admin/audit-log'

/** Tells who changed what, the newest first. The filters, and the entry that is open, are in the address. */
export function AdminAuditLogPage() {
  const { admin, adminPlaces } = useMessages('admin')
  const words = admin.auditLog
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { entry: opened, ...filter } = useSearch({ from: route })
  const navigate = useNavigate()
  const go = (search: AuditFilter & { readonly entry?: string }) =>
    void navigate({ to: route, params: { profileId }, search, resetScroll: false })
  const mayExport = useIsAdmin()
  const log = useInfiniteQuery({
    queryKey: ['audit-log', 'all', filter],
    queryFn: ({ pageParam }) =>
      api.listAuditLog({ ...toQuery(filter), ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const entry = entries.find(({ id }) => id === opened)
  return (
    <AdminFrame tab="auditLog" actions={mayExport && <ExportButton />}>
      <FilterForm
        key={JSON.stringify(filter)}
        filter={filter}
        actions={[...new Set(entries.map(({ action }) => action))].sort()}
        onFilter={go}
      />
      {isFiltered && <FilterTags filter={filter} onFilter={go} />}
      {log.error && <ProblemBanner error={log.error} onRetry={() => void log.refetch()} />}
      {!log.data && !log.error && <WaitingRows count={8} />}
      {log.data && entries.length === 0 && (
        <EmptyState
          title={words.nothing}
          lead={words.nothingLead}
          {...(isFiltered && { action: <Button onClick={() => go({})}>{words.clear}</Button> })}
        />
      )}
      {entries.length > 0 && (
        <RowList label={adminPlaces.tabs.auditLog}>
          {entries.map((one) => (
            <EntryRow key={one.id} entry={one} onOpen={() => go({ ...filter, entry: one.id })} />
          ))}
        </RowList>
      )}
      {log.hasNextPage && (
        <Button
          className="justify-self-center"
          isBusy={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
      {entry && <EntryDialog entry={entry} onFilter={go} onClose={() => go(filter)} />}
    </AdminFrame>
  )
}
