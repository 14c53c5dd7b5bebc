/** Colors by name. Each page decides how it shows them. */
export const labelColors = [
  'gray',
  'red',
  'orange',
  'amber',
  'yellow',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'purple',
  'pink',
  'rose',
  'brown',
] as const

export type LabelColor = (typeof labelColors)[number]

export const labelKinds = ['label', 'campaign'] as const

export type LabelKind = (typeof labelKinds)[number]

interface Period {
  readonly kind: LabelKind
  readonly fromDate: string | null
  readonly toDate: string | null
}

/** Returns the errors in the dates of a label. Only a campaign has dates, and it ends on or after its first day. */
export function findDateFaults({ kind, fromDate, toDate }: Period) {
  const faults: { readonly path: string; readonly code: string; readonly message: string }[] = []
  if (kind === 'label' && (fromDate !== null || toDate !== null)) {
    const path = fromDate === null ? '/toDate' : '/fromDate'
    faults.push({ path, code: 'label_has_dates', message: 'Only a campaign has dates. Send kind campaign, or null.' })
  }
  if (fromDate !== null && toDate !== null && toDate < fromDate)
    faults.push({ path: '/toDate', code: 'label_ends_first', message: 'must not be before fromDate' })
  return faults
}

/** Combines the keys whose tags a label takes over, without duplicates. */
export const addKeys = (previous: readonly string[], ...more: readonly string[]): string[] => [
  ...new Set([...previous, ...more]),
]
