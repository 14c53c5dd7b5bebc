import type { ReactNode } from 'react'
import { Icon } from '#web/icons/icon.tsx'

export interface Column<Row> {
  readonly key: string
  readonly name: string
  readonly show: (row: Row) => ReactNode
}

/** The column by which a table is sorted: `views` in descending order, `-views` in ascending order. */
export type Sort = string

interface TableProps<Row> {
  readonly caption: string
  /** The heading of the first column, which names each row. */
  readonly head: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly name: (row: Row) => ReactNode
  readonly columns: readonly Column<Row>[]
  readonly sort?: Sort
  readonly onSort?: (next: Sort) => void
}

/** Metrics by row. If space is limited, each row becomes a name with its metrics below, so nothing scrolls sideways. */
export function NumbersTable<Row>({ caption, head, rows, keyOf, name, columns, sort, onSort }: TableProps<Row>) {
  return (
    <div className="@container overflow-hidden rounded-lg border border-line bg-surface">
      <table className="nums w-full border-collapse @max-2xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-line border-b text-ink-3 text-sm @max-2xl:sr-only">
          <tr>
            <th scope="col" className="px-4 py-2 text-start font-normal">
              {head}
            </th>
            {columns.map(({ key, name: title }) => (
              <th
                key={key}
                scope="col"
                aria-sort={sortStateOf(key, sort)}
                className="whitespace-nowrap px-3 text-end font-normal last:pe-4"
              >
                {onSort ? (
                  <button
                    type="button"
                    onClick={() => onSort(sort === key ? `-${key}` : key)}
                    className="inline-flex min-h-9 items-center gap-1 -outline-offset-2 hover:text-ink"
                  >
                    {title}
                    {sortStateOf(key, sort) && (
                      <Icon name={sort === key ? 'down' : 'up'} className="size-3.5 text-ink" />
                    )}
                  </button>
                ) : (
                  <span className="inline-flex min-h-9 items-center">{title}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line @max-2xl:block">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="hover:bg-sunken/60 @max-2xl:grid @max-2xl:grid-cols-3 @max-2xl:gap-2 @max-2xl:p-4"
            >
              <th
                scope="row"
                className="w-full max-w-0 px-4 py-2.5 text-start font-normal @max-2xl:col-span-3 @max-2xl:max-w-none @max-2xl:p-0"
              >
                {name(row)}
              </th>
              {columns.map(({ key, name: title, show }) => (
                <td
                  key={key}
                  className="whitespace-nowrap px-3 py-2.5 text-end last:pe-4 @max-2xl:p-0 @max-2xl:text-start @max-2xl:last:pe-0"
                >
                  <span aria-hidden="true" className="block whitespace-normal text-ink-3 text-xs @2xl:hidden">
                    {title}
                  </span>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function sortStateOf(key: string, sort: Sort | undefined): 'descending' | 'ascending' | undefined {
  if (sort === key) return 'descending'
  return sort === `-${key}` ? 'ascending' : undefined
}
