import type { Item } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'

type Source = Item<'listCalendarSources', 'sources'>

interface DialogProps {
  readonly profileId: string
  readonly onClose: () => void
}

const pollMs = 1_000
const maxSources = 5

const isBeingRead = ({ refreshedAt, problem }: Source): boolean => refreshedAt === null && problem === null

/** Subscribes to holiday calendars and removes them. It says what could not be read, and why. */
export function SourcesDialog({ profileId, onClose }: DialogProps) {
  const { days, shell } = useMessages('days')
  const words = days.holidays
  const queries = useQueryClient()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const sources = useQuery({
    queryKey: ['calendar-sources', profileId],
    queryFn: async () => (await api.listCalendarSources({ profileId })).sources,
    refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? pollMs : false),
  })
  const read = (sources.data ?? []).map(({ id, refreshedAt }) => `${id} ${refreshedAt}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the holidays change when a calendar was read
  useEffect(() => void queries.invalidateQueries({ queryKey: ['calendar-holidays'] }), [queries, read])
  const refresh = () => queries.invalidateQueries({ queryKey: ['calendar-sources'] })
  const create = useMutation({
    mutationFn: () =>
      api.createCalendarSource({ profileId, url: url.trim(), ...(name.trim() && { name: name.trim() }) }),
    onSuccess: () => {
      setUrl('')
      setName('')
      return refresh()
    },
  })
  const remove = useMutation({ mutationFn: (id: string) => api.deleteCalendarSource({ id }), onSettled: refresh })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  const list = sources.data ?? []
  const error = sources.error ?? create.error ?? remove.error
  return (
    <Dialog title={words.title} lead={words.lead} onClose={onClose}>
      {list.length > 0 && (
        <RowList label={words.title}>
          {list.map((source) => (
            <li key={source.id} className="flex items-center justify-between gap-3 py-2 ps-4 pe-2">
              <div className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
                <bdi className="truncate font-medium">{source.name}</bdi>
                <Status source={source} />
              </div>
              <Button
                variant="quiet"
                aria-label={words.removeOne(source.name)}
                isBusy={remove.isPending && remove.variables === source.id}
                onClick={() => remove.mutate(source.id)}
              >
                {words.remove}
              </Button>
            </li>
          ))}
        </RowList>
      )}
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
        {list.length < maxSources && (
          <>
            <Field
              label={words.url}
              hint={words.urlHint}
              required
              dir="ltr"
              maxLength={2_000}
              placeholder="https://"
              value={url}
              onChange={({ target }) => setUrl(target.value)}
              error={faultOf(create.error, '/url')}
            />
            <Field
              label={words.name}
              dir="auto"
              maxLength={80}
              value={name}
              onChange={({ target }) => setName(target.value)}
              error={faultOf(create.error, '/name')}
            />
          </>
        )}
        {error && <ProblemBanner error={error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.close}
          </Button>
          {list.length < maxSources && (
            <Button type="submit" variant="primary" isBusy={create.isPending} disabled={url.trim() === ''}>
              {words.create}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Says when a calendar was read, or why it could not be. */
function Status({ source }: { readonly source: Source }) {
  const { days } = useMessages('days')
  const words = days.holidays
  const problems: Readonly<Record<string, string>> = words.problems
  if (source.problem !== null)
    return <p className="text-failed text-sm">{problems[source.problem] ?? words.problems.refused}</p>
  if (source.refreshedAt === null) return <p className="text-ink-3 text-sm">{words.reading}</p>
  return (
    <p className="text-ink-3 text-sm">
      {words.count(source.days)} · {words.read(formatDistance(source.refreshedAt))}
    </p>
  )
}
