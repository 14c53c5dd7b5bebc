import type { ComponentProps, ReactNode } from 'react'
import { inputStyle, Labelled } from './form/labelled.tsx'

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

/** A labeled text field. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ties) => <input {...ties} className={inputStyle} {...input} />}
    </Labelled>
  )
}
