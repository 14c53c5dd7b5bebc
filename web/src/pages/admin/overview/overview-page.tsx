import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { readLocale } from '#web/lib/locale.ts'
import { formatBytes, formatNumber } from '#web/lib/number.ts'
import { formatDistance, formatLateness } from '#web/lib/time.ts'
import { RowList } from '#web/ui/card.tsx'
import { EmptyLine } from '#web/ui/empty-state.tsx'
import { NetworkMark, networks as names } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'
import { WaitingShape, WaitingTiles } from '#web/ui/waiting/waiting-shape.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { modesQuery } from '../networks/modes-query.ts'
import { AlertsCard } from './alerts-card.tsx'
import { NextSteps } from './next-steps.tsx'

const everyMs = 5_000

const tileColumns = 'grid-cols-2 lg:grid-cols-3'

/** Shows the service's health: first alerts, then publishing, backlog and nodes. */
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
  const isNew = publishing.last7d.all.published === 0
  const age = (oldest: string | null) => (oldest === null ? words.none : words.oldest(formatDistance(oldest)))
  return (
    <AdminFrame tab="overview">
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      <AlertsCard />
      <Stats className={tileColumns}>
        <Stat name={words.published} value={formatShare(successShare)} more={words.ofPosts(formatNumber(published))} />
        <Stat
          name={words.lateness}
          value={latenessMs ? formatLateness(latenessMs.p99) : '–'}
          more={latenessMs ? words.half(formatLateness(latenessMs.p50)) : words.none}
        />
        <Stat name={words.queue} value={formatNumber(queue.ready)} more={age(queue.oldestReadyAt)} />
        <Stat
          name={words.webhooks}
          value={formatShare(webhooks.last24h.successShare)}
          more={words.waiting(formatNumber(webhooks.ready))}
        />
        <Stat name={words.users} value={formatNumber(users.total)} more={words.newUsers(formatNumber(users.newIn7d))} />
        <Stat name={words.database} value={formatBytes(database.sizeBytes)} more={`PostgreSQL ${database.version}`} />
      </Stats>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        {isNew && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <NextSteps />
            <NodesCard nodes={nodes} />
          </div>
        )}
        <NetworksTable networks={publishing.last24h.byNetwork} />
        {!isNew && <NodesCard nodes={nodes} />}
      </div>
    </AdminFrame>
  )
}

type Node = Result<'getAdminOverview'>['nodes'][number]

/** Lists the processes of the installation with their latest heartbeats. */
export function NodesCard({ nodes }: { readonly nodes: readonly Node[] }) {
  const { admin } = useMessages('admin')
  const words = admin.overview
  return (
    <Section title={words.nodes}>
      <RowList label={words.nodes}>
        {nodes.map(({ id, host, roles, version, seenAt, isSilent, disk, memoryBytes }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
            <div className="grid min-w-0 flex-1 basis-56">
              <OneLine className="font-medium">{host}</OneLine>
              <span className="text-ink-3 text-sm">
                {version} · <code className="font-mono text-xs">{roles.join(', ')}</code>
              </span>
            </div>
            <span className="nums text-ink-2 text-sm">
              {words.room(formatBytes(disk.freeBytes), formatBytes(memoryBytes))}
            </span>
            <span className={`nums flex items-center gap-1.5 text-sm ${isSilent ? 'text-failed' : 'text-ink-2'}`}>
              <span
                aria-hidden="true"
                className={`size-1.75 shrink-0 rounded-full ${isSilent ? 'bg-failed' : 'bg-published'}`}
              />
              {isSilent ? words.silent(formatDistance(seenAt)) : words.alive}
            </span>
          </li>
        ))}
      </RowList>
    </Section>
  )
}

type Row = Result<'getAdminOverview'>['publishing']['last24h']['byNetwork'][number]

/** Compares the networks over the last day. */
export function NetworksTable({ networks }: { readonly networks: readonly Row[] }) {
  const { admin } = useMessages('admin')
  const words = admin.overview
  const used = networks.filter(({ published, failed, unknown }) => published + failed + unknown > 0)
  return (
    <Section title={words.byNetwork}>
      {used.length === 0 && <UnusedNetworks />}
      {used.length > 0 && (
        <ul className="divide-y divide-line rounded-lg bg-surface shadow-1 ring-1 ring-line">
          {used.map(({ network, published, failed, unknown, successShare, latenessMs }) => (
            <li
              key={network}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-4 px-4 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto_6rem_4rem]"
            >
              <NetworkMark network={network} />
              <span className="min-w-0 font-medium">{names[network].name}</span>
              <span className="nums text-ink-2 text-sm max-sm:order-last max-sm:col-span-3 max-sm:col-start-2">
                {words.outOf(formatNumber(published), formatNumber(failed + unknown))}
              </span>
              <span className="nums text-end text-ink-2 text-sm">
                {latenessMs ? formatLateness(latenessMs.p99) : '–'}
              </span>
              <span className="nums text-end font-medium">{formatShare(successShare)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Lists all networks with their modes while nothing has been published. */
function UnusedNetworks() {
  const { admin } = useMessages('admin')
  const { data } = useQuery(modesQuery)
  if (!data) return <EmptyLine>{admin.overview.nothingOut}</EmptyLine>
  return (
    <RowList label={admin.overview.byNetwork}>
      <li className="px-4 py-2.5 text-ink-2">{admin.overview.nothingOut}</li>
      {data.platforms.map(({ network, mode }) => (
        <li key={network} className="flex min-h-11 items-center gap-3 px-4 py-2">
          <NetworkMark network={network} />
          <span className="min-w-0 flex-1 font-medium">{names[network].name}</span>
          <span className="rounded-full bg-sunken px-2.5 py-0.5 font-medium text-xs">{admin.networks.modes[mode]}</span>
        </li>
      ))}
    </RowList>
  )
}

/** "99.8 %". A dash if nothing was counted. */
export const formatShare = (share: number | null): string =>
  share === null
    ? '–'
    : new Intl.NumberFormat(readLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(share)
