import { useId } from 'react'

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: Readonly<Record<Value, { readonly name: string; readonly lead?: string }>>
}

/** A choice of one, with all options visible. */
export function ChoiceList<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  const group = useId()
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {(Object.keys(options) as Value[]).map((one) => (
        <label key={one} className="flex min-h-8 cursor-pointer items-start gap-2.5 rounded-sm py-1">
          <input type="radio" name={group} className="mt-1" checked={value === one} onChange={() => onChange(one)} />
          <span className="grid">
            {options[one].name}
            {options[one].lead && <span className="text-ink-3 text-sm">{options[one].lead}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
