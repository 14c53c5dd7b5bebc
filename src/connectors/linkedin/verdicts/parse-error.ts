import type { Failure } from '#connectors/connector.ts'
import { jsonOf, type ParsedError } from '#connectors/verdicts/verdict-table.ts'

/**
 * LinkedIn identifies errors by status, by a word in `code` or a number next to it, and some only by a sentence. The
 * sign-in page uses OAuth error names.
 */

/** Sentences of errors with no code or several. */
const sentences: readonly (readonly [code: string, sentence: RegExp])[] = [
  ['DUPLICATE_POST', /\bis a duplicate of urn:li:/i],
  // Its wording changes: “Organization permissions …”, “Organization Or Events permissions …”.
  ['organization_scope_missing', /\bpermissions must be used when using organization\b/i],
  ['owner_differs', /\bowner\b.{1,60}\bauthor\b|\bauthor\b.{1,60}\bowner\b/i],
  ['fields_not_permitted', /^Unpermitted fields present/i],
  ['parent_refused', /\breshareContext\b/],
  ['activity_missing', /Unable to obtain activity/i],
  ['resource_forbidden', /resource is forbidden/i],
  ['app_day_limit', /throttle APPLICATION DAY limit/i],
  ['member_day_limit', /\bDAY limit\b/i],
]

export function parse(failure: Failure): ParsedError | null {
  const { status, code: ours } = failure
  if (status === null) return null
  const json = jsonOf(failure)
  const message = [json?.message, json?.error_description, json?.error].find(isText) ?? null
  if (ours !== null) return { status, code: ours, message: reasonIn(json) ?? message }
  const match = sentences.find(([, sentence]) => sentence.test(message ?? ''))?.[0]
  return { status, code: match ?? wordIn(json), message }
}

function wordIn(json: ReturnType<typeof jsonOf>): string | null {
  const word = [json?.code, json?.error].find(isText)
  if (word !== undefined) return word
  const number = json?.serviceErrorCode
  return typeof number === 'number' ? String(number) : null
}

const reasonIn = (json: ReturnType<typeof jsonOf>): string | null =>
  [json?.processingFailureReason].find(isText) ?? null

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A failure code of this connector: LinkedIn names an original post that does not exist. */
export const duplicateMissing = 'duplicate_missing'

/** Returns the ID of the existing post if the error names one. */
export function repeatOf(failure: Failure): string | null {
  if (failure.sent !== 'answered' || ![400, 409, 422].includes(failure.status ?? 0)) return null
  return /\bis a duplicate of (urn:li:(?:share|ugcPost):\d{1,25})/i.exec(failure.body)?.[1] ?? null
}
