interface HeatCell {
  /** From 1, the weakest, to 5; `few` if there is too little to rate. Null if there is nothing. */
  readonly level: 1 | 2 | 3 | 4 | 5 | 'few' | null
  /** The number in the cell. */
  readonly shown: string
  /** The text of the cell for tooltips and screen readers. */
  readonly label: string
  /** True for the best cells, which have a ring. */
  readonly isBest: boolean
}

interface HeatProps {
  readonly caption: string
  readonly corner: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly cellAt: (row: number, column: number) => HeatCell
}

/** A table that shades each cell by its value. If it does not fit, it scrolls on its own. */
export function HeatTable({ caption, corner, rows, columns, cellAt }: HeatProps) {
  return (
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that arrow keys can scroll it
    <section aria-label={caption} tabIndex={0} className="relative min-w-0 overflow-x-auto rounded-md p-1">
      <table
        className="nums w-full table-fixed border-separate border-spacing-[3px] text-center text-xs"
        style={{ minWidth: `${3.5 + columns.length * 1.9}rem`, maxWidth: `${3.5 + columns.length * 5}rem` }}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky start-0 z-10 w-14 bg-surface text-start font-medium text-ink-3">
              {corner}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="h-6 font-medium text-ink-3 leading-tight">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((name, row) => (
            <tr key={name}>
              <th
                scope="row"
                className="sticky start-0 z-10 whitespace-nowrap bg-surface pe-2 text-start font-medium text-ink-3"
              >
                {name}
              </th>
              {columns.map((hour, column) => (
                <Cell key={hour} cell={cellAt(row, column)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The shade of each level, with digits that are readable on it. */
const shades = {
  1: 'bg-(--heat-1)',
  2: 'bg-(--heat-2)',
  3: 'bg-(--heat-3)',
  4: 'bg-(--heat-4) text-[#fff] dark:text-ink',
  5: 'bg-(--heat-5) text-[#fff] dark:text-on-brand',
  few: 'few-data',
} as const
const cellStyle = 'h-9 rounded-sm font-medium sm:h-11'

function Cell({ cell: { level, shown, label, isBest } }: { readonly cell: HeatCell }) {
  if (level === null) return <td className={`${cellStyle} bg-(--heat-0)`} />
  return (
    <td
      title={label}
      className={`${cellStyle} ${shades[level]} ${isBest ? 'shadow-[0_0_0_1px_var(--surface),0_0_0_3px_var(--brass)]' : ''}`}
    >
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{label}</span>
    </td>
  )
}

interface LegendProps {
  readonly weak: string
  readonly strong: string
  readonly few: string
  readonly never: string
}

/** Explains the shades. */
export function HeatLegend({ weak, strong, few, never }: LegendProps) {
  const sample = 'inline-block h-3 w-5 rounded-[3px]'
  return (
    <p className="flex flex-wrap items-center gap-x-6 gap-y-2 text-ink-3 text-xs">
      <span className="flex items-center gap-1.5">
        {weak}
        {([1, 2, 3, 4, 5] as const).map((level) => (
          <span key={level} aria-hidden="true" className={`${sample} ${shades[level]}`} />
        ))}
        {strong}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className={`${sample} few-data`} />
        {few}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className={`${sample} bg-(--heat-0)`} />
        {never}
      </span>
    </p>
  )
}
