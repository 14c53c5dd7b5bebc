import { PosthornError } from '@posthorn/sdk'
import { useEffect } from 'react'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface FormProblemProps {
  readonly error: Error | null
  /** The fields that show their errors themselves, as JSON Pointers. */
  readonly fields: readonly string[]
}

/** Explains an error that no field of the form shows. If the fields show all of it, moves the focus to the first one. */
export function FormProblem({ error, fields }: FormProblemProps) {
  const isAtFields =
    error instanceof PosthornError && error.errors.length > 0 && error.errors.every(({ path }) => fields.includes(path))
  useEffect(() => {
    if (error && isAtFields) document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus()
  }, [error, isAtFields])
  return error && !isAtFields ? <ProblemBanner error={error} /> : null
}
