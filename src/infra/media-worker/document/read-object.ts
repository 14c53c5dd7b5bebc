import { Damaged, TooComplex } from '../contract.ts'
import { type Cursor, type Mark, nextToken, type Token } from './read-tokens.ts'

/** A value in a dictionary, as far as it matters. */
export type Value =
  | Exclude<Token, { is: 'word' | Mark['is'] }>
  | { readonly is: 'reference'; readonly number: number }
  /** `names` are those of a list that contains only names; null for any other list. */
  | { readonly is: 'list'; readonly names: readonly string[] | null }
  | { readonly is: 'dictionary' | 'other' }

/** A dictionary, as far as it matters. A key that occurs twice has two values, because parsers may use either. */
export interface Dictionary {
  /** The key whose value it is; empty at the top level. */
  readonly under: string
  readonly values: (key: string) => readonly Value[]
}

export interface Listener {
  /** Receives each key; `under` is the key whose value is the dictionary. */
  key(name: string, under: string): void
  dictionary(dictionary: Dictionary): void
  /** The keys whose values a dictionary keeps. */
  readonly keptKeys: ReadonlySet<string>
}

interface Frame {
  readonly isList: boolean
  readonly under: string
  key: string | null
  kept: Map<string, Value[]> | null
  names: string[] | null
}

/** No program nests values deeper within one object. */
const maxDepth = 100
const noValues: readonly Value[] = []
const constants: readonly string[] = ['true', 'false', 'null']

/**
 * Reads one object: what follows `obj` or is in an object stream. Nothing is built from it, so large objects do not use
 * memory. Anything that does not follow the grammar is refused, because parsers interpret it differently. Returns the
 * object if it is a dictionary or a single value.
 */
export function readObject(cursor: Cursor, listener: Listener): Value & { readonly dictionary?: Dictionary } {
  const began = cursor.at
  const wrong = (what: string): Damaged =>
    new Damaged(`The document is damaged: an object at byte ${began} ${what}. Export it again.`)
  const frames: Frame[] = []
  let top: Dictionary | undefined

  function push(isList: boolean): void {
    const parent = frames.at(-1)
    if (frames.length >= maxDepth)
      throw new TooComplex(`The document nests values more than ${maxDepth} deep. Export it again.`)
    const under = parent === undefined ? '' : parent.isList ? parent.under : (parent.key ?? '')
    if (parent !== undefined && !parent.isList && parent.key === null) throw wrong('has a value where a key belongs')
    const names = isList && listener.keptKeys.has(under) ? [] : null
    frames.push({ isList, under, key: null, kept: null, names })
  }

  /** Adds a complete value to the innermost list or dictionary. True if it was the object itself. */
  function take(value: Value): boolean {
    const frame = frames.at(-1)
    if (frame === undefined) return true
    if (frame.isList) {
      if (value.is === 'name') frame.names?.push(value.name)
      else frame.names = null
      return false
    }
    if (frame.key === null) throw wrong('has a value where a key belongs')
    if (listener.keptKeys.has(frame.key)) {
      frame.kept ??= new Map()
      const values = frame.kept.get(frame.key)
      if (values === undefined) frame.kept.set(frame.key, [value])
      else values.push(value)
    }
    frame.key = null
    return false
  }

  function pop(isList: boolean): Value {
    const frame = frames.pop()
    if (frame === undefined || frame.isList !== isList || frame.key !== null) throw wrong('is not closed')
    if (isList) return { is: 'list', names: frame.names }
    const { under, kept } = frame
    const dictionary: Dictionary = { under, values: (key) => kept?.get(key) ?? noValues }
    listener.dictionary(dictionary)
    if (frames.length === 0) top = dictionary
    return { is: 'dictionary' }
  }

  for (;;) {
    const token = nextToken(cursor)
    const frame = frames.at(-1)
    if (token.is === 'end') {
      if (frame === undefined) return { is: 'other' }
      throw wrong('is cut off')
    }
    if (token.is === 'name' && frame !== undefined && !frame.isList && frame.key === null) {
      frame.key = token.name
      listener.key(token.name, frame.under)
      continue
    }
    let value: Value
    if (token.is === '<<' || token.is === '[') {
      push(token.is === '[')
      continue
    }
    if (token.is === '>>' || token.is === ']') {
      if (frame === undefined) return { is: 'other' }
      value = pop(token.is === ']')
    } else if (token.is === 'number' && frame?.isList !== true) value = numberOrReference(cursor, token.number)
    else if (token.is === 'word') {
      if (frame !== undefined && !frame.isList && !constants.includes(token.word))
        throw wrong(`has “${token.word.slice(0, 16)}” as a value`)
      value = { is: 'other' }
    } else value = token
    if (take(value)) return top === undefined ? value : { is: 'dictionary', dictionary: top }
  }
}

/** Reads the rest of `12 0 R`. Without this rest, the number is just a number. */
function numberOrReference(cursor: Cursor, number: number): Value {
  const { at } = cursor
  const second = nextToken(cursor)
  if (second.is === 'number') {
    const third = nextToken(cursor)
    if (third.is === 'word' && third.word === 'R') return { is: 'reference', number }
  }
  cursor.at = at
  return { is: 'number', number }
}
