import type { Result } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { nameOfPlan } from '#web/lib/plan-name.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Card } from '#web/ui/card.tsx'
import { BarList } from './bar-list.tsx'

/** Shows why users cancelled, in numbers and in their own words. */
export function FeedbackCard({ feedback }: { readonly feedback: Result<'getCancellationFeedback'> }) {
  const { admin, usage } = useMessages('admin')
  const words = admin.business.feedback
  const { total, reasons, comments } = feedback
  return (
    <Card title={words.title} lead={words.lead}>
      {total === 0 ? (
        <p className="text-ink-3">{words.nobody}</p>
      ) : (
        <BarList
          label={words.title}
          of={total}
          rows={reasons
            .toSorted((one, other) => other.count - one.count)
            .map(({ reason, count }) => ({
              name: words.reasons[reason],
              value: count,
              label: formatNumber(count),
            }))}
        />
      )}
      {comments.length > 0 && (
        <ul aria-label={words.comments} className="divide-y divide-line border-line border-t">
          {comments.map(({ at, plan, reason, comment }) => (
            <li key={`${at} ${comment}`} className="grid gap-1 py-3">
              <bdi className="whitespace-pre-wrap break-words">{comment}</bdi>
              <span className="text-ink-3 text-sm">
                {words.reasons[reason]} · {nameOfPlan(plan, usage)} · {formatDistance(at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
