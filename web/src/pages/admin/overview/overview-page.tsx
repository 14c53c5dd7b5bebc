import { useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatBytes, formatNumber } from '#web/lib/number.ts'
import { formatDistance, formatLateness } from '#web/lib/time.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingShape, WaitingTiles } from '#web/ui/waiting/waiting-shape.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { Tile } from '../parts/tile.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { NetworksTable } from './networks-table.tsx'
import { NodesCard } from './nodes-card.tsx'
import { formatShare } from './share.ts'

const everyMs = 5_000

const tileColumns = 'grid-cols-2 lg:grid-cols-3'

/** Answers whether the service is well: alerts first, then what goes out, what waits, and where it runs. */
export function AdminOverviewPage() {
  const { admin } = useMessages('admin')
  const words = admin.overview
  const read = useQuery({
    queryKey: ['admin-overview'],
    queryFn: () => api.getAdminOverview(),
    refetchInterval: everyMs,
  })
  const { data } = read
  if (!data)
    return (
      <AdminFrame tab="overview">
        {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
        {!read.error && (
          <WaitingShape>
            <WaitingTiles count={6} className={tileColumns} />
          </WaitingShape>
        )}
      </AdminFrame>
    )
  const { publishing, queue, webhooks, users, database, nodes } = data
  const { successShare, latenessMs, published } = publishing.last24h.all
  const age = (oldest: string | null) => (oldest === null ? words.none : words.oldest(formatDistance(oldest)))
  return (
    <AdminFrame tab="overview">
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      <AlertsCard />
      <dl className={`grid gap-3 ${tileColumns}`}>
        <Tile name={words.published} value={formatShare(successShare)} more={words.ofPosts(formatNumber(published))} />
        <Tile
          name={words.lateness}
          value={latenessMs ? formatLateness(latenessMs.p99) : '–'}
          more={latenessMs ? words.half(formatLateness(latenessMs.p50)) : words.none}
        />
        <Tile name={words.queue} value={formatNumber(queue.ready)} more={age(queue.oldestReadyAt)} />
        <Tile
          name={words.webhooks}
          value={formatShare(webhooks.last24h.successShare)}
          more={words.waiting(formatNumber(webhooks.ready))}
        />
        <Tile name={words.users} value={formatNumber(users.total)} more={words.newUsers(formatNumber(users.newIn7d))} />
        <Tile name={words.database} value={formatBytes(database.sizeBytes)} more={`PostgreSQL ${database.version}`} />
      </dl>
      <NetworksTable networks={publishing.last24h.byNetwork} />
      <NodesCard nodes={nodes} />
    </AdminFrame>
  )
}
