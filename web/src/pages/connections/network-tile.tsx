import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { NetworkMark } from '#web/ui/marks/network-mark.tsx'
import type { Provider } from './use-connect.ts'

interface TileProps {
  readonly provider: Provider
  readonly isBusy: boolean
  readonly onConnect: () => void
}

const placeIn = ({ inSandbox, inTrial, real }: ReturnType<typeof useMessages>['connections']) => ({
  sandbox: inSandbox,
  trial: inTrial,
  live: real,
})

/** A network on which an account can be connected, or what is missing for it. */
export function NetworkTile({ provider, isBusy, onConnect }: TileProps) {
  const { connections } = useMessages()
  const { network, name, mode, connect } = provider
  return (
    <div className="flex h-full items-center gap-3 rounded-lg border border-line bg-surface p-4">
      <NetworkMark network={network} isLarge />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-ink-3 text-sm">
          {connect.configured ? (
            placeIn(connections)[mode]
          ) : (
            <>
              {connections.needsApp}{' '}
              <a className="text-brand underline underline-offset-4" href={`/docs/guides/networks-${network}`}>
                {connections.howTo}
              </a>
            </>
          )}
        </p>
      </div>
      {connect.configured && (
        <Button isBusy={isBusy} onClick={onConnect} aria-label={connections.connectNetwork(name)}>
          {connections.connect}
        </Button>
      )}
    </div>
  )
}
