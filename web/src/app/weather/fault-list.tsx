import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { NetworkMark, type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'
import type { Fault } from './weather-queries.ts'

interface ListProps {
  readonly faults: readonly Fault[]
  /** Null mends all. */
  readonly onMend: (network: NetworkName | null) => void
}

/** The networks that are broken now, each with what it still has before it. */
export function FaultList({ faults, onMend }: ListProps) {
  const { weather } = useMessages()
  if (faults.length === 0) return <p className="rounded-md bg-sunken px-3 py-2 text-ink-2">{weather.clear}</p>
  return (
    <div className="grid gap-2">
      <ul aria-live="polite" className="divide-y divide-line rounded-md border border-line">
        {faults.map(({ network, kind, left, struck }) => (
          <li key={network} className="flex items-center gap-3 px-3 py-2">
            <NetworkMark network={network} />
            <span className="grid min-w-0 flex-1">
              <span className="font-medium text-ink">{networks[network].name}</span>
              <span className="nums text-ink-3 text-sm">
                {weather.kinds[kind]} · {left === null ? weather.struck(struck) : weather.left(left)}
              </span>
            </span>
            <Button onClick={() => onMend(network)}>{weather.mend}</Button>
          </li>
        ))}
      </ul>
      {faults.length > 1 && (
        <Button look="quiet" className="justify-self-end" onClick={() => onMend(null)}>
          {weather.mendAll}
        </Button>
      )}
    </div>
  )
}
