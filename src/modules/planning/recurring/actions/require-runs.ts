import { refuseInput } from '#kernel/errors.ts'
import type { Occurrence } from '../schedule.ts'

/** Refuses a schedule without a single run between its start and end. */
export function requireRuns(next: Occurrence | undefined): Occurrence {
  if (next) return next
  const message = 'The schedule has no run before endAt. Choose a later end, or another expression.'
  refuseInput({ path: '/endAt', code: 'never_runs', message })
}
