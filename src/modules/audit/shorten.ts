import { createHash } from 'node:crypto'
import type { Json } from '#kernel/json.ts'

/** A value longer than this, as JSON, is shortened to its beginning. */
const longest = 1_000
const shown = 500

/**
 * Shortens a long value for an audit entry: its beginning, its length, and the hash of all of it. With the hash, a
 * person who has the value can show that it is the same. A post can contain a megabyte and change often, but its
 * history must stay readable.
 */
export function shorten(value: Json | Date): Json | Date {
  if (value instanceof Date) return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= longest) return value
  const hash = createHash('sha256').update(text).digest('hex')
  return `${text.slice(0, shown).toWellFormed()}… (${text.length} characters, SHA-256 ${hash})`
}
