import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'
import { WaitingShape, WaitingTiles } from '#web/ui/waiting/waiting-shape.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { Tile } from '../parts/tile.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { DeliveriesCard } from './deliveries-card.tsx'
import { JobsList } from './jobs-list.tsx'
import { LanesList } from './lanes-list.tsx'
import { NetworksTable } from './networks-table.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { type QueueState, type Scope, useQueue, useResume } from './use-queue.ts'

const tileColumns = 'grid-cols-2 xl:grid-cols-4'

/** Shows what waits to go out, and stops publishing or lets it go on. */
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
    <dl className={`grid gap-3 ${tileColumns}`}>
      <Tile name={words.due} value={formatNumber(sum('ready'))} more={since(oldest)} />
      <Tile name={words.atWork} value={formatNumber(sum('atWork'))} more={words.atWorkMore} />
      <Tile name={words.later} value={formatNumber(sum('waiting'))} more={words.laterMore} />
      <Tile name={words.deliveries} value={formatNumber(deliveries.ready)} more={since(deliveries.oldestReadyAt)} />
    </dl>
  )
}
