import { inflateSync } from 'node:zlib'
import { Damaged, TooComplex } from '../contract.ts'
import { lookForActiveContent } from './active-content.ts'
import { type Dictionary, readObject, type Value } from './read-object.ts'
import {
  type Budget,
  type Cursor,
  createBudget,
  isDigit,
  isSpace,
  nextToken,
  skipSpace,
  tokenUnits,
} from './read-tokens.ts'

/** The keys of streams and trailers. */
const ownKeys = ['Type', 'First', 'Filter', 'DecodeParms', 'F', 'DP', 'W', 'Encrypt'] as const

interface Scanned {
  /** Continues “The document contains”. Null if there is nothing but pages. */
  readonly active: string | null
  readonly isEncrypted: boolean
}

/**
 * Reads every object that any parser could find in a document: whatever follows `obj` or `trailer`, even in the data of
 * a stream, a comment or an older revision, and the objects in object streams. Cross-reference tables are not trusted,
 * because each parser repairs them differently. Other streams contain pixels, fonts and drawings, but no objects.
 * Throws `Damaged`, including if it is unclear what a parser would see.
 */
export function scanDocument(bytes: Buffer, budget = createBudget()): Scanned {
  const content = lookForActiveContent(ownKeys)
  const { listener } = content
  const cursorAt = (at: number): Cursor => ({ bytes, at, end: bytes.length, budget })
  let isEncrypted = false
  /** The first object stream that cannot be read, as none can in an encrypted document. */
  let unreadable: Damaged | null = null
  /** The end of the data of the streams so far. */
  let dataEnd = 0

  function readTop(at: number): void {
    const cursor = cursorAt(at + 'obj'.length)
    const { dictionary, ...value } = readObject(cursor, listener)
    content.object(numberBefore(bytes, at), value, dictionary)
    if (dictionary === undefined || !beginsData(cursor)) return
    const isInData = at < dataEnd
    if (!isInData) isEncrypted ||= dictionary.values('W').length > 0 && hasEncryption(dictionary)
    const closing = endOfData(cursor.at)
    dataEnd = Math.max(dataEnd, closing)
    if (!isObjectStream(dictionary) || unreadable !== null) return
    try {
      readPacked(dictionary, cursor.at, closing)
    } catch (error) {
      if (!(error instanceof Damaged) || error instanceof TooComplex) throw error
      unreadable = error
    }
  }

  /**
   * Finds the end of the data that begins at a position. The search begins where the last one ended, so it is linear.
   */
  let nextEnd = 0
  function endOfData(at: number): number {
    if (nextEnd < at) {
      const found = bytes.indexOf('endstream', at, 'latin1')
      nextEnd = found === -1 ? bytes.length : found
    }
    return nextEnd
  }

  /** Reads the objects of an object stream, which begins with pairs of a number and an offset. */
  function readPacked(dictionary: Dictionary, at: number, closing: number): void {
    const data = unpacked(dictionary, bytes, at, closing, budget)
    const first = firstPlace(dictionary)
    const numbers = new Map<number, number>()
    const head: Cursor = { bytes: data, at: 0, end: Math.min(first, data.length), budget }
    for (;;) {
      const [number, place] = [nextToken(head), nextToken(head)]
      if (number.is !== 'number' || place.is !== 'number') break
      const object: Cursor = { bytes: data, at: first + place.number, end: data.length, budget }
      skipSpace(object)
      numbers.set(object.at, number.number)
    }
    const seen = new Set<number>()
    const read = (cursor: Cursor): void => {
      seen.add(cursor.at)
      const number = numbers.get(cursor.at) ?? null
      const { dictionary: one, ...value } = readObject(cursor, listener)
      content.object(number, value, one)
    }
    // Some parsers use the offsets, others read the objects in sequence.
    const cursor: Cursor = { bytes: data, at: first, end: data.length, budget }
    for (skipSpace(cursor); cursor.at < cursor.end; skipSpace(cursor)) read(cursor)
    for (const place of numbers.keys())
      if (!seen.has(place) && place < data.length) read({ bytes: data, at: place, end: data.length, budget })
  }

  function readTrailer(at: number): void {
    const { dictionary } = readObject(cursorAt(at + 'trailer'.length), listener)
    if (dictionary !== undefined && at >= dataEnd) isEncrypted ||= hasEncryption(dictionary)
  }

  let trailerAt = bytes.indexOf('trailer', 0, 'latin1')
  for (let at = bytes.indexOf('obj', 0, 'latin1'); at !== -1; at = bytes.indexOf('obj', at + 1, 'latin1')) {
    for (; trailerAt !== -1 && trailerAt < at; trailerAt = bytes.indexOf('trailer', trailerAt + 1, 'latin1'))
      readTrailer(trailerAt)
    budget.charge(2 * tokenUnits)
    if (followsNumber(bytes, at)) readTop(at)
    // What was found is the result, whatever follows it.
    if (content.found() !== null) break
  }
  if (content.found() === null)
    for (; trailerAt !== -1; trailerAt = bytes.indexOf('trailer', trailerAt + 1, 'latin1')) readTrailer(trailerAt)
  const active = content.found()
  if (active === null && !isEncrypted && unreadable !== null) throw unreadable
  return { active, isEncrypted }
}

