import type { ComponentProps, ReactNode } from 'react'
import { inputLook, Labelled } from './labelled.tsx'

interface SelectProps extends ComponentProps<'select'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly options: Readonly<Record<string, string>>
}

/** A labelled choice of one. It is the device's own, which can be typed into and fits fingers. */
export function SelectField({ label, hint, options, ...select }: SelectProps) {
  return (
    <Labelled label={label} hint={hint}>
      {(ties) => (
        <select {...ties} className={inputLook} {...select}>
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
