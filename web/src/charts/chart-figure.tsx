import { type ReactNode, useId } from 'react'

/** The data of a chart as a table: a heading and a number for each column. */
export interface ChartTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface FigureProps {
  readonly caption: string
  /** Chooses the chart's data. */
  readonly choice?: ReactNode
  readonly legend?: ReactNode
  readonly table: ChartTable
  readonly children: ReactNode
}

/** The frame of every chart: its caption, the drawing, and the same data as a table for screen readers. */
export function ChartFigure({ caption, choice, legend, table, children }: FigureProps) {
  const id = useId()
  return (
    <figure aria-labelledby={id} className="relative grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <figcaption id={id} dir="auto" className="min-w-0 font-medium">
          {caption}
        </figcaption>
        {choice ?? legend}
      </div>
      {choice && legend}
      {children}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {table.columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name, ...values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, at) => (
                  // The cells of a row have no identity except their position.
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns do not move
                  <td key={at}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
