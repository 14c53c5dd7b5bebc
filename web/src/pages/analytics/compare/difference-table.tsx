import { useMessages } from '#web/i18n/index.ts'
import { Change } from '../parts/change.tsx'

interface Row {
  readonly name: string
  /** Null if a network does not report the metric. */
  readonly values: readonly [number | null, number | null]
  readonly show: (value: number) => string
  /** True for a rate, whose difference is in percentage points. */
  readonly isRate?: boolean
}

interface DifferenceProps {
  readonly caption: string
  readonly names: readonly [string, string]
  /** True for names of accounts, which can be too long for one line. */
  readonly canWrap?: boolean
  readonly rows: readonly Row[]
}

/** Two columns of values and their difference. */
export function DifferenceTable({ caption, names, canWrap = false, rows }: DifferenceProps) {
  const { analytics } = useMessages()
  const cell = 'px-1 py-2.5 text-end last:pe-4 sm:px-4'
  const shown = (row: Row, value: number | null) => (value === null ? analytics.notToldShort : row.show(value))
  return (
    <div className="overflow-x-auto rounded-lg bg-surface shadow-1 ring-1 ring-line">
      <table className="nums w-full border-collapse max-sm:text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-line border-b text-ink-3 text-xs">
          <tr>
            <td />
            {names.map((name) => (
              <th
                key={name}
                scope="col"
                className={`${cell} align-bottom font-medium ${canWrap ? 'text-balance [overflow-wrap:anywhere]' : 'text-balance sm:whitespace-nowrap'}`}
              >
                {name}
              </th>
            ))}
            <th scope="col" className={`${cell} align-bottom font-medium`}>
              <span className="max-sm:sr-only">{analytics.compare.difference}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => {
            const [a, b] = row.values
            return (
              <tr key={row.name}>
                <th scope="row" className="py-2.5 ps-4 pe-1 text-start font-normal text-ink-2 sm:px-4">
                  {row.name}
                </th>
                <td className={cell}>{shown(row, a)}</td>
                <td className={`${cell} font-medium`}>{shown(row, b)}</td>
                <td className={cell}>
                  {a === null || b === null ? '–' : <Change now={b} before={a} isRate={row.isRate ?? false} />}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
