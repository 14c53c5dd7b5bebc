import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { NetworkMark } from '#web/ui/marks/network-mark.tsx'
import type { Provider } from './use-connect.ts'

interface TileProps {
  readonly provider: Provider
  /** False where all networks are in one mode, which the page says once. */
  readonly showsMode: boolean
  readonly isBusy: boolean
  readonly onConnect: () => void
}

const placeIn = ({ inSandbox, inTrial, real }: ReturnType<typeof useMessages>['connections']) => ({
  sandbox: inSandbox,
  trial: inTrial,
  live: real,
})

/** A network on which an account can be connected, or what is missing for it. */
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
