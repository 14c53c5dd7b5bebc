import type { Item } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { RowList } from '#web/ui/card.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { modesQuery } from './modes-query.ts'
import { SecretsCard } from './secrets-card.tsx'

const everyMs = 10_000

/** Shows for each network whether it is real or simulated, its health, and what its app still lacks. */
export function AdminNetworksPage() {
  const { adminPlaces } = useMessages()
  const session = useSession()
  const modes = useQuery(modesQuery)
  const health = useQuery({
    queryKey: ['admin-health'],
    queryFn: () => api.getPlatformsHealth(),
    refetchInterval: everyMs,
  })
  const error = modes.error ?? health.error
  const isKeeper = session.state === 'in' && session.signedIn.user.role === 'superadmin'
  return (
    <AdminFrame tab="networks">
      {error && <ProblemBanner error={error} onRetry={() => void Promise.all([modes.refetch(), health.refetch()])} />}
      {!(modes.data && health.data) && !error && <WaitingRows count={6} />}
      {modes.data && health.data && (
        <RowList label={adminPlaces.tabs.networks}>
          {modes.data.platforms.map((mode) => (
            <NetworkRow
              key={mode.network}
              mode={mode}
              health={health.data.platforms.find(({ network }) => network === mode.network)}
            />
          ))}
        </RowList>
      )}
      {isKeeper && <SecretsCard />}
    </AdminFrame>
  )
}

interface RowProps {
  readonly mode: Item<'getPlatformsMode', 'platforms'>
  readonly health: Item<'getPlatformsHealth', 'platforms'> | undefined
}

function NetworkRow({ mode: { network, mode, isReadyForLive, missing }, health }: RowProps) {
  const { admin, verdicts } = useMessages('admin')
  const words = admin.networks
  const why = health?.restsWhy == null ? words.rests : verdicts.rest(health.restsWhyCode, health.restsWhy)
  const rest = health?.pauseReason ?? (health?.circuit === 'open' ? why : null)
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <NetworkMark network={network} />
        <div className="grid min-w-0 flex-1 basis-48">
          <span className="font-medium">{networks[network].name}</span>
          <span className="text-ink-3 text-sm">
            {health && words.accounts(health.accounts.active, health.accounts.needsReconnect)}
            {health?.lastPublishedAt && ` · ${words.lastOut(formatDistance(health.lastPublishedAt))}`}
          </span>
        </div>
        {rest !== null && (
          <span className="rounded-full bg-held/12 px-2.5 py-0.5 font-medium text-held text-xs">{words.paused}</span>
        )}
        <span className="rounded-full bg-sunken px-2.5 py-0.5 font-medium text-xs">{words.modes[mode]}</span>
      </div>
      {rest !== null && (
        <p className="ps-8 text-ink-2 text-sm">
          <bdi>{rest}</bdi>
        </p>
      )}
      {health?.lastError && (
        <p className="break-words ps-8 text-ink-3 text-sm">
          {words.lastError(formatDistance(health.lastError.at))}{' '}
          <bdi>{verdicts.failure(health.lastError.code, health.lastError.message ?? '')}</bdi>
        </p>
      )}
      {!isReadyForLive && (
        <details className="ps-8 text-sm">
          <summary className="w-fit text-ink-2 hover:text-ink">{words.missing(missing.length)}</summary>
          <ul className="mt-2 grid gap-1.5">
            {missing.map(({ setting, why }) => (
              <li key={setting} className="text-ink-3">
                <code className="font-mono text-ink text-xs">{setting}</code>{' '}
                <span>{words.whyMissing(setting, why)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
