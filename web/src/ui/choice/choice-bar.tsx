interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly (readonly [Value, string])[]
}

/** The frame of a choice among a few, side by side. Also used for links if the choice is in the URL. */
export const choiceBarStyle =
  'flex min-h-10 w-fit min-w-0 max-w-full overflow-x-auto items-center gap-0.5 rounded-md bg-sunken p-0.75 sm:min-h-9 [scrollbar-width:none]'

/** One of the choices in the frame. */
export const choiceStyle =
  'inline-flex min-h-8.5 items-center justify-center whitespace-nowrap rounded-sm px-3 font-medium text-ink-2 text-sm -outline-offset-2 hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-1 aria-[current=page]:ring-1 aria-[current=page]:ring-line aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-1 aria-pressed:ring-1 aria-pressed:ring-line sm:min-h-7.5'

/** A choice of one among a few, side by side. */
export function ChoiceBar<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  return (
    <fieldset className={choiceBarStyle}>
      <legend className="sr-only">{label}</legend>
      {options.map(([key, name]) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          onClick={() => onChange(key)}
          className={`${choiceStyle} max-sm:flex-1`}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
