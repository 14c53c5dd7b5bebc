import { type ComponentProps, type ReactNode, useId } from 'react'
import { inputLook } from '../field.tsx'

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

/** A labelled field for several lines. It grows with them. */
export function TextArea({ label, hint, error, className = '', ...input }: TextAreaProps) {
  const id = useId()
  const about = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={about}
        className={`${inputLook} field-sizing-content max-h-96 min-h-24 resize-none ${className}`}
        {...input}
      />
      {error ? (
        <p id={`${id}-error`} className="text-failed text-sm">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-ink-3 text-sm">
            {hint}
          </p>
        )
      )}
    </div>
  )
}
