import { daysBetween } from '#kernel/plain-date.ts'

/** The longest a note can be, in days, so that a period shows a bounded number of days of each. */
export const noteMaxDays = 366

interface Days {
  readonly fromDate: string
  readonly toDate: string
}

/** Finds days that are in the wrong order or too far apart. */
export function findDayFaults({ fromDate, toDate }: Days) {
  if (toDate < fromDate) return [{ path: '/toDate', code: 'invalid_value', message: 'must not be before fromDate' }]
  const days = daysBetween(fromDate, toDate) + 1
  const message = `must be at most ${noteMaxDays} days from fromDate on`
  return days > noteMaxDays ? [{ path: '/toDate', code: 'invalid_value', message }] : []
}
