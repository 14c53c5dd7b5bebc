import { invalid } from '../../wire/refusals.ts'

/** The basic checks of the schemas. Each rejects with a message that names the path of the invalid value. */

export type Fields = Readonly<Record<string, unknown>>

export function object(value: unknown, path: string, required: readonly string[] = []): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid(`${path} must be an object`)
  for (const name of required) {
    if (!Object.hasOwn(value, name)) invalid(`${path} must have the property "${name}"`)
  }
  return value as Fields
}

export function string(
  value: unknown,
  path: string,
  { maxGraphemes, maxBytes, format }: { maxGraphemes?: number; maxBytes?: number; format?: Format } = {},
): string {
  if (typeof value !== 'string') return invalid(`${path} must be a string`)
  if (maxBytes !== undefined && Buffer.byteLength(value) > maxBytes)
    return invalid(`${path} must not be longer than ${maxBytes} characters`)
  if (maxGraphemes !== undefined && isLongerThan(value, maxGraphemes))
    return invalid(`${path} must not be longer than ${maxGraphemes} graphemes`)
  if (format !== undefined && !formats[format].test(value)) return invalid(`${path} must be ${names[format]}`)
  if (format === 'datetime' && Number.isNaN(Date.parse(value))) return invalid(`${path} must be ${names[format]}`)
  return value
}

export function integer(value: unknown, path: string, min: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return invalid(`${path} must be an integer`)
  return value < min ? invalid(`${path} can not be less than ${min}`) : value
}

export function array(value: unknown, path: string, max = Number.POSITIVE_INFINITY): readonly unknown[] {
  if (!Array.isArray(value)) return invalid(`${path} must be an array`)
  return value.length > max ? invalid(`${path}: array too big (maximum ${max}, got ${value.length})`) : value
}

/** Returns `$type`, which every member of a union must have. */
export function typeOf(fields: Fields, path: string): string {
  return typeof fields.$type === 'string' ? fields.$type : invalid(`${path} must have the property "$type"`)
}

type Format = 'datetime' | 'uri' | 'did' | 'at-uri' | 'cid' | 'language'

const formats: Readonly<Record<Format, RegExp>> = {
  datetime:
    /^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9](?:\.[0-9]{1,20})?(?:Z|\+[0-2][0-9]:[0-5][0-9]|-(?!00:00)[0-2][0-9]:[0-5][0-9])$/,
  uri: /^[a-z][a-z0-9.+-]{0,80}:[^\s]+$/i,
  did: /^did:[a-z]+:[a-zA-Z0-9._:%-]*[a-zA-Z0-9._-]$/,
  'at-uri': /^at:\/\/[^\s/]+\/[a-zA-Z0-9.-]+\/[a-zA-Z0-9._:~-]+$/,
  cid: /^b[a-z2-7]{58}$/,
  language: /^(?:i|[a-z]{2,3})(?:-[A-Za-z0-9]{1,8})*$/,
}

const names: Readonly<Record<Format, string>> = {
  datetime: 'a valid atproto datetime (both RFC-3339 and ISO-8601)',
  uri: 'a uri',
  did: 'a valid did',
  'at-uri': 'a valid at-uri',
  cid: 'a cid string',
  language: 'a well-formed BCP 47 language tag',
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

function isLongerThan(text: string, max: number): boolean {
  // A grapheme is at least one unit, so most texts need no counting.
  if (text.length <= max) return false
  let count = 0
  for (const _ of segmenter.segment(text)) {
    count += 1
    if (count > max) return true
  }
  return false
}
