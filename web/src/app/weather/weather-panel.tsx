import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { NetworkMark, type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { api } from '../api.ts'
import { breakNetwork, type Fault, type FaultKind, faultsQuery, sandboxClockQuery } from './weather-queries.ts'

/** The available numbers of calls. Empty: until it is fixed. */
const counts = ['1', '3', '10', ''] as const

/** The weather panel of the sandbox, next to the page: break a network here and watch the affected post there. */
export function WeatherPanel({ onClose }: { readonly onClose: () => void }) {
  const { weather, shell } = useMessages()
  const queries = useQueryClient()
  const faults = useQuery(faultsQuery)
  const [network, setNetwork] = useState<NetworkName>('bluesky')
  const [kind, setKind] = useState<FaultKind>('reject')
  const [count, setCount] = useState<string>('1')
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const again = () => queries.invalidateQueries({ queryKey: ['sandbox'] })
  const breaking = useMutation({
    mutationFn: () => breakNetwork(network, kind, count === '' ? null : Number(count)),
    onSettled: again,
  })
  const mending = useMutation({
    mutationFn: (platform: NetworkName | null) =>
      platform === null ? api.removeAllSandboxFaults() : api.removeSandboxFault({ platform }),
    // The pressed button disappears with its fault, but the focus must stay.
    onSuccess: () => panel.current?.focus(),
    onSettled: again,
  })
  const error = breaking.error ?? mending.error ?? faults.error
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={shell.weather}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="fixed inset-x-3 bottom-20 z-20 grid max-h-[60dvh] gap-4 overflow-y-auto rounded-lg border border-line bg-surface p-4 text-base text-ink shadow-lg outline-none sm:start-auto sm:end-4 sm:w-88 md:bottom-4 md:max-h-[80dvh]"
    >
      <header className="flex items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="font-semibold text-ink text-lg">{shell.weather}</h2>
          <p className="text-ink-3 text-sm">{weather.lead}</p>
        </div>
        <Button variant="quiet" aria-label={shell.close} onClick={onClose} className="-me-2 -mt-1 px-2">
          <Icon name="close" className="size-4" />
        </Button>
      </header>
      {error && <ProblemBanner error={error} />}
      <FaultList faults={faults.data ?? []} onMend={(one) => mending.mutate(one)} />
      <Presets
        onChoose={(preset) => {
          setKind(preset.kind)
          setCount(preset.count)
        }}
      />
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          breaking.mutate()
        }}
      >
        <SelectField
          label={weather.network}
          value={network}
          onChange={({ target }) => setNetwork(target.value as NetworkName)}
          options={Object.fromEntries(Object.entries(networks).map(([key, { name }]) => [key, name]))}
        />
        <SelectField
          label={weather.fault}
          value={kind}
          onChange={({ target }) => setKind(target.value as FaultKind)}
          options={weather.kinds}
        />
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
          <SelectField
            label={weather.calls}
            value={count}
            onChange={({ target }) => setCount(target.value)}
            options={Object.fromEntries(
              counts.map((one) => [one, one === '' ? weather.untilMended : weather.next(Number(one))]),
            )}
          />
          <Button type="submit" variant="primary" className="min-h-10" isBusy={breaking.isPending}>
            {weather.break}
          </Button>
        </div>
      </form>
      <PassTime />
    </aside>
  )
}

interface ListProps {
  readonly faults: readonly Fault[]
  /** Null fixes all networks. */
  readonly onMend: (network: NetworkName | null) => void
}

/** Lists the broken networks, each with the number of calls that will still fail. */
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
        <Button variant="quiet" className="justify-self-end" onClick={() => onMend(null)}>
          {weather.mendAll}
        </Button>
      )}
    </div>
  )
}

const hourMs = 3_600_000
const jumps = { hour: hourMs, day: 24 * hourMs, month: 30 * 24 * hourMs } as const
/** A smaller difference from the current time is ignored. */
const noticeableMs = 60_000

/** Advances the clock of the sandbox networks and shows their time. */
export function PassTime() {
  const { weather } = useMessages()
  const queries = useQueryClient()
  const clock = useQuery(sandboxClockQuery)
  const pass = useMutation({
    mutationFn: (advanceMs: number) => api.moveSandboxClock({ advanceMs }),
    onSuccess: (answer) => queries.setQueryData(sandboxClockQuery.queryKey, answer),
  })
  const isAhead = clock.data && Date.parse(clock.data.now) - clock.dataUpdatedAt > noticeableMs
  return (
    <section aria-labelledby="pass-time" className="grid gap-2 border-line border-t pt-4">
      <h3 id="pass-time" className="font-medium text-ink">
        {weather.time}
      </h3>
      <p className="text-ink-3 text-sm">
        {weather.timeLead} {isAhead && weather.ahead(formatDayAndTime(clock.data.now))}
      </p>
      {pass.error && <ProblemBanner error={pass.error} />}
      <div className="flex flex-wrap gap-2">
        {(['hour', 'day', 'month'] as const).map((one) => (
          <Button key={one} onClick={() => pass.mutate(jumps[one])}>
            {weather.pass[one]}
          </Button>
        ))}
      </div>
    </section>
  )
}

interface Preset {
  readonly kind: FaultKind
  /** The number of calls that fail, as form text. An empty text means until it is fixed. */
  readonly count: string
}

const presets = {
  outage: { kind: 'error_before', count: '3' },
  lost: { kind: 'drop_after', count: '1' },
  refusal: { kind: 'reject', count: '1' },
  rush: { kind: 'rate_limit', count: '3' },
} as const satisfies Readonly<Record<string, Preset>>

/** Fills in the form with common cases. */
export function Presets({ onChoose }: { readonly onChoose: (preset: Preset) => void }) {
  const { weather } = useMessages()
  const names = Object.keys(presets) as (keyof typeof presets)[]
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{weather.presets.label}</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          onClick={() => onChoose(presets[name])}
          className="min-h-11 rounded-full border border-line px-3 text-ink-2 text-sm sm:min-h-8 hover:bg-sunken hover:text-ink"
        >
          {weather.presets[name]}
        </button>
      ))}
    </fieldset>
  )
}
