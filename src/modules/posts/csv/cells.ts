import type { Fault } from '#kernel/errors.ts'

/** Readers of cells. Each returns a value of a request, and tolerates what spreadsheets do to text. */

/** A value, or the error in the cell. */
export type CellValue = { readonly value: unknown } | { readonly fault: Pick<Fault, 'code' | 'message'> }

const wrong = (code: string, message: string): CellValue => ({ fault: { code, message } })

export const readText = (cell: string): CellValue => ({ value: cell })
export const readWord = (cell: string): CellValue => ({ value: cell.trim() })

/** Reads JSON, for values such as lists and objects that have no simpler form. */
export function readJson(cell: string): CellValue {
  try {
    return { value: JSON.parse(cell) }
  } catch {
    return wrong('invalid_json', 'must be JSON, as in an exported file')
  }
}

const isJson = (cell: string): boolean => /^\s*[[{]/.test(cell)

/** Reads words separated by commas, or JSON. */
export const readTags = (cell: string): CellValue => (isJson(cell) ? readJson(cell) : { value: split(cell, /,/) })

/** Reads platforms such as `bluesky, mastodon`, or `bluesky:acc_…` for one of several accounts, or JSON. */
export function readPlatforms(cell: string): CellValue {
  if (isJson(cell)) return readJson(cell)
  const value = split(cell, /[\s,]+/).map((word) => {
    const at = word.indexOf(':')
    return at < 0 ? word : { platform: word.slice(0, at), accountId: word.slice(at + 1) }
  })
  return { value }
}

/** Reads URLs and storage paths, separated by spaces or lines, or JSON. */
export function readMedia(cell: string): CellValue {
  if (isJson(cell)) return readJson(cell)
  return { value: split(cell, /\s+/).map((name) => (/^https?:/i.test(name) ? { url: name } : { storagePath: name })) }
}

/** Reads a place such as `next`, or JSON for a time of a certain plan. */
export const readSlot = (cell: string): CellValue =>
  isJson(cell) ? readJson(cell) : { value: { place: cell.trim().toLowerCase() } }

export const readCodes = (cell: string): CellValue => {
  const choice = readChoice(cell)
  return choice === null ? { value: split(cell, /[\s,]+/) } : { value: choice }
}

export function readBoolean(cell: string): CellValue {
  const value = readChoice(cell)
  return value === null ? wrong('invalid_type', 'must be true or false') : { value }
}

/** Reads yes and no as spreadsheets write them, including German ones. */
function readChoice(cell: string): boolean | null {
  const word = cell.trim().toLowerCase()
  if (['true', 'yes', '1', 'wahr', 'ja'].includes(word)) return true
  return ['false', 'no', '0', 'falsch', 'nein'].includes(word) ? false : null
}

const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4}) (\d{1,2}):(\d\d)(?::(\d\d))?$/
const spaced = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)$/

/** Reads a time as the API accepts it, or as spreadsheets save a date: `01.12.2026 09:00`. */
export function readTime(cell: string): CellValue {
  const text = cell.trim()
  const [, day, month, year, hour, minute, second = '00'] = german.exec(text) ?? []
  if (day && month && hour) return { value: `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}` }
  return { value: text.replace(spaced, '$1T$2') }
}

const two = (digits: string): string => digits.padStart(2, '0')
const split = (cell: string, by: RegExp): string[] =>
  cell
    .split(by)
    .map((word) => word.trim())
    .filter((word) => word !== '')
