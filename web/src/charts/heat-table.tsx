interface HeatProps {
  readonly caption: string
  readonly corner: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** From 0 to 100. */
  readonly values: readonly (readonly number[])[]
  /** The text of a cell for tooltips and screen readers. Empty for a cell without data. */
  readonly say: (row: number, column: number) => string
  /** The number in a cell, shown if there is room. */
  readonly show: (row: number, column: number) => string
}

/** A table that shades each cell by its value. If it does not fit, it scrolls on its own. */
export function HeatTable({ caption, corner, rows, columns, values, say, show }: HeatProps) {
  return (
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that arrow keys can scroll it
    <section aria-label={caption} tabIndex={0} className="relative min-w-0 overflow-x-auto rounded-md">
      <table
        className="nums w-full table-fixed border-separate border-spacing-0.5 text-center text-[0.625rem] max-sm:tracking-tighter sm:text-xs"
        style={{ minWidth: `${2.5 + columns.length * 1.15}rem`, maxWidth: `${3.5 + columns.length * 6}rem` }}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky start-0 w-10 bg-surface sm:w-14 text-start align-bottom font-normal text-ink-3 leading-tight"
            >
              {corner}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="align-bottom font-normal text-ink-3 leading-tight">
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
                className="sticky start-0 whitespace-nowrap bg-surface pe-1 text-start sm:pe-2 font-normal text-ink-2"
              >
                {name}
              </th>
              {columns.map((hour, column) => (
                <HeatCell
                  key={hour}
                  value={values[row]?.[column] ?? 0}
                  label={say(row, column)}
                  shown={show(row, column)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function HeatCell({ value, label, shown }: { readonly value: number; readonly label: string; readonly shown: string }) {
  if (label === '') return <td className="h-8 rounded-sm bg-sunken" />
  return (
    <td
      title={label}
      className="h-8 rounded-sm"
      style={{ background: `color-mix(in oklab, var(--heat) ${Math.round(value)}%, var(--heat-cold))` }}
    >
      {/* On a phone, three digits are as wide as the cell. */}
      <span aria-hidden="true" className={shown.length > 2 ? 'max-sm:text-[0.5625rem]' : ''}>
        {shown}
      </span>
      <span className="sr-only">{label}</span>
    </td>
  )
}
