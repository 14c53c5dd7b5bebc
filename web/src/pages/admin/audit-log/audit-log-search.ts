/** The filters of the log and the open entry. Dates are in the reader's time zone. */
export interface AuditFilter {
  readonly actor?: string
  readonly action?: string
  readonly subject?: string
  readonly from?: string
  readonly to?: string
}

interface AuditLogSearch extends AuditFilter {
  readonly entry?: string
}

const texts = ['actor', 'action', 'subject', 'entry'] as const
const days = ['from', 'to'] as const

export function readAuditLogSearch(search: Record<string, unknown>): AuditLogSearch {
  const isText = (name: string) => typeof search[name] === 'string' && search[name] !== ''
  const isDay = (name: string) => /^\d{4}-\d{2}-\d{2}$/.test(String(search[name] ?? ''))
  return Object.fromEntries(
    [...texts.filter(isText), ...days.filter(isDay)].map((name) => [name, String(search[name])]),
  )
}
