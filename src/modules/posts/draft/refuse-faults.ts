import { type Fault, refuse } from '#kernel/errors.ts'

export function requireNoFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  const foreign = faults.find(({ code }) => code === 'media_forbidden')
  if (foreign) refuse('media_forbidden', { detail: `${foreign.path} ${foreign.message}`, errors: faults })
  refuseFaults(faults)
}

/** Refuses with the errors of fields. Each sentence of the detail begins with its field. */
export function refuseFaults(faults: readonly Fault[]): never {
  const detail = faults.map(({ path, message }) => `${path} ${message}`).join(' ')
  refuse('validation_failed', { errors: faults, detail })
}
