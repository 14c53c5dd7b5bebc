import type { ReactNode } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatCompact, formatNumber } from '#web/lib/number.ts'
import { ChartFigure } from './chart-figure.tsx'
import { Legend } from './legend.tsx'
import { PlotLines } from './plot-lines.tsx'
import { ReadOut } from './read-out.tsx'
import { findScale, pickEvenly } from './scale.ts'
import type { Series } from './series.ts'
import { useCursor } from './use-cursor.ts'
import { useWidth } from './use-width.ts'

interface TrendProps {
  readonly caption: string
  /** Chooses what the chart shows. */
  readonly choice?: ReactNode
  /** One word for each place on the axis, and a longer one for the read-out. */
  readonly labels: readonly string[]
  readonly longLabels?: readonly string[]
  readonly series: readonly Series[]
  readonly height?: number
  /** False for a number that is far from zero and changes little, such as followers. */
  readonly isFromZero?: boolean
}

const margin = { top: 8, end: 8, bottom: 24 }
const labelPx = 76

/**
 * Lines over time. The pointer or the arrow keys move a cursor along them, and what it shows is read out. Time runs to
 * the right in every language.
 */
export function TrendChart({
  caption,
  choice,
  labels,
  longLabels = labels,
  series,
  height = 240,
  isFromZero = true,
}: TrendProps) {
  const { charts } = useMessages()
  const { ref, width } = useWidth<HTMLDivElement>()
  const cursor = useCursor(labels.length)
  const scale = findScale(
    series.flatMap(({ values }) => values),
    { isFromZero },
  )
  const gutter = 12 + 7 * Math.max(...scale.ticks.map((tick) => formatCompact(tick).length))
  const plot = {
    start: gutter,
    top: margin.top,
    width: Math.max(1, width - gutter - margin.end),
    height: height - margin.top - margin.bottom,
  }
  const xOf = (at: number) =>
    plot.start + (labels.length < 2 ? plot.width / 2 : (at / (labels.length - 1)) * plot.width)
  const yOf = (value: number) => plot.top + plot.height * (1 - (value - scale.min) / (scale.max - scale.min))
  const describe = (at: number) =>
    `${longLabels[at]}: ${series.map(({ name, values }) => `${name} ${formatNumber(values[at] ?? 0)}`).join(', ')}`
  return (
    <ChartFigure
      caption={caption}
      choice={choice}
      legend={series.length > 1 && <Legend series={series} />}
      table={{
        columns: [charts.when, ...series.map(({ name }) => name)],
        rows: labels.map((_, at) => [
          longLabels[at] ?? '',
          ...series.map(({ values }) => formatNumber(values[at] ?? 0)),
        ]),
      }}
    >
      <div
        ref={ref}
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={charts.cursor(caption)}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, labels.length - 1)}
        aria-valuenow={cursor.at ?? 0}
        aria-valuetext={describe(cursor.at ?? 0)}
        className="relative touch-pan-y rounded-md"
        style={{ blockSize: height }}
        {...cursor.handlers((x) => Math.round(((x - plot.start) / plot.width) * (labels.length - 1)))}
      >
        {width > 0 && (
          <>
            <svg aria-hidden="true" width={width} height={height} className="block overflow-visible text-xs">
              {scale.ticks.map((tick) => (
                <g key={tick}>
                  <line
                    x1={plot.start}
                    x2={width - margin.end}
                    y1={yOf(tick)}
                    y2={yOf(tick)}
                    stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'}
                    strokeWidth={tick === 0 ? 1 : 0.75}
                  />
                  <text x={plot.start - 8} y={yOf(tick) + 4} textAnchor="end" fill="var(--ink-3)" className="nums">
                    {formatCompact(tick)}
                  </text>
                </g>
              ))}
              {pickEvenly(labels, plot.width / labelPx).map((at) => (
                <text
                  key={at}
                  x={xOf(at)}
                  y={height - 6}
                  textAnchor={xOf(at) > width - labelPx / 2 ? 'end' : at === 0 ? 'start' : 'middle'}
                  fill="var(--ink-3)"
                  className="nums"
                >
                  {labels[at]}
                </text>
              ))}
              <PlotLines series={series} xOf={xOf} yOf={yOf} cursor={cursor.at} plot={plot} />
            </svg>
            {cursor.at !== null && (
              <ReadOut
                title={longLabels[cursor.at] ?? ''}
                x={xOf(cursor.at)}
                width={width}
                series={series}
                at={cursor.at}
              />
            )}
          </>
        )}
      </div>
    </ChartFigure>
  )
}
