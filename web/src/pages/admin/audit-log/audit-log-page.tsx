import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { nameField } from '#web/lib/name-field.ts'
import { formatDayAndTime, formatTime } from '#web/lib/time.ts'
import { DayHeading } from '#web/posts/day-heading.tsx'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { useUser } from '../parts/user-name.tsx'
import { toQuery } from './audit-log-query.ts'
import type { AuditFilter } from './audit-log-search.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { type Entry, findNetwork } from './entry-words.ts'
import { FilterForm, FilterTags } from './filter-form.tsx'

const route = '/p/$profileId/admin/audit-log'

/** Lists who changed what, newest first. The filters and the open entry are in the URL. */
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
          icon="search"
          title={words.nothing}
          lead={words.nothingLead}
          {...(isFiltered && { action: <Button onClick={() => go({})}>{words.clear}</Button> })}
        />
      )}
      {entries.length > 0 && (
        <RowList label={adminPlaces.tabs.auditLog}>
          {entries.map((one, nth) => (
            <EntryRow
              key={one.id}
              entry={one}
              isFirst={nth === 0}
              day={dayOf(one) === dayOf(entries[nth - 1]) ? undefined : dayOf(one)}
              onOpen={() => go({ ...filter, entry: one.id })}
            />
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

/** An ID says nothing to a reader of the list. The entry's dialog has it. */
const idPattern = /^[a-z]+_[0-9a-z]{20,}$/

const dayOf = (entry: Entry | undefined): string | null => (entry ? dayKey(new Date(entry.at)) : null)

interface RowProps {
  readonly entry: Entry
  /** The day, if the entry is its first. */
  readonly day: string | null | undefined
  readonly isFirst: boolean
  readonly onOpen: () => void
}

/** An entry: the action, the actor with name and face, what changed, whom or what it concerns, and the time. */
export function EntryRow({ entry, day, isFirst, onOpen }: RowProps) {
  const { admin } = useMessages('admin')
  const { activity } = useMessages('activity')
  const words = admin.auditLog
  const { action, actor, at, subject, changes } = entry
  const user = useUser(actor.uid)
  const name = user.name ?? (actor.kind === 'directory' ? activity.directory : words.service)
  const { name: whom } = useUser(subject.startsWith('usr_') && subject !== actor.uid ? subject : null)
  const network = findNetwork(entry)
  const fields = Object.keys(changes).map((field) => nameField(field, activity.sayField))
  return (
    <li>
      {day && <DayHeading day={day} className={isFirst ? 'rounded-t-lg' : ''} />}
      <button
        type="button"
        onClick={onOpen}
        className="grid min-h-14 w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 text-start hover:bg-sunken"
      >
        <span className="row-span-2 self-start pt-1">
          <Face name={name} url={user.avatarUrl} size={28} />
        </span>
        <span className="break-words font-medium">{activity.say(action)}</span>
        <time dateTime={at} title={formatDayAndTime(at)} className="nums text-end text-ink-3 text-sm">
          {formatTime(at)}
        </time>
        <span className="col-span-2 min-w-0 break-words text-ink-3 text-sm">
          <bdi className="text-ink-2">{name}</bdi>
          {actor.kind === 'api-key' && ` (${words.withKey})`}
          {actor.kind === 'app' && ` (${words.throughApp})`}
          {network && ` · ${network}`}
          {!network && !idPattern.test(subject) && ` · ${subject}`}
          {whom && (
            <>
              {' → '}
              <bdi>{whom}</bdi>
            </>
          )}
          {fields.length > 0 && ` · ${fields.join(', ')}`}
        </span>
      </button>
    </li>
  )
}

/** Downloads the complete log with its proof, and explains how to verify it. The log records the export, too. */
export function ExportButton() {
  const words = useMessages('admin').admin.auditLog
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: async () => {
      const name = `posthorn-audit-${dayKey(nowDate())}.jsonl`
      saveFile(await (await api.exportAuditLog()).blob(), name)
      return name
    },
    onSuccess: (name) => {
      tell({ title: words.exported, detail: words.verify(name) })
      return queries.invalidateQueries({ queryKey: ['audit-log'] })
    },
    onError: (error) => tellFailure(words.notExported, error),
  })
  return (
    <Button isBusy={save.isPending} onClick={() => save.mutate()}>
      {words.export}
    </Button>
  )
}
