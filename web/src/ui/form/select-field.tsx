import { type ComponentProps, type ReactNode, useId } from 'react'
import { inputLook } from '../field.tsx'

interface SelectProps extends ComponentProps<'select'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly options: Readonly<Record<string, string>>
}

/** A labelled choice of one. It is the device's own, which can be typed into and fits fingers. */
export function SelectField({ label, hint, options, ...select }: SelectProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={`${inputLook} min-h-10`}
        {...select}
      >
        {Object.entries(options).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-3 text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
