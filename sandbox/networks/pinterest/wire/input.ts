import type { Incoming } from '../../../core/http/request.ts'
import { invalid } from './refusals.ts'

export type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the body as an object. Bodies are validated against the API description, with messages in the wording of a
 * JSON Schema validator.
 */
export function objectIn({ body }: Incoming): Fields {
  return body.kind === 'json' ? asObject(body.value) : invalid('Invalid request body.')
}

export const asObject = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : invalid(`${shownOf(value)} is not of type 'object'`)

/** Returns a text field. Null if it is missing or null. */
export function textIn(fields: Fields, name: string, max: number): string | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') return invalid(`${shownOf(value)} is not of type 'string'`)
  if ([...value].length > max) return invalid(`${shownOf(value)} is too long (${name}, constraint: maxLength=${max})`)
  return value
}

export function neededText(fields: Fields, name: string, max = 100_000_000): string {
  return textIn(fields, name, max) ?? invalid(`'${name}' is a required property`)
}

export function onlyKnown(fields: Fields, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown !== undefined) invalid(`Additional properties are not allowed ('${unknown}' was unexpected)`)
}

export const digits = (value: string): string =>
  /^\d+$/.test(value) ? value : invalid(`'${value.slice(0, 200)}' does not match '^\\d+$'`)

const shownOf = (value: unknown): string => `'${String(value).slice(0, 200)}'`

interface Page {
  readonly size: number
  readonly bookmark: string | null
}

export function pageIn({ query }: Incoming, usual = 25): Page {
  const size = Number(query.get('page_size') ?? usual)
  if (!Number.isInteger(size) || size < 1 || size > 250)
    return invalid(`${query.get('page_size')} is not within 1 and 250 (page_size)`)
  return { size, bookmark: query.get('bookmark') }
}

/** Returns the page that follows the bookmark's item. */
export function paged<T extends { readonly id: string }>(all: readonly T[], { size, bookmark }: Page) {
  const from = bookmark === null ? 0 : all.findIndex(({ id }) => id === unmarked(bookmark)) + 1
  if (bookmark !== null && from === 0) return invalid('The bookmark is invalid.')
  const items = all.slice(from, from + size)
  const last = items.at(-1)
  const hasMore = from + size < all.length
  return { items, bookmark: hasMore && last ? marked(last.id) : null }
}

const marked = (id: string): string => Buffer.from(`after:${id}`).toString('base64url')
const unmarked = (text: string): string =>
  Buffer.from(text, 'base64url')
    .toString('utf8')
    .replace(/^after:/, '')
