import { useMutation } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { Section } from '#web/ui/section.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'

/** Starts by hand what otherwise happens by itself, for who does not want to wait. */
export function UpkeepList() {
  const words = useMessages('admin').admin.crons.upkeep
  const sync = useMutation({
    mutationFn: () => api.syncMetrics(),
    onSuccess: ({ accounts, posts }) => tell({ title: words.sync.done(accounts, posts) }),
    onError: (error) => tellFailure(words.failed, error),
  })
  const refresh = useMutation({
    mutationFn: () => api.refreshConnections(),
    onSuccess: ({ checked, refreshed, failed }) => tell({ title: words.refresh.done(checked, refreshed, failed) }),
    onError: (error) => tellFailure(words.failed, error),
  })
  const errands = [
    { key: 'sync', words: words.sync, errand: sync },
    { key: 'refresh', words: words.refresh, errand: refresh },
  ] as const
  return (
    <Section title={words.title}>
      <RowList label={words.title}>
        {errands.map(({ key, words: { name, about }, errand }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <span className="grid min-w-0 flex-1 basis-56">
              <span className="font-medium">{name}</span>
              <span className="text-ink-3 text-sm">{about}</span>
            </span>
            <Button aria-label={`${words.start}: ${name}`} isBusy={errand.isPending} onClick={() => errand.mutate()}>
              {words.start}
            </Button>
          </li>
        ))}
      </RowList>
    </Section>
  )
}
