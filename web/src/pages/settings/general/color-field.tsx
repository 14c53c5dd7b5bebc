import { useMessages } from '#web/i18n/index.ts'

interface ColorProps {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Dark enough for the white letter of the brand's tile in both themes. */
const usual = ['#1D4ED8', '#0F766E', '#15803D', '#A16207', '#C2410C', '#BE123C', '#7E22CE', '#334155']
const swatch = 'size-9 rounded-md border border-line aria-pressed:outline-2 aria-pressed:outline-offset-2 outline-focus'

/** Chooses a colour: the usual ones are one click away, any other is the device's own dialog. */
export function ColorField({ value, onChange }: ColorProps) {
  const { settings } = useMessages()
  const isUsual = value === null || usual.includes(value.toUpperCase())
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium">{settings.brand.color}</legend>
      <div className="flex flex-wrap items-center gap-2.5">
        {usual.map((color) => (
          <button
            key={color}
            type="button"
            aria-label={color}
            aria-pressed={value?.toUpperCase() === color}
            onClick={() => onChange(color)}
            className={swatch}
            style={{ background: color }}
          />
        ))}
        <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-line px-2.5 hover:bg-sunken">
          <input
            type="color"
            value={value ?? '#1D4ED8'}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
            className="size-5 cursor-pointer"
          />
          {isUsual ? settings.brand.ownColor : <code className="font-mono text-xs">{value}</code>}
        </label>
        <button
          type="button"
          aria-pressed={value === null}
          onClick={() => onChange(null)}
          className="min-h-9 rounded-md border border-line px-2.5 outline-focus hover:bg-sunken aria-pressed:outline-2 aria-pressed:outline-offset-2"
        >
          {settings.brand.noColor}
        </button>
      </div>
    </fieldset>
  )
}
