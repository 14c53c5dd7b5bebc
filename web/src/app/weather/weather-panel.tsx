import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { api } from '../api.ts'
import { FaultList } from './fault-list.tsx'
import { PassTime } from './pass-time.tsx'
import { Presets } from './presets.tsx'
import { breakNetwork, type FaultKind, faultsQuery } from './weather-queries.ts'

/** The numbers of calls that can be chosen. None: until it is mended. */
const counts = ['1', '3', '10', ''] as const

/** The weather of the sandbox, beside the page: a network breaks here, and there the post that waits for it is seen. */
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
    // The button that was pressed goes with its fault, and the focus must not go with it.
    onSuccess: () => panel.current?.focus(),
    onSettled: again,
  })
  const error = breaking.error ?? mending.error ?? faults.error
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={weather.title}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="fixed inset-x-3 bottom-20 z-20 grid max-h-[60dvh] gap-4 overflow-y-auto rounded-lg border border-line bg-surface p-4 text-base text-ink shadow-lg outline-none sm:start-auto sm:end-4 sm:w-88 md:bottom-4 md:max-h-[80dvh]"
    >
      <header className="flex items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="font-semibold text-ink text-lg">{weather.title}</h2>
          <p className="text-ink-3 text-sm">{weather.lead}</p>
        </div>
        <Button look="quiet" aria-label={shell.close} onClick={onClose} className="-me-2 -mt-1 px-2">
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
          <Button type="submit" look="primary" className="min-h-10" isBusy={breaking.isPending}>
            {weather.break}
          </Button>
        </div>
      </form>
      <PassTime />
    </aside>
  )
}
