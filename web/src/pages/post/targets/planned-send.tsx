import type { Issue } from '#web/compose/check/use-check.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import type { Plan } from './use-plan.ts'

interface SendProps {
  readonly plan: Plan
  readonly faults: readonly Issue[]
}

/** The planned publication for an account: what would fail, the final text, and the calls in order. */
export function PlannedSend({ plan: { text, length, maxLength, calls, quota }, faults }: SendProps) {
  const { posts, verdicts } = useMessages()
  const { plan: words } = posts
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {faults.map((fault) => (
        <p key={fault.message} className="text-failed">
          {verdicts.issue(fault)}
        </p>
      ))}
      <details className="text-sm">
        <summary className="text-ink-2">{words.text(formatNumber(length), formatNumber(maxLength))}</summary>
        <p dir="auto" className="mt-2 whitespace-pre-wrap break-words rounded-md bg-sunken p-3">
          {text}
        </p>
        <ol aria-label={words.calls} className="mt-2 flex flex-wrap gap-1.5">
          {calls.map((call, nth) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same call can come twice, and the order is its identity
              key={nth}
              className="nums flex items-center gap-1.5 rounded-sm border border-line border-dashed px-2 py-0.5 text-ink-3 text-xs"
            >
              <span>{nth + 1}</span>
              <code className="font-mono">{call}</code>
            </li>
          ))}
        </ol>
      </details>
      {quota && (
        <p className="nums text-ink-3 text-sm">{words.quota(formatNumber(quota.max - quota.used - quota.reserved))}</p>
      )}
    </div>
  )
}
