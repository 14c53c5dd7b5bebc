import type { ComponentProps, ReactNode } from 'react'
import { inputStyle, Labelled } from './labelled.tsx'

interface SelectProps extends ComponentProps<'select'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly options: Readonly<Record<string, string>>
}

/** A labeled select. It is the native element, which supports typing and touch. */
export function SelectField({ label, hint, options, ...select }: SelectProps) {
  return (
    <Labelled label={label} hint={hint}>
      {(ties) => (
        <select {...ties} className={inputStyle} {...select}>
          {Object.entries(options).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
