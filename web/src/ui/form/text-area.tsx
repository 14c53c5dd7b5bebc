import type { ComponentProps, ReactNode } from 'react'
import { inputStyle, Labelled } from './labelled.tsx'

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

/** A labeled multi-line field that grows with its content. */
export function TextArea({ label, hint, error, className = '', ...input }: TextAreaProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ties) => (
        <textarea
          {...ties}
          className={`${inputStyle} field-sizing-content max-h-96 min-h-24 resize-none ${className}`}
          {...input}
        />
      )}
    </Labelled>
  )
}
