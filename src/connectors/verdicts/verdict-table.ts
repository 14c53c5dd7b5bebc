import type { Failure, Verdict } from '#connectors/connector.ts'
import { parseStorable } from '#kernel/text/parse-storable.ts'

/** The parsed content of an error body. Rows compare these fields, never part of the body's text. */
export interface ParsedError {
  /** Null for a failure that the connector detected itself. */
  readonly status: number | null
  /** The network's name or number for the error. */
  readonly code: string | null
  /** The network's own message in full. */
  readonly message: string | null
}

export interface VerdictRow {
  readonly when: Partial<{ readonly status: number; readonly code: string; readonly message: string }>
  /** Restricts the row to these steps. Defaults to all steps. */
  readonly on?: readonly string[]
  readonly verdict: Verdict | ((failure: Failure, parsed: ParsedError) => Verdict)
}

/** Returns the verdict of the first row whose conditions all hold, or null if none matches. */
export function readTable(
  rows: readonly VerdictRow[],
  parse: (failure: Failure) => ParsedError | null,
): (failure: Failure, step: string) => Verdict | null {
  return (failure, step) => {
    const parsed = parsedBy(failure, parse)
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

function parsedBy(failure: Failure, parse: (failure: Failure) => ParsedError | null): ParsedError | null {
  if (failure.own) return { status: null, code: failure.code, message: failure.own.message }
  return failure.sent === 'answered' ? parse(failure) : null
}

/** Parses an error body as a JSON object. Returns null if it is something else, such as a proxy's error page. */
export function jsonOf({ body }: Failure): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = parseStorable(body)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}
