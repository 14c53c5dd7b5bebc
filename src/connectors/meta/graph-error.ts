import type { Failure, Verdict } from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'

/**
 * An error of the Graph API, which has two numbers. Its message varies with language and version, so verdicts never
 * depend on it.
 */
export interface GraphError {
  readonly code: number | null
  readonly subcode: number | null
  readonly isTransient: boolean
  /** The user-facing message if the API returns one, otherwise the message for developers. */
  readonly message: string | null
}

/**
 * Reads a Graph API error. Returns null if the response has another format, because something in front of the API sent
 * it.
 */
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

/** Single numbers, or ranges. */
type Numbers = readonly (number | readonly [from: number, to: number])[]

export interface GraphRow {
  readonly codes?: Numbers
  readonly subcodes?: Numbers
  /** Matches as code or subcode if it is unknown which of them the API uses. */
  readonly either?: Numbers
  /** Restricts the row to these steps. Defaults to all steps. */
  readonly on?: readonly string[]
  readonly verdict: Verdict | ((failure: Failure, error: GraphError, step: string, now: Date) => Verdict)
}

/** Returns the verdict of the first row whose conditions all hold, or null if none matches. */
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
