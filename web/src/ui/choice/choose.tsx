interface ChooseProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: Readonly<Record<string, string>>
}

/** A compact select whose label is only for screen readers. Its first option explains its purpose. */
export function Choose({ label, value, onChange, options }: ChooseProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="field-sizing-content min-h-9 min-w-0 max-w-full sm:max-w-64 rounded-md border border-line-2 bg-surface ps-3 font-medium shadow-1 hover:bg-sunken max-sm:min-h-10 max-sm:text-lg"
    >
      {Object.entries(options).map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  )
}
