import { no } from './refusals.ts'

/**
 * Rest.li, the network's own format for values in URLs: `List(a,b)` and `(key:value)` are structure and stay unencoded;
 * everything else that looks like structure must be percent-encoded, once.
 */
export type Value = string | readonly Value[] | { readonly [name: string]: Value }

export type Query = ReadonlyMap<string, Value>

const wrongQuery = (): never =>
  no(400, { code: 'ILLEGAL_ARGUMENT', message: 'Invalid query parameters passed to request' })

export function queryIn(search: string): Query {
  const found = new Map<string, Value>()
  for (const pair of search.split('&').filter(Boolean)) {
    const at = pair.indexOf('=')
    const name = plain(at < 0 ? pair : pair.slice(0, at))
    const reader = { text: at < 0 ? '' : pair.slice(at + 1), at: 0 }
    const value = valueIn(reader)
    if (reader.at < reader.text.length) wrongQuery()
    found.set(name, value)
  }
  return found
}

interface Reader {
  readonly text: string
  at: number
}

function valueIn(reader: Reader): Value {
  const { text } = reader
  if (text.startsWith('List(', reader.at)) {
    reader.at += 'List('.length
    const items: Value[] = []
    while (text[reader.at] !== ')') {
      items.push(valueIn(reader))
      if (text[reader.at] === ',') reader.at += 1
      else if (text[reader.at] !== ')') wrongQuery()
    }
    reader.at += 1
    return items
  }
  if (text[reader.at] === '(') {
    reader.at += 1
    const fields: Record<string, Value> = {}
    while (text[reader.at] !== ')') {
      const name = wordIn(reader)
      if (text[reader.at] !== ':') wrongQuery()
      reader.at += 1
      fields[name] = valueIn(reader)
      if (text[reader.at] === ',') reader.at += 1
      else if (text[reader.at] !== ')') wrongQuery()
    }
    reader.at += 1
    return fields
  }
  return wordIn(reader)
}

function wordIn(reader: Reader): string {
  const from = reader.at
  while (reader.at < reader.text.length && !/[(),:']/.test(reader.text[reader.at] ?? '')) reader.at += 1
  return plain(reader.text.slice(from, reader.at))
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return wrongQuery()
  }
}

/** Checks a path: a segment of it is a value and never structure. */
export function checkPath(path: string): void {
  if (/[(),:']/.test(path)) no(400, { code: 'ILLEGAL_ARGUMENT', message: 'Syntax exception in path variables' })
}

export const textOf = (query: Query, name: string): string | null => {
  const value = query.get(name)
  return typeof value === 'string' ? value : null
}

/** Rejects an unknown parameter, naming its position. */
export function onlyParameters(query: Query, known: readonly string[]): void {
  const unknown = [...query.keys()].find((name) => !known.includes(name))
  if (unknown === undefined) return
  no(403, {
    serviceErrorCode: 100,
    code: 'ACCESS_DENIED',
    message: `Unpermitted fields present in PARAMETER: Data Processing Exception while processing fields [/${unknown}]`,
  })
}

export function integerIn(query: Query, name: string, { max, usual }: { max: number; usual: number }): number {
  const text = textOf(query, name)
  if (text === null) return usual
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value <= max
    ? value
    : no(400, { code: 'INVALID_VALUE_FOR_FIELD', message: `${name} must be from 0 to ${max}` })
}

export interface Urn {
  readonly text: string
  readonly type: string
  readonly id: string
}

/** Reads a URN of one of these types, or rejects it. */
export function urnOf(value: unknown, field: string, types: readonly string[]): Urn {
  const [text = '', type = '', id = ''] = (typeof value === 'string' && /^urn:li:(\w+):(.+)$/s.exec(value)) || []
  if (text === '')
    return no(400, { code: 'INVALID_URN_ID', message: `${field} :: ${JSON.stringify(value)} is not a valid URN` })
  if (!types.includes(type))
    return no(400, {
      code: 'INVALID_URN_TYPE',
      message: `${field} :: ${text} must be of the type ${types.join(' or ')}`,
    })
  return { text, type, id }
}
