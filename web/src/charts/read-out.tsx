import { formatNumber } from '#web/lib/number.ts'
import { LineSample } from './legend.tsx'
import type { Series } from './series.ts'

interface ReadOutProps {
  readonly title: string
  readonly series: readonly Series[]
  readonly at: number
  /** The place of the cursor, and the width of the chart, in pixels. */
  readonly x: number
  readonly width: number
}

/** The numbers at the cursor, on the side of it that has room. */
export function ReadOut({ title, series, at, x, width }: ReadOutProps) {
  const isLeft = x > width / 2
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-2 z-10 max-w-56 rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-lg"
      style={isLeft ? { right: width - x + 12 } : { left: x + 12 }}
    >
      <p className="whitespace-nowrap text-ink-3">{title}</p>
      <dl className="nums grid gap-0.5">
        {series.map((one, place) => (
          <div key={one.name} className="flex items-center gap-2">
            {series.length > 1 && <LineSample series={one} at={place} />}
            <dt className="min-w-0 flex-1 truncate text-ink-2">{one.name}</dt>
            <dd className="font-semibold">{formatNumber(one.values[at] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
