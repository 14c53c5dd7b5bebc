import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyLine } from '#web/ui/empty-state.tsx'
import { NetworkMark, networks as names } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { tell } from '#web/ui/toast.tsx'
import { WaitingShape, WaitingTiles } from '#web/ui/waiting/waiting-shape.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { nameOfJob } from './name-of-job.ts'
import { NetworksTable } from './networks-table.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { type QueueState, type Scope, useQueue, useResume } from './use-queue.ts'

const tileColumns = 'grid-cols-2 xl:grid-cols-4'

/** Shows the posts that wait to be published, and pauses or resumes publishing. */
export function AdminQueuePage() {
  const { admin } = useMessages('admin')
  const words = admin.queue
  const mayAct = useIsAdmin()
  const read = useQueue()
  const [scope, setScope] = useState<Scope | undefined>(undefined)
  const resume = useResume()
  const goOn = (platform: Scope) =>
    resume.mutate(platform === null ? {} : { platform }, {
      onSuccess: () => tell({ title: words.resumed, detail: words.resumedDetail }),
    })
  const isPaused = read.data?.publishing.some(({ pause }) => pause !== null) ?? false
  const isAllPaused = read.data?.publishing.every(({ pause }) => pause !== null) ?? false
  const error = read.error ?? resume.error
  return (
    <AdminFrame
      tab="queue"
      actions={
        read.data &&
        mayAct && (
          <>
            {isPaused && (
              <Button isBusy={resume.isPending} onClick={() => goOn(null)}>
                {words.resumeAll}
              </Button>
            )}
            {!isAllPaused && <Button onClick={() => setScope(null)}>{words.pauseAll}</Button>}
          </>
        )
      }
    >
      {error && <ProblemBanner error={error} onRetry={read.error ? () => void read.refetch() : undefined} />}
      {!read.data && !error && (
        <WaitingShape>
          <WaitingTiles count={4} className={tileColumns} />
        </WaitingShape>
      )}
      {read.data && (
        <>
          {isAllPaused && (
            <p role="status" className="rounded-md border border-held/50 bg-held/10 px-3 py-2 font-medium">
              {words.allPaused}
            </p>
          )}
          <Tiles state={read.data} />
          <NetworksTable
            networks={read.data.publishing}
            actions={mayAct ? { isBusy: resume.isPending, onPause: setScope, onResume: goOn } : null}
          />
          <LanesList lanes={read.data.lanes} />
          <DeliveriesCard deliveries={read.data.deliveries} mayAct={mayAct} />
          <JobsList jobs={read.data.jobs} />
        </>
      )}
      {scope !== undefined && <PauseDialog scope={scope} onClose={() => setScope(undefined)} />}
    </AdminFrame>
  )
}

function Tiles({ state: { publishing, deliveries } }: { readonly state: QueueState }) {
  const words = useMessages('admin').admin.queue
  const sum = (name: 'ready' | 'atWork' | 'waiting') => publishing.reduce((total, network) => total + network[name], 0)
  const oldest = publishing.flatMap(({ oldestReadyAt }) => oldestReadyAt ?? []).sort()[0]
  const since = (at: string | null | undefined) => (at ? words.since(formatDistance(at)) : words.nothingLate)
  return (
    <Stats className={tileColumns}>
      <Stat name={words.due} value={formatNumber(sum('ready'))} more={since(oldest)} />
      <Stat name={words.atWork} value={formatNumber(sum('atWork'))} more={words.atWorkMore} />
      <Stat name={words.later} value={formatNumber(sum('waiting'))} more={words.laterMore} />
      <Stat name={words.deliveries} value={formatNumber(deliveries.ready)} more={since(deliveries.oldestReadyAt)} />
    </Stats>
  )
}

interface CardProps {
  readonly deliveries: QueueState['deliveries']
  readonly mayAct: boolean
}

/** Shows how many webhook deliveries are pending, and retries those that failed permanently. */
export function DeliveriesCard({ deliveries: { ready, oldestReadyAt }, mayAct }: CardProps) {
  const words = useMessages('admin').admin.queue
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const retry = useMutation({
    mutationFn: () => api.retryFailedWebhooks(),
    onSuccess: ({ retried }) => {
      setAsking(false)
      tell({ title: words.retried(retried) })
      return queries.invalidateQueries({ queryKey: ['admin-queue'] })
    },
  })
  return (
    <Section title={words.webhooks} actions={mayAct && <Button onClick={() => setAsking(true)}>{words.retry}</Button>}>
      {ready === 0 ? (
        <EmptyLine isGood>{words.noDeliveries}</EmptyLine>
      ) : (
        <p className="nums text-ink-2">
          {words.deliveriesWait(ready)} {oldestReadyAt && `${words.since(formatDistance(oldestReadyAt))}.`}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={words.retry}
          lead={words.retryLead}
          action={words.retryAction}
          isBusy={retry.isPending}
          error={retry.error}
          onConfirm={() => retry.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

/** The job types with pending or failed jobs. The others are omitted. */
export function JobsList({ jobs }: { readonly jobs: QueueState['jobs'] }) {
  const { admin } = useMessages('admin')
  const words = admin.queue
  const shownJobs = jobs.filter(({ ready, failed }) => ready + failed > 0)
  return (
    <Section title={words.jobs} lead={words.jobsLead}>
      {shownJobs.length === 0 && <EmptyLine isGood>{words.noJobs}</EmptyLine>}
      {shownJobs.length > 0 && (
        <RowList label={words.jobs}>
          {shownJobs.map(({ job, ready, failed, oldestReadyAt }) => (
            <li key={job} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
              <span title={job} className="min-w-0 flex-1 basis-40 break-words font-medium">
                {nameOfJob(job, admin)}
              </span>
              {oldestReadyAt && (
                <span className="nums text-ink-3 text-sm">
                  {words.jobReady(formatNumber(ready), formatDistance(oldestReadyAt))}
                </span>
              )}
              {failed > 0 && <span className="nums text-failed text-sm">{words.jobFailed(formatNumber(failed))}</span>}
            </li>
          ))}
        </RowList>
      )}
    </Section>
  )
}

/** The accounts whose posts have waited longest. */
export function LanesList({ lanes }: { readonly lanes: QueueState['lanes'] }) {
  const words = useMessages('admin').admin.queue
  return (
    <Section title={words.lanes} lead={words.lanesLead}>
      {lanes.length === 0 && <EmptyLine isGood>{words.noLanes}</EmptyLine>}
      {lanes.length > 0 && (
        <RowList label={words.lanes}>
          {lanes.map(({ network, handle, ready, oldestReadyAt, isAtWork }) => (
            <li
              key={`${network} ${handle} ${oldestReadyAt}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3"
            >
              <NetworkMark network={network} />
              <span className="flex min-w-0 flex-1 basis-40">
                <span className="whitespace-pre font-medium">{names[network].name} · </span>
                <OneLine>{handle ?? words.noHandle}</OneLine>
              </span>
              <span className="nums text-ink-3 text-sm">{words.dueSince(ready, formatDistance(oldestReadyAt))}</span>
              {isAtWork && <Tag tone="busy">{words.atWork}</Tag>}
            </li>
          ))}
        </RowList>
      )}
    </Section>
  )
}
