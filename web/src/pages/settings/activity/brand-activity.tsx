import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { membersQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, daysBetween, shiftDay, startOfDay } from '#web/lib/day.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { tellFailure } from '#web/ui/toast.tsx'
import type { ActivityFilter } from './activity-search.ts'
import { EntryList } from './entry-list.tsx'

interface BrandProps {
  readonly filter: ActivityFilter
  readonly onFilter: (filter: ActivityFilter) => void
}

/** Lists who did what in the brand and from where. The service filters; the filters are in the URL. */
export function BrandActivity({ filter, onFilter }: BrandProps) {
  const { activity } = useMessages('activity')
  const { profileId } = useParams({ from: '/p/$profileId' })
  const request = { id: profileId, ...toRequest(filter) }
  const log = useInfiniteQuery({
    queryKey: ['audit-log', profileId, filter],
    queryFn: ({ pageParam }) =>
      api.listProfileActivity({ ...request, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const save = useMutation({
    mutationFn: async () => {
      const answer = await api.exportProfileActivity({ ...request, bom: 'true' })
      saveFile(await answer.blob(), `activity-${dayKey(nowDate())}.csv`)
    },
    onError: (error) => tellFailure(activity.notExported, error),
  })
  const isFiltered = Object.keys(filter).length > 0
  const entries = log.data?.pages.flatMap((page) => page.entries)
  const keptFrom = log.data?.pages[0]?.keptFrom
  return (
    <>
      <Filters filter={filter} onFilter={onFilter} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 text-ink-3 text-sm">
          {keptFrom && activity.kept(daysBetween(dayKey(new Date(keptFrom)), dayKey(nowDate())))}
        </p>
        {isFiltered && (
          <Button variant="quiet" onClick={() => onFilter({})}>
            {activity.clear}
          </Button>
        )}
        <Button isBusy={save.isPending} onClick={() => save.mutate()}>
          {activity.export}
        </Button>
      </div>
      <EntryList
        log={log}
        empty={isFiltered ? activity.nothing : activity.empty}
        entries={entries?.map(({ actor, source, ...entry }) => {
          const program = source.kind === 'directory' ? activity.directory : activity.sources.system
          const who = actor.name ?? (actor.uid === null ? program : activity.gone)
          const kind = activity.sources[source.kind]
          const way = source.name ? activity.named(kind, source.name) : kind
          return {
            ...entry,
            who,
            face: { name: who, url: actor.avatarUrl },
            way: source.kind === 'system' || source.kind === 'directory' ? null : way,
          }
        })}
      />
    </>
  )
}

/** Returns the filter as the service takes it. Its days are those of the reader. */
const toRequest = ({ from, to, ...filter }: ActivityFilter) => ({
  ...filter,
  ...(from && { from: startOfDay(from).toISOString() }),
  ...(to && { to: startOfDay(shiftDay(to, 1)).toISOString() }),
})

function Filters({ filter, onFilter }: BrandProps) {
  const { activity } = useMessages('activity')
  const { profileId } = useParams({ from: '/p/$profileId' })
  const members = useQuery(membersQuery(profileId)).data ?? []
  const set = (field: keyof ActivityFilter, value: string) => {
    const { [field]: _, ...rest } = filter
    onFilter((value === '' ? rest : { ...rest, [field]: value }) as ActivityFilter)
  }
  return (
    <div className="grid gap-3 xl:grid-cols-[3fr_2fr]">
      <div className="grid grid-cols-2 gap-3 max-sm:*:nth-3:col-span-2 sm:grid-cols-3">
        <SelectField
          label={activity.person}
          value={filter.actor ?? ''}
          onChange={({ target }) => set('actor', target.value)}
          options={{ '': activity.everyone, ...Object.fromEntries(members.map(({ uid, name }) => [uid, name])) }}
        />
        <SelectField
          label={activity.source}
          value={filter.source ?? ''}
          onChange={({ target }) => set('source', target.value)}
          options={{ '': activity.anywhere, ...activity.sources }}
        />
        <SelectField
          label={activity.topic}
          value={filter.action ?? ''}
          onChange={({ target }) => set('action', target.value)}
          options={{ '': activity.everything, ...activity.topics }}
        />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3 sm:grid-cols-2">
        <Field
          label={activity.from}
          type="date"
          value={filter.from ?? ''}
          max={filter.to}
          onChange={({ target }) => set('from', target.value)}
        />
        <Field
          label={activity.to}
          type="date"
          value={filter.to ?? ''}
          min={filter.from}
          onChange={({ target }) => set('to', target.value)}
        />
      </div>
    </div>
  )
}
