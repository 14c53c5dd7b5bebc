import { oneLine } from '#kernel/text/one-line.ts'
import { invalidValue, ScimFault } from './scim-fault.ts'

/** Reads parts of SCIM documents. Names of attributes are compared without case, as the standard requires. */
export type Attributes = { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function readField(object: Attributes, name: string): unknown {
  const wanted = name.toLowerCase()
  const key = Object.keys(object).find((one) => one.toLowerCase() === wanted)
  return key === undefined ? undefined : object[key]
}

/** Returns a text of one line. Null if absent or empty. */
export function readText(name: string, value: unknown, maxChars: number): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw invalidValue(`\`${name}\` must be a string.`)
  const text = value.trim()
  if (text.length > maxChars) throw invalidValue(`\`${name}\` can have up to ${maxChars} characters.`)
  if (!text.isWellFormed() || !oneLine.test(text))
    throw invalidValue(`\`${name}\` must not contain control characters.`)
  return text === '' ? null : text
}

/** Returns a boolean. Microsoft Entra sends some as text. Null if absent. */
export function readBoolean(name: string, value: unknown): boolean | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  if (word !== 'true' && word !== 'false') throw invalidValue(`\`${name}\` must be true or false.`)
  return word === 'true'
}

/** Returns a list. A single object counts as a list of one. */
export function readList(name: string, value: unknown, maxItems: number): readonly unknown[] {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maxItems) throw new ScimFault(400, `\`${name}\` can have up to ${maxItems} values.`, 'tooMany')
  return list
}
