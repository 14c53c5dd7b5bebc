import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatRate, formatTenths } from '#web/lib/number.ts'

interface ChangeProps {
  readonly now: number
  readonly before: number
  /** True for a rate, whose change is in percentage points: a percentage of a percentage misleads. */
  readonly isRate?: boolean
}

/** The change of a metric since the previous period. Color, arrow and text express the same. */
export function Change({ now, before, isRate = false }: ChangeProps) {
  const { analytics } = useMessages()
  const points = Math.abs(toShown(now) - toShown(before))
  if (isRate ? points === 0 : now === before)
    return (
      <span className="text-ink-3 text-xs">{isRate ? analytics.change.points(formatTenths(0)) : formatRate(0)}</span>
    )
  const isUp = now > before
  const share = before === 0 ? analytics.change.fresh : formatRate((Math.abs(now - before) / Math.abs(before)) * 100)
  const amount = isRate ? analytics.change.points(formatTenths(points)) : share
  const isFresh = before === 0 && !isRate
  const label = isUp ? analytics.change.up(amount) : analytics.change.down(amount)
  return (
    <span
      title={isFresh ? undefined : label}
      className={`nums inline-flex items-center gap-0.5 whitespace-nowrap align-middle font-medium text-xs ${isUp ? 'text-published' : 'text-ink-3'}`}
    >
      {!isFresh && <Icon name={isUp ? 'up' : 'down'} className="size-3.5" />}
      <span aria-hidden={!isFresh}>{amount}</span>
      {!isFresh && <span className="sr-only">{label}</span>}
    </span>
  )
}

/** The rate as it is shown. A difference is of the numbers that readers see. */
const toShown = (rate: number): number => Math.round(rate * 10) / 10
