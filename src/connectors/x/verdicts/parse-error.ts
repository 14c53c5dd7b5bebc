import type { Failure } from '#connectors/connector.ts'
import { jsonOf, type ParsedError } from '#connectors/verdicts/verdict-table.ts'
import { answeredMissing } from '#connectors/verdicts/verdicts.ts'
import { noCounters } from '../metrics.ts'
import { noLinks } from '../post/same-text.ts'

/**
 * X reports errors in four formats: a problem with a type, a problem with only a sentence, numbers from API version 1,
 * and the OAuth format. Errors with the same type, or without one, are distinguished by their sentence.
 */

/** The sentences of errors, which vary; some still use the old name for a post. */
const sentences: readonly (readonly [code: string, sentence: RegExp])[] = [
  ['duplicate', /^You are not allowed to create an? (?:Tweet|Post) with duplicate content/i],
  ['duplicate', /^Status is a duplicate/i],
  ['not_permitted', /^You are not permitted to perform this action/i],
  ['feature_not_permitted', /^Your account is not permitted to access this feature/i],
  ['mentions_not_allowed', /^Creating posts with @mentions is not allowed/i],
  ['cashtags_too_many', /maximum of (?:one|1) cashtag/i],
  ['media_too_many', /maximum of (?:4|four) items/i],
  ['link_invalid', /^The (?:Tweet|Post) contains an invalid URL/i],
  ['video_too_long', /not allowed to post a video longer than/i],
  ['text_too_long', /^Your (?:Tweet|Post) text is too long/i],
  ['signs_not_allowed', /^The (?:Tweet|Post) contains invalid characters/i],
  ['text_too_long', /^(?:Tweet|Post) needs to be a bit shorter/i],
  ['reply_target_hidden', /^You attempted to reply to a (?:Tweet|Post)/i],
  ['reply_not_allowed', /^Reply to this conversation is not allowed/i],
  ['media_gone', /^Segments do not add up/i],
  ['media_gone', /media ids? (?:are|is) invalid/i],
  [
    'media_gone',
    /\b(?:Could not find|not find) media\b|media (?:id )?(?:was )?not found|media (?:id )?(?:has )?expired/i,
  ],
  ['token_invalid', /^Value passed for the (?:refresh )?token was invalid/i],
]

export function parse(failure: Failure): ParsedError | null {
  const { status, code: ours } = failure
  if (status === null) return null
  const json = jsonOf(failure)
  const messages = saysOf(json)
  if (ours === noCounters || ours === noLinks) return { status, code: ours, message: null }
  if (ours === 'processing_failed') return { status, code: ours, message: processingMessage(json) }
  const spoken = messages.find((one) => sentences.some(([, sentence]) => sentence.test(one)))
  const message = spoken ?? messages[0] ?? null
  const code = sentences.find(([, sentence]) => sentence.test(spoken ?? ''))?.[0] ?? codeIn(json, status, message)
  return { status, code: seenFromHere(code, ours), message }
}

/** Names the errors that mean something else in light of the earlier calls. */
function seenFromHere(code: string | null, ours: string | null): string | null {
  if (code === 'reply_target_hidden' && ours === answeredMissing) return answeredMissing
  if (code === 'duplicate' && ours === 'tried_before') return 'duplicate_again'
  return code === 'reply_target_hidden' && ours === 'young' ? 'reply_target_young' : code
}

export const isDuplicate = (failure: Failure): boolean => {
  const code = failure.sent === 'answered' ? parse(failure)?.code : null
  return code === 'duplicate' || code === 'duplicate_again'
}

export const isTargetHidden = (failure: Failure): boolean =>
  failure.sent === 'answered' && parse(failure)?.code === 'reply_target_hidden'

type Body = ReturnType<typeof jsonOf>

/** Returns the sentences of a response, most specific first. */
function saysOf(json: Body): readonly string[] {
  const errors = listOf(json?.errors)
  const all = [
    ...errors.flatMap(({ message, detail }) => [message, detail]),
    json?.detail,
    json?.error_description,
    json?.title,
  ]
  return all.filter((text): text is string => typeof text === 'string' && text !== '')
}

function codeIn(json: Body, status: number, message: string | null): string | null {
  if (typeof json?.error === 'string') return json.error
  const [first] = listOf(json?.errors)
  if (typeof first?.code === 'number') return first.code === 187 ? 'duplicate' : String(first.code)
  if (typeof json?.reason === 'string') return json.reason
  const type = typeof json?.type === 'string' ? json.type : ''
  if (type.includes('/problems/')) return type.slice(type.lastIndexOf('/') + 1)
  if (message === 'Unsupported Authentication') return 'unsupported-authentication'
  if (status === 403 && json?.title === 'Forbidden' && (message === 'Forbidden' || message === null))
    return 'bare_forbidden'
  return null
}

function processingMessage(json: Body): string | null {
  const processing = objectOf(objectOf(json?.data)?.processing_info)
  const error = objectOf(processing?.error)
  const message = error?.message ?? error?.name
  return typeof message === 'string' ? message : null
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(objectOf).filter((one) => one !== null) : []
