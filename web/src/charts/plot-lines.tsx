import { type Series, seriesStyle } from './series.ts'

interface PlotProps {
  readonly series: readonly Series[]
  readonly xOf: (at: number) => number
  readonly yOf: (value: number) => number
  /** The position of the cursor. */
  readonly cursor: number | null
  readonly plot: { readonly top: number; readonly height: number }
}

/** The lines of a chart: the earlier one behind, an area below a single one, and the cursor in front. */
export function PlotLines({ series, xOf, yOf, cursor, plot }: PlotProps) {
  const placed = series.map((one, at) => ({ one, style: seriesStyle(one, at) }))
  const behindFirst = placed.toSorted((a, b) => Number(b.one.isEarlier ?? false) - Number(a.one.isEarlier ?? false))
  // An area under one of several lines would make it look like the sum of the others.
  const [first, ...others] = series.filter(({ isEarlier }) => !isEarlier)
  const floor = Math.min(yOf(0), plot.top + plot.height)
  return (
    <>
      {first && others.length === 0 && first.values.length > 1 && (
        <path
          d={`M${xOf(0)} ${floor}L${pointsOf(first, xOf, yOf)}L${xOf(first.values.length - 1)} ${floor}Z`}
          fill="var(--series-1)"
          opacity="0.1"
        />
      )}
      {cursor !== null && (
        <line
          x1={xOf(cursor)}
          x2={xOf(cursor)}
          y1={plot.top}
          y2={plot.top + plot.height}
          stroke="var(--line-strong)"
          strokeDasharray="2 3"
        />
      )}
      {behindFirst.map(({ one, style }) =>
        one.values.length === 1 ? (
          <circle key={one.name} cx={xOf(0)} cy={yOf(one.values[0] ?? 0)} r="3" fill={style.color} />
        ) : (
          <path
            key={one.name}
            d={`M${pointsOf(one, xOf, yOf)}`}
            fill="none"
            stroke={style.color}
            strokeWidth={one.isEarlier ? 1.5 : 2}
            strokeDasharray={style.dash}
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        ),
      )}
      {cursor !== null &&
        placed.map(({ one, style }) => (
          <circle
            key={one.name}
            cx={xOf(cursor)}
            cy={yOf(one.values[cursor] ?? 0)}
            r="4"
            fill={style.color}
            stroke="var(--surface)"
            strokeWidth="2"
          />
        ))}
    </>
  )
}

const pointsOf = ({ values }: Series, xOf: PlotProps['xOf'], yOf: PlotProps['yOf']): string =>
  values.map((value, at) => `${xOf(at).toFixed(1)} ${yOf(value).toFixed(1)}`).join('L')
