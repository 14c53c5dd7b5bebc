interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly (readonly [Value, string])[]
}

/** A choice of one among a few, side by side. */
export function ChoiceBar<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  return (
    <fieldset className="flex min-w-0 max-w-full overflow-x-auto rounded-md border border-line bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(([key, name]) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          onClick={() => onChange(key)}
          className="min-h-8 whitespace-nowrap rounded-sm px-2.5 text-ink-2 text-sm hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink max-sm:min-h-10 max-sm:flex-1"
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
