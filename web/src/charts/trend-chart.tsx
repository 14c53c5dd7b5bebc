import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatCompact, formatNumber } from '#web/lib/number.ts'
import { makeAxis } from './axis.ts'
import { ChartFigure } from './chart-figure.tsx'
import { PlotLines } from './plot-lines.tsx'
import { findScale } from './scale.ts'
import { type Series, seriesStyle } from './series.ts'
import { useCursor } from './use-cursor.ts'

interface TrendProps {
  readonly caption: string
  /** Chooses the chart's data. */
  readonly choice?: ReactNode
  /** A short label for each position on the axis, and a longer one for the readout. */
  readonly labels: readonly string[]
  readonly longLabels?: readonly string[]
  readonly series: readonly Series[]
  /** The times of the positions, if they are not evenly spaced, in milliseconds. The axis then shows time. */
  readonly times?: readonly number[]
  readonly height?: number
  /** False for a value that is far from zero and changes little, such as followers. */
  readonly isFromZero?: boolean
}

const margin = { top: 8, end: 8, bottom: 24 }
const labelPx = 76

/**
 * A line chart over time. The pointer or the arrow keys move a cursor along the lines, and screen readers announce its
 * values. Time runs to the right in every language.
 */
export function TrendChart({
  caption,
  choice,
  labels,
  longLabels = labels,
  series,
  times,
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
  const axis = makeAxis(labels, times)
  const xOf = (at: number) => plot.start + axis.shareOf(at) * plot.width
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
        {...cursor.handlers((x) => axis.nearest((x - plot.start) / plot.width))}
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
              {axis.ticks(plot.width / labelPx).map(({ share, label }) => {
                const x = plot.start + share * plot.width
                return (
                  <text
                    key={share}
                    x={x}
                    y={height - 6}
                    textAnchor={x > width - labelPx / 2 ? 'end' : share === 0 ? 'start' : 'middle'}
                    fill="var(--ink-3)"
                    className="nums"
                  >
                    {label}
                  </text>
                )
              })}
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

interface ReadOutProps {
  readonly title: string
  readonly series: readonly Series[]
  readonly at: number
  /** The position of the cursor and the width of the chart, in pixels. */
  readonly x: number
  readonly width: number
}

/** The values at the cursor, on the side with enough room. */
function ReadOut({ title, series, at, x, width }: ReadOutProps) {
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

/** Names the lines of a chart, each with a sample of its line. */
function Legend({ series }: { readonly series: readonly Series[] }) {
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

function LineSample({ series, at }: { readonly series: Series; readonly at: number }) {
  const { color, dash } = seriesStyle(series, at)
  return (
    <svg aria-hidden="true" width="20" height="8" className="shrink-0">
      <path d="M0 4H20" stroke={color} strokeWidth="2" strokeDasharray={dash} />
    </svg>
  )
}

/** Measures the width of an element, so that a chart is drawn at its actual size and its text is not scaled. */
function useWidth<Of extends HTMLElement>() {
  const ref = useRef<Of>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { ref, width }
}
