import { lookOf, type Series } from './series.ts'

/** Names the lines of a chart, each with a piece of its line. */
export function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-sm">
      {series.map((one, at) => (
        <li key={one.name} className="flex items-center gap-2">
          <LineSample series={one} at={at} />
          {one.name}
          {one.detail && <span className="nums text-ink-3">{one.detail}</span>}
        </li>
      ))}
    </ul>
  )
}

export function LineSample({ series, at }: { readonly series: Series; readonly at: number }) {
  const { color, dash } = lookOf(series, at)
  return (
    <svg aria-hidden="true" width="20" height="8" className="shrink-0">
      <path d="M0 4H20" stroke={color} strokeWidth="2" strokeDasharray={dash} />
    </svg>
  )
}
