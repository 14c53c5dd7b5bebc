import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { CronDialog } from './cron-dialog.tsx'
import { type Cron, nameOfCron, saySchedule, toneOf, useCrons } from './use-crons.ts'

/** Lists the scheduled jobs with their latest results and next runs. The open one is in the URL. */
export function AdminCronsPage() {
  const { adminPlaces } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { cron: name } = useSearch({ from: '/p/$profileId/admin/crons' })
  const navigate = useNavigate()
  const mayAct = useIsAdmin()
  const { crons, error, refetch } = useCrons()
  const opened = crons?.find((cron) => cron.name === name)
  const open = (cron?: string) =>
    void navigate({
      to: '/p/$profileId/admin/crons',
      params: { profileId },
      search: cron === undefined ? {} : { cron },
      resetScroll: false,
    })
  return (
    <AdminFrame tab="crons">
      {error && <ProblemBanner error={error} onRetry={refetch} />}
      {!crons && !error && <WaitingRows count={8} />}
      {crons && (
        <RowList label={adminPlaces.tabs.crons}>
          {crons.map((cron) => (
            <CronRow key={cron.name} cron={cron} onOpen={() => open(cron.name)} />
          ))}
        </RowList>
      )}
      {crons && mayAct && <UpkeepList />}
      {opened && <CronDialog key={opened.name} cron={opened} mayAct={mayAct} onClose={() => open()} />}
    </AdminFrame>
  )
}

interface RowProps {
  readonly cron: Cron
  readonly onOpen: () => void
}

/** A job: what it does and how often, the result of its latest run, and the time of the next one. */
export function CronRow({ cron, onOpen }: RowProps) {
  const messages = useMessages('admin')
  const words = messages.admin.crons
  const { name, enabled, missedAt, nextRuns, runs } = cron
  const [last] = runs
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 text-start hover:bg-sunken md:grid-cols-[minmax(0,1fr)_8rem_8.75rem] xl:grid-cols-[minmax(0,1fr)_12rem_9rem]"
      >
        <span className="grid min-w-0 max-md:col-span-2">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium">{nameOfCron(name, messages)}</span>
            {!enabled && <Tag tone="quiet">{words.off}</Tag>}
          </span>
          <span className="nums text-ink-3 text-sm">{saySchedule(cron, messages)}</span>
          {missedAt && <span className="text-failed text-sm">{words.missed(formatDistance(missedAt))}</span>}
          {last?.error && last.state !== 'done' && (
            <span className="break-words text-failed text-sm">{words.wentWrong(last.error)}</span>
          )}
        </span>
        <span className="nums flex flex-wrap items-center gap-2 text-ink-3 text-sm">
          {last ? (
            <>
              <Tag tone={toneOf[last.state]}>{words.states[last.state]}</Tag>
              {formatDistance(last.finishedAt ?? last.scheduledFor)}
            </>
          ) : (
            words.neverRan
          )}
        </span>
        <span className="nums text-end text-ink-3 text-sm">
          {nextRuns[0] && words.next(formatDistance(nextRuns[0]))}
        </span>
      </button>
    </li>
  )
}

/** Runs scheduled upkeep immediately, for administrators who do not want to wait. */
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
