import fc from 'fast-check'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly unknown[]
}

type Named = Readonly<Record<string, Schema>>

/**
 * Returns values that a schema of the OpenAPI document allows, including its examples, so that requests pass
 * validation.
 */
export function arbitraryOf(schema: Schema, named: Named): fc.Arbitrary<unknown> {
  const made = generated(schema, named)
  if (!schema.examples || schema.examples.length === 0) return made
  return fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...schema.examples) }, { weight: 2, arbitrary: made })
}

function generated(schema: Schema, named: Named): fc.Arbitrary<unknown> {
  if (schema.$ref) return arbitraryOf(named[schema.$ref.split('/').at(-1)!] ?? {}, named)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, named)))
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: string) => generated({ ...schema, type }, named)))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -1_000_000, max: schema.maximum ?? 1_000_000 })
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, named), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'object':
      return objects(schema, named)
    case 'string':
      return texts(schema)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objects(schema: Schema, named: Named): fc.Arbitrary<unknown> {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, member]) => [name, arbitraryOf(member, named)]),
  )
  const requiredKeys = (schema.required ?? []).filter((name) => name in properties)
  return fc.record(properties, { requiredKeys })
}

/** Caches generators by schema: creating one costs as much as many values, and a document has few kinds of text. */
const textsBySchema = new Map<string, fc.Arbitrary<string>>()

function texts(schema: Schema): fc.Arbitrary<string> {
  const key = JSON.stringify([schema.pattern, schema.format, schema.minLength, schema.maxLength])
  const known = textsBySchema.get(key) ?? newTexts(schema)
  textsBySchema.set(key, known)
  return known
}

/** The paths that RFC 3986 allows. (The library has the same generator, but it takes a second to set up.) */
const paths = fc.stringMatching(/^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2}){0,8}){0,4}$/)

function newTexts(schema: Schema): fc.Arbitrary<string> {
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
  if (schema.format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => date.toISOString())
  if (schema.format === 'email') return fc.emailAddress()
  // Only unreachable addresses, so that nothing leaves this machine.
  if (schema.format === 'uri')
    return fc
      .tuple(fc.constantFrom('127.0.0.1', '[::1]', '10.0.0.7', '169.254.169.254'), paths)
      .map(([host, path]) => `https://${host}${path}`)
  const minLength = schema.minLength ?? 0
  return fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(schema.maxLength ?? 40, 300)),
    unit: 'grapheme',
  })
}
