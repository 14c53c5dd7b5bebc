import { badParam } from './refusals.ts'

/**
 * A requested field, as in `id,picture.type(large){url},comments.limit(0).summary(true)`. A response has only the
 * requested fields, and an unknown field is an error.
 */
export interface RequestedField {
  readonly name: string
  readonly with: Readonly<Record<string, string>>
  readonly inner: readonly RequestedField[] | null
}

/** The fields of an object type. Each function runs only if its field is requested. */
export type Shape = Readonly<Record<string, (field: RequestedField) => unknown>>

function fieldsOf(text: string): readonly RequestedField[] {
  const reader = { text, at: 0 }
  const fields = readList(reader)
  if (reader.at < text.length)
    badParam(
      `Syntax error "Expected end of string instead of "${text[reader.at]}"." at character ${reader.at}: ${text}`,
    )
  return fields
}

interface Reader {
  readonly text: string
  at: number
}

function readList(reader: Reader): readonly RequestedField[] {
  const list: RequestedField[] = []
  do {
    const name = take(reader, /\s*([a-zA-Z_][a-zA-Z0-9_]*)/y)
    if (name === null) break
    const modifiers: Record<string, string> = {}
    for (let one = takeModifier(reader); one !== null; one = takeModifier(reader)) modifiers[one.name] = one.value
    let inner: readonly RequestedField[] | null = null
    if (take(reader, /(\{)/y) !== null) {
      inner = readList(reader)
      if (take(reader, /(\})/y) === null)
        badParam(`Syntax error "Expected "}"." at character ${reader.at}: ${reader.text}`)
    }
    list.push({ name, with: modifiers, inner })
  } while (take(reader, /\s*(,)/y) !== null)
  return list
}

function takeModifier(reader: Reader): { name: string; value: string } | null {
  const name = take(reader, /\.([a-z_]+)(?=\()/y)
  if (name === null) return null
  return { name, value: take(reader, /\(([^)]*)\)/y) ?? '' }
}

function take(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)
  if (found === null) return null
  reader.at = pattern.lastIndex
  return found[1] ?? ''
}

/** Returns the requested fields of an object, or the `usual` ones if none are requested. The ID is always included. */
export function shown(shape: Shape, fields: string | undefined, usual: readonly string[], kind: string): object {
  const requestedFields = fields === undefined || fields === '' ? usual.map(plain) : fieldsOf(fields)
  return pick(shape, requestedFields, kind)
}

const plain = (name: string): RequestedField => ({ name, with: {}, inner: null })

function pick(shape: Shape, fields: readonly RequestedField[], kind: string): object {
  const wanted = fields.some(({ name }) => name === 'id') || shape.id === undefined ? fields : [...fields, plain('id')]
  const all: Record<string, unknown> = {}
  for (const one of wanted) {
    const field = Object.hasOwn(shape, one.name) ? shape[one.name] : undefined
    if (!field) badParam(`Tried accessing nonexisting field (${one.name}) on node type (${kind})`)
    const value = field?.(one)
    if (value !== undefined) all[one.name] = one.inner === null ? value : within(value, one.inner)
  }
  return all
}

/** Selects nested fields. Unknown nested fields are ignored. */
function within(value: unknown, fields: readonly RequestedField[]): unknown {
  if (Array.isArray(value)) return value.map((one) => within(one, fields))
  if (typeof value !== 'object' || value === null) return value
  const tree = value as Readonly<Record<string, unknown>>
  if ('data' in tree && (Array.isArray(tree.data) || !fields.some(({ name }) => name === 'data')))
    return { ...tree, data: within(tree.data, fields) }
  return Object.fromEntries(
    fields.flatMap((one) => {
      const part = tree[one.name]
      if (part === undefined) return []
      return [[one.name, one.inner === null ? part : within(part, one.inner)]]
    }),
  )
}
