import { useNavigate, useSearch } from '@tanstack/react-router'

/** The column that a table is sorted by: `views` in descending order, `-views` in ascending order. */
export type Sort = string

/** A value to sort by. Null if the row has none. */
type Sortable = number | string | null

/** Keeps the order of a table in the URL, so that a link shows the same order. */
export function useSort(initial: Sort, name: 'sort' | 'sort2' = 'sort') {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const given = search[name]
  return {
    sort: typeof given === 'string' ? given : initial,
    onSort: (next: Sort) =>
      void navigate({ to: '.', search: (old) => ({ ...old, [name]: next }), replace: true, resetScroll: false }),
  }
}

export function sortStateOf(key: string, sort: Sort | undefined): 'descending' | 'ascending' | undefined {
  if (sort === key) return 'descending'
  return sort === `-${key}` ? 'ascending' : undefined
}

/** Sorts by the value of a column. Rows without a value come last in either direction. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: Sort | undefined,
  readerOf: (key: string) => ((row: Row) => Sortable) | undefined,
): readonly Row[] {
  const key = sort?.replace(/^-/, '') ?? ''
  const value = readerOf(key)
  if (!value) return rows
  const sign = sort === key ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * compare(one, other)
  })
}

const compare = (one: number | string, other: number | string): number =>
  typeof one === 'string' || typeof other === 'string' ? String(one).localeCompare(String(other)) : one - other
