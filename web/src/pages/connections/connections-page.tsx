import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { accountsQuery, providersQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { NetworkMark } from '#web/ui/marks/network-mark.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AccountCard } from './account-card.tsx'
import { ChoosePageDialog } from './choose-page-dialog.tsx'
import { DirectDialog } from './direct-dialog.tsx'
import { type Provider, useConnect } from './use-connect.ts'
import { useSandboxRest } from './use-sandbox-rest.ts'

/** Shows a profile's accounts, and the networks that can be connected. */
export function ConnectionsPage() {
  const { connections } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { mayManage } = useRights()
  const accounts = useQuery(accountsQuery(profileId))
  const providers = useQuery(providersQuery)
  const [requested, setRequested] = useState<'page' | 'credentials' | null>(null)
  const connect = useConnect(profileId, setRequested)
  const failed = [accounts, providers].find(({ error }) => error)
  const provider = providers.data?.find(({ platform }) => platform === connect.platform)
  const networks = new Set(accounts.data?.map(({ platform }) => platform))
  const [mode, ...otherModes] = new Set(
    providers.data?.filter(({ connect }) => connect.configured).map(({ mode }) => mode),
  )
  const isOneMode = otherModes.length === 0
  const rest = (providers.data ?? []).filter(
    ({ mode, connect, platform }) => mode === 'sandbox' && connect.configured && !networks.has(platform),
  )
  return (
    <Page title={connections.title} lead={mayManage ? connections.lead : connections.managersLead}>
      {failed?.error && <ProblemBanner error={failed.error} onRetry={() => void failed.refetch()} />}
      {accounts.isPending && <WaitingRows count={2} />}
      {connect.error && <ProblemBanner error={connect.error} />}
      {accounts.data && accounts.data.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
          {accounts.data.map((account) => {
            const own = providers.data?.find(({ platform }) => platform === account.platform)
            return (
              <li key={account.id}>
                <AccountCard
                  account={account}
                  isOneOfSeveral={accounts.data.filter(({ platform }) => platform === account.platform).length > 1}
                  onReconnect={() => own && connect.start(own)}
                />
              </li>
            )
          })}
        </ul>
      )}
      {mayManage && networks.size > 0 && rest.length > 0 && <SandboxRestCard profileId={profileId} providers={rest} />}
      {mayManage && !providers.isError && (
        <Section title={connections.add} lead={isOneMode && mode && connections.allIn[mode]}>
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {providers.data?.map((one) => (
              <li key={one.platform}>
                <NetworkTile
                  provider={one}
                  showsMode={!isOneMode}
                  isBusy={connect.platform === one.platform && connect.isBusy}
                  onConnect={() => connect.start(one)}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {provider && requested === 'credentials' && (
        <DirectDialog provider={provider} profileId={profileId} onClose={() => setRequested(null)} />
      )}
      {provider && requested === 'page' && (
        <ChoosePageDialog provider={provider} profileId={profileId} onClose={() => setRequested(null)} />
      )}
    </Page>
  )
}

interface TileProps {
  readonly provider: Provider
  /** False if all networks are in the same mode, which the page shows once. */
  readonly showsMode: boolean
  readonly isBusy: boolean
  readonly onConnect: () => void
}

const placeIn = ({ inSandbox, inTrial, real }: ReturnType<typeof useMessages>['connections']) => ({
  sandbox: inSandbox,
  trial: inTrial,
  live: real,
})

/** A network that can be connected, or what is missing for it. */
export function NetworkTile({ provider, showsMode, isBusy, onConnect }: TileProps) {
  const { connections } = useMessages()
  const { network, name, mode, connect } = provider
  return (
    <div className="flex h-full items-center gap-3 rounded-lg border border-line bg-surface p-4">
      <NetworkMark network={network} isLarge />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        {!connect.configured && (
          <p className="text-ink-3 text-sm">
            {connections.needsApp}{' '}
            <a className="text-brand underline underline-offset-4" href={`/docs/guides/networks-${network}`}>
              {connections.howTo}
            </a>
          </p>
        )}
        {connect.configured && showsMode && <p className="text-ink-3 text-sm">{placeIn(connections)[mode]}</p>}
      </div>
      {connect.configured && (
        <Button isBusy={isBusy} onClick={onConnect} aria-label={connections.connectNetwork(name)}>
          {connections.connect}
        </Button>
      )}
    </div>
  )
}

interface CardProps {
  readonly profileId: string
  /** The sandbox networks without a connected account. */
  readonly providers: readonly Provider[]
}

/** Connects all remaining sandbox networks with one click, after a new user has connected the first one. */
export function SandboxRestCard({ profileId, providers }: CardProps) {
  const { connections } = useMessages()
  const { start, isBusy, progress, fault } = useSandboxRest(profileId, providers)
  return (
    <Card
      title={connections.rest.title}
      lead={isBusy ? progress : connections.rest.lead}
      actions={
        <Button variant="primary" isBusy={isBusy} onClick={start}>
          {connections.rest.connect}
        </Button>
      }
    >
      {fault && (
        <p role="alert" className="text-failed">
          {fault}
        </p>
      )}
    </Card>
  )
}
