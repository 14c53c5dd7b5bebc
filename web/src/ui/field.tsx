import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

export const inputLook =
  'w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-lg sm:text-base placeholder:text-ink-3 aria-invalid:border-failed'

/** A labelled text field. Its hint and its error are read out with it. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId()
  const about = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input id={id} aria-invalid={error !== undefined} aria-describedby={about} className={inputLook} {...input} />
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
