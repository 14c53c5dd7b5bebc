import type { ReactNode } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Choose } from '../choice/choose.tsx'
import { type Sort, sortRows, sortStateOf } from './sort.ts'

export interface Column<Row> {
  readonly key: string
  readonly name: string
  /** Says more about the numbers, below the name. */
  readonly detail?: string
  readonly show: (row: Row) => ReactNode
  /** The number to sort by, and the length of the bar. Null if the row has none. */
  readonly value: (row: Row) => number | null
}

interface TableProps<Row> {
  readonly caption: string
  /** The heading of the first column, which names each row. */
  readonly head: string
  /** The first column's key and the value to sort by, if the table can be sorted by it. */
  readonly headSort?: { readonly key: string; readonly name: string; readonly value: (row: Row) => number }
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly name: (row: Row) => ReactNode
  readonly columns: readonly Column<Row>[]
  readonly sort: Sort
  readonly onSort: (next: Sort) => void
  /** The color of the bar behind a row's number in the sorted column. */
  readonly barColor?: (row: Row) => string
}

/** Tables with few columns fit in narrower places. */
const wide = {
  choice: '@2xl:hidden',
  table: '@max-2xl:block',
  head: '@max-2xl:sr-only',
  body: '@max-2xl:block',
  row: '@max-2xl:grid @max-2xl:grid-cols-3 @max-2xl:gap-2 @max-2xl:p-4 @max-2xl:h-auto',
  name: '@max-2xl:col-span-3 @max-2xl:max-w-none @max-2xl:p-0',
  cell: '@max-2xl:p-0 @max-2xl:text-start @max-2xl:last:pe-0',
  bar: '@max-2xl:hidden',
  sorted: 'inline-block min-w-28 @max-2xl:min-w-0',
  label: '@2xl:hidden',
} as const
const narrow: Record<keyof typeof wide, string> = {
  choice: '@md:hidden',
  table: '@max-md:block',
  head: '@max-md:sr-only',
  body: '@max-md:block',
  row: '@max-md:grid @max-md:grid-cols-3 @max-md:gap-2 @max-md:p-4 @max-md:h-auto',
  name: '@max-md:col-span-3 @max-md:max-w-none @max-md:p-0',
  cell: '@max-md:p-0 @max-md:text-start @max-md:last:pe-0',
  bar: '@max-md:hidden',
  sorted: 'inline-block min-w-28 @max-md:min-w-0',
  label: '@md:hidden',
}
const fewColumns = 3

/**
 * Numbers by row, with a bar behind those of the sorted column. Its columns sort it. If space is limited, each row
 * becomes a name with its numbers below, so nothing scrolls sideways.
 */
export function SortableTable<Row>(props: TableProps<Row>) {
  const { caption, head, headSort, keyOf, columns, sort, onSort } = props
  const { charts } = useMessages()
  const looks = columns.length > fewColumns ? wide : narrow
  const rows = sortRows(
    props.rows,
    sort,
    (key) =>
      columns.find((column) => column.key === key)?.value ?? (headSort?.key === key ? headSort.value : undefined),
  )
  const sorted = columns.find(({ key }) => sortStateOf(key, sort))
  const most = sorted ? Math.max(...rows.map((row) => sorted.value(row) ?? 0)) : 0
  const names = [...(headSort ? [headSort] : []), ...columns].map(({ key, name }) => [key, name] as const)
  return (
    <div className="@container overflow-hidden rounded-lg bg-surface shadow-1 ring-1 ring-line">
      <div className={`border-line border-b p-3 ${looks.choice}`}>
        <Choose
          label={charts.sortBy}
          value={sort.replace(/^-/, '')}
          onChange={onSort}
          options={Object.fromEntries(names.map(([key, name]) => [key, charts.sortedBy(name)]))}
        />
      </div>
      <table className={`nums w-full border-collapse ${looks.table}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={`border-line border-b text-ink-3 text-xs ${looks.head}`}>
          <tr>
            <th scope="col" aria-sort={headSort && sortStateOf(headSort.key, sort)} className="px-4 text-start">
              {headSort ? (
                <SortButton name={head} column={headSort.key} sort={sort} onSort={onSort} />
              ) : (
                <span className="inline-flex min-h-9 items-center font-medium">{head}</span>
              )}
            </th>
            {columns.map(({ key, name, detail }) => (
              <th
                key={key}
                scope="col"
                aria-sort={sortStateOf(key, sort)}
                className="whitespace-nowrap px-3 text-end last:pe-4"
              >
                <SortButton name={name} detail={detail} column={key} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody data-rows className={`divide-y divide-line ${looks.body}`}>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={`h-11 hover:bg-sunken/60 ${looks.row}`}>
              <th scope="row" className={`w-full max-w-0 px-4 py-2 text-start font-normal ${looks.name}`}>
                {props.name(row)}
              </th>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={`relative whitespace-nowrap px-3 py-1.5 text-end last:pe-4 ${looks.cell}`}
                >
                  <span aria-hidden="true" className={`block whitespace-normal text-ink-3 text-xs ${looks.label}`}>
                    {column.name}
                  </span>
                  {column === sorted && most > 0 && (
                    <span aria-hidden="true" className={`absolute inset-y-2 start-1 end-1 ${looks.bar}`}>
                      <span
                        className="block h-full rounded-xs opacity-20"
                        style={{
                          inlineSize: `${Math.max(0, ((sorted.value(row) ?? 0) / most) * 100).toFixed(1)}%`,
                          background: props.barColor?.(row) ?? 'var(--brand)',
                        }}
                      />
                    </span>
                  )}
                  <span className={`relative ${column === sorted ? looks.sorted : ''}`}>{column.show(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ButtonProps {
  readonly name: string
  readonly detail?: string | undefined
  readonly column: string
  readonly sort: Sort
  readonly onSort: (next: Sort) => void
}

/** The heading of a column, which sorts by it. A second click turns the order around. */
function SortButton({ name, detail, column, sort, onSort }: ButtonProps) {
  const state = sortStateOf(column, sort)
  return (
    <button
      type="button"
      onClick={() => onSort(sort === column ? `-${column}` : column)}
      className="inline-flex min-h-9 items-center gap-1 font-medium -outline-offset-2 hover:text-ink"
    >
      {state && <Icon name={state === 'descending' ? 'down' : 'up'} className="size-3.5 text-ink" />}
      <span className={detail ? 'py-1.5' : ''}>
        <span className="block">{name}</span>
        {detail && <span className="block font-normal text-2xs">{detail}</span>}
      </span>
    </button>
  )
}
