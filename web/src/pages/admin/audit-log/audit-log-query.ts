import { shiftDay, startOfDay } from '#web/lib/day.ts'
import type { AuditFilter } from './audit-log-search.ts'

/** Converts the filters to API parameters. The last day is included completely. */
export const toQuery = ({ from, to, ...rest }: AuditFilter) => ({
  ...rest,
  ...(from && { from: startOfDay(from).toISOString() }),
  ...(to && { to: startOfDay(shiftDay(to, 1)).toISOString() }),
})
