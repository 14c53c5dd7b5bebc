import type { Failure, Verdict } from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdict-table.ts'

/** Errors of the Graph API have two numbers; their words change with the language and the season, so nothing reads them. */
export interface GraphError {
  readonly code: number | null
  readonly subcode: number | null
  readonly isTransient: boolean
  /** For people where there is such a sentence, for developers otherwise. */
  readonly message: string | null
}

/** Null: this is not how the Graph API says no; something stands in front of it. */
export function graphErrorOf(failure: Failure): GraphError | null {
  const error = jsonOf(failure)?.error
  if (error === null || typeof error !== 'object') return null
  const { code, error_subcode, is_transient, message, error_user_msg } = error as Readonly<Record<string, unknown>>
  return {
    code: numberOf(code),
    subcode: numberOf(error_subcode),
    isTransient: is_transient === true,
    message: textOf(error_user_msg) ?? textOf(message),
  }
}

const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
}
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** One number, or from … to. */
export type Numbers = readonly (number | readonly [from: number, to: number])[]

export interface GraphRow {
  readonly codes?: Numbers
  readonly subcodes?: Numbers
  /** Where it is not known whether the number comes as the code or below another. */
  readonly either?: Numbers
  /** Only on these steps; absent: on all. */
  readonly on?: readonly string[]
  readonly verdict: Verdict | ((failure: Failure, error: GraphError, step: string, now: Date) => Verdict)
}

/** The first row of which everything holds; null where none does. */
export function readGraphTable(rows: readonly GraphRow[]) {
  return (failure: Failure, step: string, now: Date): Verdict | null => {
    const error = failure.sent === 'answered' ? graphErrorOf(failure) : null
    if (error === null) return null
    const row = rows.find((one) => holds(one, error, step))
    if (!row) return null
    return typeof row.verdict === 'function' ? row.verdict(failure, error, step, now) : row.verdict
  }
}

const holds = ({ codes, subcodes, either, on }: GraphRow, { code, subcode }: GraphError, step: string): boolean =>
  (on === undefined || on.includes(step)) &&
  (codes === undefined || isAmong(code, codes)) &&
  (subcodes === undefined || isAmong(subcode, subcodes)) &&
  (either === undefined || isAmong(code, either) || isAmong(subcode, either))

const isAmong = (number: number | null, numbers: Numbers): boolean =>
  number !== null &&
  numbers.some((one) => (typeof one === 'number' ? one === number : number >= one[0] && number <= one[1]))
