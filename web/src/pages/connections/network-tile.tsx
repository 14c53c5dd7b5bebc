import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { NetworkMark } from '#web/ui/marks/network-mark.tsx'
import type { Provider } from './use-connect.ts'

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

const tileStyle = 'flex h-full min-h-12 w-full items-center gap-3 rounded-md bg-surface px-3.5 py-2 ring-1 ring-line'

/** A network that can be connected with one click, or what is missing for it. */
export function NetworkTile({ provider, showsMode, isBusy, onConnect }: TileProps) {
  const { connections } = useMessages()
  const { network, name, mode, connect } = provider
  if (!connect.configured)
    return (
      <div className={tileStyle}>
        <NetworkMark network={network} className="size-5.5" />
        <p className="min-w-0 flex-1">
          <span className="block font-medium">{name}</span>
          <span className="block text-ink-3 text-xs">
            {connections.needsApp}{' '}
            <a className="text-brand underline underline-offset-3" href={`/docs/guides/networks-${network}`}>
              {connections.howTo}
            </a>
          </span>
        </p>
      </div>
    )
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy}
      onClick={isBusy ? undefined : onConnect}
      className={`${tileStyle} text-start hover:bg-sunken aria-disabled:opacity-60`}
    >
      <NetworkMark network={network} className="size-5.5" />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{connections.connectNetwork(name)}</span>
        <span aria-hidden="true" className="block font-medium">
          {name}
        </span>
        {showsMode && <span className="block text-ink-3 text-xs">{placeIn(connections)[mode]}</span>}
      </span>
      <Icon name="plus" className="size-4 text-ink-3" />
    </button>
  )
}
