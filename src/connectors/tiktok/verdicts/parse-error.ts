import type { Failure } from '#connectors/connector.ts'
import type { ParsedError } from '#connectors/verdicts/verdict-table.ts'
import { jsonOf } from '../api.ts'

/**
 * Parses an error. TikTok has three formats: an envelope with a code, which may have status 200; the OAuth format; and
 * a failed post in an otherwise successful response.
 */
export function parse(failure: Failure): ParsedError | null {
  const { status, code: ours } = failure
  if (status === null) return null
  const json = objectOf(jsonOf(failure.body))
  const error = objectOf(json?.error)
  if (ours?.startsWith('failed:')) return { status, code: ours, message: null }
  if (error) return { status, code: wordOf(error.code), message: wordOf(error.message) }
  return { status, code: wordOf(json?.error), message: wordOf(json?.error_description) }
}

/** Returns the log ID, which TikTok support uses to find the call. */
export function logIdOf({ body }: Failure): string | null {
  const json = objectOf(jsonOf(body))
  const error = objectOf(json?.error)
  const logId = error?.log_id ?? error?.logid ?? json?.log_id ?? json?.logid
  return typeof logId === 'string' && /^[\w-]{1,100}$/.test(logId) ? logId : null
}

const wordOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null