const hasEncryption = (dictionary: Dictionary): boolean =>
  dictionary.values('Encrypt').some((value) => value.is === 'reference' || value.is === 'dictionary')

/**
 * True if `obj` can follow an object's number: after white space with a line end (which ends a comment), or after a
 * digit.
 */
function followsNumber(bytes: Buffer, at: number): boolean {
  let before = at - 1
  for (; isSpace(bytes[before]); before -= 1) if (bytes[before] === 10 || bytes[before] === 13) return true
  return isDigit(bytes[before])
}

/** Returns the number in `12 0 obj`; null if anything else precedes `obj`. */
function numberBefore(bytes: Buffer, at: number): number | null {
  let from = at
  const back = (is: (byte: number | undefined) => boolean): number => {
    const until = from
    while (is(bytes[from - 1])) from -= 1
    return until - from
  }
  back(isSpace)
  if (back(isDigit) === 0 || back(isSpace) === 0) return null
  const last = from
  const length = back(isDigit)
  return length > 0 && length < 16 ? Number(bytes.toString('latin1', from, last)) : null
}

/** True if `stream` follows a dictionary; leaves the cursor at the first byte of the data. */
function beginsData(cursor: Cursor): boolean {
  const { bytes } = cursor
  const token = nextToken(cursor)
  if (token.is !== 'word' || token.word !== 'stream') return false
  while (cursor.at < cursor.end && bytes[cursor.at] !== 10 && bytes[cursor.at] !== 13) cursor.at += 1
  cursor.at += bytes[cursor.at] === 13 && bytes[cursor.at + 1] === 10 ? 2 : 1
  return true
}

/** Parsers use these keys and not the type. */
const isObjectStream = (dictionary: Dictionary): boolean =>
  dictionary.values('First').length > 0 ||
  dictionary.values('Type').some((value) => value.is === 'name' && value.name === 'ObjStm')

const unclear = (what: string): Damaged =>
  new Damaged(`The document packs objects in a way that cannot be checked (${what}). Export it again.`)

function firstPlace(dictionary: Dictionary): number {
  const [value, ...more] = dictionary.values('First')
  if (value?.is !== 'number' || more.length > 0 || !Number.isSafeInteger(value.number) || value.number < 0)
    throw unclear('First')
  return value.number
}

/** Returns the data of an object stream. Programs pack it with Flate, or not at all. */
function unpacked(dictionary: Dictionary, bytes: Buffer, at: number, closing: number, budget: Budget): Buffer {
  for (const key of ['F', 'DP', 'DecodeParms'] as const)
    if (dictionary.values(key).some((value) => value.is !== 'other')) throw unclear(key)
  const [filter, ...more] = dictionary.values('Filter')
  if (more.length > 0) throw unclear('Filter')
  const names = filter === undefined || filter.is === 'other' ? [] : filtersOf(filter)
  if (names.length === 0) {
    budget.charge(closing - at)
    return bytes.subarray(at, closing)
  }
  const [name, ...others] = names
  if (others.length > 0 || (name !== 'FlateDecode' && name !== 'Fl')) throw unclear(`Filter ${names.join(' ')}`)
  return inflated(bytes.subarray(at), budget)
}

function filtersOf(value: Value): readonly string[] {
  if (value.is === 'name') return [value.name]
  if (value.is === 'list' && value.names !== null) return value.names
  throw unclear('Filter')
}

/** Unpacks what the budget still allows. Anything after the packed data is not read. */
function inflated(data: Buffer, budget: Budget): Buffer {
  try {
    // With `info`, which is missing from the types, the result includes the number of bytes that were read.
    const options = { maxOutputLength: Math.max(1, budget.left()), chunkSize: 65_536, info: true }
    const { buffer, engine } = inflateSync(data, options) as unknown as Inflated
    budget.charge(buffer.length + engine.bytesWritten)
    return buffer
  } catch (error) {
    if (error instanceof RangeError) budget.charge(budget.left() + 1)
    if (error instanceof Damaged) throw error
    throw new Damaged('The document is damaged: an object stream cannot be unpacked. Export it again.')
  }
}

interface Inflated {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}
