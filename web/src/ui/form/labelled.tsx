import { type ReactNode, useId } from 'react'

/** The style of an input or select. */
export const inputStyle =
  'min-h-10 w-full rounded-md border border-line-2 bg-surface px-3 py-1.5 text-lg sm:min-h-9 sm:text-base placeholder:text-ink-3 aria-invalid:border-failed'

interface LabelledProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Renders the field with the attributes that tie it to its label and hint. */
  readonly children: (ties: Ties) => ReactNode
}

interface Ties {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

/** A field between its label and its hint. An error replaces the hint; screen readers announce both with the field. */
export function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId()
  const about = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': about })}
      {error ? (
        <p id={about} className="text-failed text-sm">
          {error}
        </p>
      ) : (
        hint && (
          <p id={about} className="text-ink-3 text-sm">
            {hint}
          </p>
        )
      )}
    </div>
  )
}
