import { useMessages } from '#web/i18n/index.ts'
import type { FaultKind } from './weather-queries.ts'

interface Preset {
  readonly kind: FaultKind
  /** The calls that it strikes, as the form says it; an empty text means until it is mended. */
  readonly count: string
}

const presets = {
  outage: { kind: 'error_before', count: '3' },
  lost: { kind: 'drop_after', count: '1' },
  refusal: { kind: 'reject', count: '1' },
  rush: { kind: 'rate_limit', count: '3' },
} as const satisfies Readonly<Record<string, Preset>>

/** Fills the form with what people try first. */
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
