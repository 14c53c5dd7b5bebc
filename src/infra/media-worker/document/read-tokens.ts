import { Damaged, TooComplex } from '../contract.ts'

/** A position in bytes that are parsed as PDF. */
export interface Cursor {
  readonly bytes: Buffer
  at: number
  readonly end: number
  readonly budget: Budget
}

type Marks = '<<' | '>>' | '[' | ']' | 'end'
export type Mark = { readonly [Sign in Marks]: { readonly is: Sign } }[Marks]

export type Token =
  /** A name with its escapes decoded, without the slash; empty if it is too long to have a meaning. */
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'number'; readonly number: number }
  /** The beginning of a string, decoded. */
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'word'; readonly word: string }
  | Mark

const open = { is: '<<' } as const
const close = { is: '>>' } as const
const openList = { is: '[' } as const
const closeList = { is: ']' } as const
const end = { is: 'end' } as const

/** The maximum length of a name or word. The longest that matters has 16 characters, each as `#xx`. */
const maxNameBytes = 64
/** The number of bytes of a string to keep: enough for the scheme of a link. */
const maxTextBytes = 100

const [regular, space, delimiter] = [0, 1, 2]
const classes = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32]) classes[byte] = space
for (const sign of '()<>[]{}/%') classes[sign.charCodeAt(0)] = delimiter

export const isSpace = (byte: number | undefined): boolean => byte !== undefined && classes[byte] === space
export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39
const isLineEnd = (byte: number | undefined): boolean => byte === 10 || byte === 13

/** Skips white space and comments. */
export function skipSpace(cursor: Cursor): void {
  const { bytes, end } = cursor
  const began = cursor.at
  for (; cursor.at < end; cursor.at++) {
    const byte = bytes[cursor.at]
    if (byte === 0x25) while (cursor.at < end && !isLineEnd(bytes[cursor.at])) cursor.at += 1
    else if (!isSpace(byte)) break
  }
  cursor.budget.charge(cursor.at - began)
}

export function nextToken(cursor: Cursor): Token {
  skipSpace(cursor)
  const { bytes, at, budget } = cursor
  budget.charge(tokenUnits)
  if (at >= cursor.end) return end
  const byte = bytes[at] ?? 0
  cursor.at += 1
  switch (byte) {
    case 0x28:
      return literal(cursor)
    case 0x3c:
      return follows(cursor, 0x3c) ? open : hexadecimal(cursor)
    case 0x3e:
      return follows(cursor, 0x3e) ? close : { is: 'word', word: '>' }
    case 0x5b:
      return openList
    case 0x5d:
      return closeList
    case 0x2f:
      return { is: 'name', name: nameAt(cursor) }
    case 0x29:
    case 0x7b:
    case 0x7d:
      return { is: 'word', word: String.fromCharCode(byte) }
    default:
      cursor.at = at
      return isNumeric(byte) ? { is: 'number', number: numberAt(cursor) } : { is: 'word', word: regularRun(cursor) }
  }
}

function follows(cursor: Cursor, byte: number): boolean {
  if (cursor.bytes[cursor.at] !== byte || cursor.at >= cursor.end) return false
  cursor.at += 1
  return true
}

/** Reads a run of regular characters. Returns an empty text for one that is longer than any that matters. */
function regularRun(cursor: Cursor): string {
  const { bytes, at, end } = cursor
  while (cursor.at < end && classes[bytes[cursor.at] ?? 0] === regular) cursor.at += 1
  const length = cursor.at - at
  cursor.budget.charge(length)
  return length > maxNameBytes ? '' : bytes.toString('latin1', at, cursor.at)
}

