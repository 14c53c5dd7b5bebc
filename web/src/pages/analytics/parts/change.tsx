import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatRate } from '#web/lib/number.ts'

interface ChangeProps {
  readonly now: number
  readonly before: number
}

/** The change of a metric since the previous period. Color, arrow and text express the same. */
export function Change({ now, before }: ChangeProps) {
  const { analytics } = useMessages()
  if (now === before) return <span className="text-ink-3 text-sm">{formatRate(0)}</span>
  const isUp = now > before
  const amount = before === 0 ? analytics.change.fresh : formatRate((Math.abs(now - before) / Math.abs(before)) * 100)
  const label = isUp ? analytics.change.up(amount) : analytics.change.down(amount)
  return (
    <span
      title={before === 0 ? undefined : label}
      className={`nums inline-flex items-center gap-0.5 font-medium text-sm ${isUp ? 'text-published' : 'text-failed'}`}
    >
      {before !== 0 && <Icon name={isUp ? 'up' : 'down'} className="size-3.5" />}
      <span aria-hidden={before !== 0}>{amount}</span>
      {before !== 0 && <span className="sr-only">{label}</span>}
    </span>
  )
}
