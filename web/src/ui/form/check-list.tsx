interface CheckProps {
  readonly label: string
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly options: Readonly<Record<string, string>>
}

/** A choice of several. */
export function CheckList({ label, value, onChange, options }: CheckProps) {
  const toggle = (one: string) =>
    onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one])
  return (
    <fieldset className="grid min-w-0 gap-x-4 sm:grid-cols-2">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {Object.entries(options).map(([one, name]) => (
        <label key={one} className="flex min-h-8 cursor-pointer items-start gap-2.5 py-1">
          <input type="checkbox" className="mt-1" checked={value.includes(one)} onChange={() => toggle(one)} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
