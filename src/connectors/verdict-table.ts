import type { Failure, Verdict } from './connector.ts'

/** What an error body says, parsed: never a piece of its text. */
export interface ParsedError {
  readonly status: number
  /** The network's name or number for it. */
  readonly code: string | null
  /** Its own words, whole. */
  readonly message: string | null
}

export interface VerdictRow {
  readonly when: Partial<{ readonly status: number; readonly code: string; readonly message: string }>
  /** Only on these steps; absent: on all. */
  readonly on?: readonly string[]
  readonly verdict: Verdict | ((failure: Failure, parsed: ParsedError) => Verdict)
}

/** The first row of which everything holds; null where none does. */
export function readTable(
  rows: readonly VerdictRow[],
  parse: (failure: Failure) => ParsedError | null,
): (failure: Failure, step: string) => Verdict | null {
  return (failure, step) => {
    if (failure.sent !== 'answered') return null
    const parsed = parse(failure)
    if (parsed === null) return null
    const row = rows.find(
      ({ when, on }) =>
        (on === undefined || on.includes(step)) &&
        (when.status === undefined || when.status === parsed.status) &&
        (when.code === undefined || when.code === parsed.code) &&
        (when.message === undefined || when.message === parsed.message),
    )
    if (!row) return null
    return typeof row.verdict === 'function' ? row.verdict(failure, parsed) : row.verdict
  }
}

/** A JSON object of an error body, or null for whatever a proxy put in its place. */
export function jsonOf({ body }: Failure): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}