/** Reads a name and decodes its escapes: `J#61vaScript` is JavaScript. */
function nameAt(cursor: Cursor): string {
  const raw = regularRun(cursor)
  if (!raw.includes('#')) return raw
  cursor.budget.charge(2 * tokenUnits)
  return raw.replace(/#([0-9a-fA-F]{2})/g, (_, pair: string) => String.fromCharCode(Number.parseInt(pair, 16)))
}

const isNumeric = (byte: number | undefined): boolean =>
  isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e

/** Reads a number as parsers do: up to the first character that cannot be part of one. */
function numberAt(cursor: Cursor): number {
  const { bytes, at, end } = cursor
  while (cursor.at < end && (isNumeric(bytes[cursor.at]) || isExponent(bytes, cursor.at))) cursor.at += 1
  const length = cursor.at - at
  cursor.budget.charge(length)
  return length > maxNameBytes ? Number.NaN : Number(bytes.toString('latin1', at, cursor.at))
}

const isExponent = (bytes: Buffer, at: number): boolean =>
  (bytes[at] === 0x45 || bytes[at] === 0x65) && (isDigit(bytes[at + 1]) || bytes[at + 1] === 0x2d)

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/** Reads a string in parentheses, which may contain pairs of parentheses. */
function literal(cursor: Cursor): Token {
  const { bytes, at: began, end, budget } = cursor
  const kept: number[] = []
  const keep = (byte: number): void => {
    if (kept.length < maxTextBytes) kept.push(byte)
  }
  let depth = 1
  for (; cursor.at < end && depth > 0; cursor.at++) {
    const byte = bytes[cursor.at] ?? 0
    if (byte === 0x5c) readEscape(cursor, keep)
    else if (byte === 0x28) depth += 1
    else if (byte === 0x29) depth -= 1
    if (byte !== 0x5c && depth > 0) keep(byte)
  }
  budget.charge(cursor.at - began)
  if (depth > 0) throw new Damaged(`The string at byte ${began} of a part of the document does not end.`)
  return { is: 'text', text: Buffer.from(kept).toString('latin1') }
}

/** Reads what follows a backslash; leaves the cursor at its last byte. */
function readEscape(cursor: Cursor, keep: (byte: number) => void): void {
  const { bytes } = cursor
  cursor.at += 1
  const byte = bytes[cursor.at] ?? 0
  if (isOctal(byte)) {
    let code = byte - 0x30
    for (let more = 0; more < 2 && isOctal(bytes[cursor.at + 1]); more++) {
      cursor.at += 1
      code = code * 8 + ((bytes[cursor.at] ?? 0) - 0x30)
    }
    keep(code & 0xff)
  } else if (byte === 13) {
    if (bytes[cursor.at + 1] === 10) cursor.at += 1
  } else if (byte !== 10) keep(escapes[String.fromCharCode(byte)] ?? byte)
}

const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x37

/** Reads a string of hexadecimal digits. */
function hexadecimal(cursor: Cursor): Token {
  const began = cursor.at
  const found = cursor.bytes.indexOf(0x3e, began)
  const closed = found === -1 || found >= cursor.end ? cursor.end : found
  cursor.budget.charge(closed - began)
  if (closed === cursor.end) throw new Damaged(`The string at byte ${began} of a part of the document does not end.`)
  cursor.at = closed + 1
  const digits = cursor.bytes
    .toString('latin1', began, Math.min(closed, began + 4 * maxTextBytes))
    .replace(/[^0-9a-fA-F]/g, '')
  const even = digits.length % 2 === 0 ? digits : `${digits}0`
  return { is: 'text', text: Buffer.from(even, 'hex').toString('latin1', 0, maxTextBytes) }
}

/**
 * The work that one document may cause: one unit for each byte that is parsed or unpacked, and several for each token.
 * Pixels and fonts are skipped and cost nothing, so a real document of 100 MB uses a few million.
 */
export interface Budget {
  charge(units: number): void
  left(): number
}

const maxUnits = 32_000_000

export const tokenUnits = 8

export function createBudget(units = maxUnits): Budget {
  let left = units
  return {
    charge(used) {
      left -= used
      if (left < 0)
        throw new TooComplex('The document has more parts than can be checked for scripts and files. Export it again.')
    },
    left: () => left,
  }
}
