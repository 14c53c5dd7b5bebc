export const filters = ['open', 'acked', 'all'] as const
type Filter = (typeof filters)[number]

interface AlertsSearch {
  readonly show?: Filter
}

export const readAlertsSearch = ({ show }: Record<string, unknown>): AlertsSearch =>
  show === 'acked' || show === 'all' ? { show } : {}
