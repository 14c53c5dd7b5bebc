import type { Result } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber, formatPercent } from '#web/lib/number.ts'
import { Card } from '#web/ui/card.tsx'
import { BarList } from './bar-list.tsx'

/** Shows how many of the new users came to each step. */
export function FunnelCard({ funnel: { steps } }: { readonly funnel: Result<'getFunnel'> }) {
  const words = useMessages('admin').admin.business.funnel
  const signedUp = steps[0]?.users ?? 0
  return (
    <Card title={words.title} lead={words.lead}>
      {signedUp === 0 ? (
        <p className="text-ink-3">{words.nobody}</p>
      ) : (
        <BarList
          label={words.title}
          of={signedUp}
          rows={steps.map(({ name, users, share }) => ({
            name: words.steps[name],
            value: users,
            label: `${formatNumber(users)} · ${formatPercent((share ?? 0) * 100)}`,
          }))}
        />
      )}
    </Card>
  )
}
