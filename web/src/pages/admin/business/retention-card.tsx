import type { Result } from '@posthorn/sdk'
import { HeatTable } from '#web/charts/heat-table.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatPercent } from '#web/lib/number.ts'
import { formatDate } from '#web/lib/time.ts'
import { Card } from '#web/ui/card.tsx'

/** Shows which share of the users of each week of sign-up wrote a post in each of their weeks. */
export function RetentionCard({ retention: { cohorts } }: { readonly retention: Result<'getRetention'> }) {
  const words = useMessages('admin').admin.business.retention
  const weeks = Math.max(0, ...cohorts.map(({ active }) => active.length))
  const shareAt = (row: number, week: number): number | null => {
    const cohort = cohorts[row]
    const active = cohort?.active[week]
    return cohort && active !== undefined && cohort.users > 0 ? (active / cohort.users) * 100 : null
  }
  return (
    <Card title={words.title} lead={words.lead}>
      {cohorts.length === 0 ? (
        <p className="text-ink-3">{words.nobody}</p>
      ) : (
        <HeatTable
          caption={words.title}
          corner={words.corner}
          rows={cohorts.map(({ week }) => formatDate(week))}
          columns={Array.from({ length: weeks }, (_, week) => String(week + 1))}
          values={cohorts.map((_, row) => Array.from({ length: weeks }, (_, week) => shareAt(row, week) ?? 0))}
          show={(row, week) => {
            const share = shareAt(row, week)
            return share === null ? '' : String(Math.round(share))
          }}
          say={(row, week) => {
            const share = shareAt(row, week)
            return share === null ? '' : words.cell(week + 1, formatPercent(share), cohorts[row]?.users ?? 0)
          }}
        />
      )}
    </Card>
  )
}
