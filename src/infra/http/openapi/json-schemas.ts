import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/**
 * The side of a call that a schema describes. A request may omit fields that have a default and has no unknown fields.
 * A response always has every field, and later versions may add more.
 */
export type Direction = 'request' | 'answer'

/**
 * Turns zod schemas into the JSON Schemas of the OpenAPI document. They describe the data on the wire, in both
 * directions: for a codec, its wire side. A schema with an id becomes a component and is referred to.
 */
export function createSchemaPrinter() {
  const components: Record<string, JsonSchema> = {}
  const known = { request: new Set<string>(), answer: new Set<string>() }
  // As text, because the plugin changes the objects that it receives.
  const texts = new Map<string, string>()

  const addComponent = (name: string, schema: JsonSchema): void => {
    const text = JSON.stringify(schema)
    components[name] ??= schema
    if (texts.has(name) && texts.get(name) !== text)
      throw new Error(`The schema ${name} differs between requests and responses. Give each its own schema and ID.`)
    texts.set(name, text)
  }
  const print = (schema: z.ZodType, direction: Direction): JsonSchema => {
    const name = z.globalRegistry.get(schema)?.id
    if (name !== undefined && known[direction].has(name)) return { $ref: componentPath(name) }
    const { root, definitions } = readPrinted(schema, direction)
    for (const [id, definition] of Object.entries(definitions)) addComponent(id, definition)
    if (name === undefined) return root
    // A schema with an id is among the definitions, unless its content is replaced by `documentedAs`.
    if (!definitions[name]) addComponent(name, root)
    known[direction].add(name)
    return { $ref: componentPath(name) }
  }
  return { components, print }
}

interface Printed {
  readonly root: JsonSchema
  readonly definitions: Readonly<Record<string, JsonSchema>>
}

/**
 * The generated schemas. A schema never changes, and some occur in every route, so each is generated once. Stored as
 * text, so that each reader gets a separate copy.
 */
const printed = { request: new WeakMap<z.ZodType, string>(), answer: new WeakMap<z.ZodType, string>() }

function readPrinted(schema: z.ZodType, direction: Direction): Printed {
  const known = printed[direction].get(schema)
  const text = known ?? textOf(schema, direction)
  if (known === undefined) printed[direction].set(schema, text)
  return JSON.parse(text) as Printed
}

function textOf(schema: z.ZodType, direction: Direction): string {
  const { $defs, ...root } = toWire(schema, direction)
  const all = Object.entries(($defs ?? {}) as Record<string, JsonSchema>)
  const definitions = Object.fromEntries(all.map(([id, definition]) => [id, tidy(definition)]))
  return JSON.stringify({ root: tidy(root), definitions } satisfies Printed)
}

function toWire(schema: z.ZodType, direction: Direction): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    reused: 'inline',
    override: (described) => {
      describeForPeople(described)
      if (direction === 'answer') openForAdditions(described.jsonSchema)
    },
  }) as JsonSchema
}

interface Described {
  readonly zodSchema: z.core.$ZodType
  readonly jsonSchema: JsonSchema
}

function describeForPeople({ zodSchema, jsonSchema }: Described): void {
  // Examples show a client's input. If a schema contains a codec, zod omits them from the input schema.
  const examples = z.globalRegistry.get(zodSchema as z.ZodType)?.examples
  if (examples !== undefined) jsonSchema.examples ??= examples

  // zod omits the default of a value that is read leniently.
  const { type, defaultValue } = zodSchema._zod.def as { readonly type: string; readonly defaultValue?: unknown }
  if (type === 'default' && typeof defaultValue === 'number') jsonSchema.default ??= defaultValue

  // A value that is parsed leniently (a number that arrives as text) is documented with its intended type.
  const documentedAs = jsonSchema.documentedAs
  if (documentedAs && typeof documentedAs === 'object') {
    const description = jsonSchema.description
    const fallback = jsonSchema.default
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(
      jsonSchema,
      documentedAs,
      description === undefined ? {} : { description },
      fallback === undefined ? {} : { default: fallback },
    )
  }
  delete jsonSchema.mayBeAbsent
  // `.readonly()` is a promise of our own code. In a request, `readOnly` would mean that the field must not be sent.
  delete jsonSchema.readOnly
  // The format is equivalent to a pattern of hundreds of characters.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** Allows a response to have fields from later versions, and states that a field with a default is always present. */
function openForAdditions(schema: JsonSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties
  const { properties } = schema
  if (!properties || typeof properties !== 'object') return
  const required = new Set(Array.isArray(schema.required) ? (schema.required as string[]) : [])
  for (const [name, member] of Object.entries(properties as Record<string, JsonSchema>))
    if ('default' in member) required.add(name)
  if (required.size > 0) schema.required = [...required]
}

const componentPath = (name: string) => `#/components/schemas/${name}`

function tidy(schema: JsonSchema): JsonSchema {
  const { $schema: _schema, id: _id, ...rest } = schema
  return JSON.parse(JSON.stringify(rest), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? componentPath(value.replace('#/$defs/', '')) : value,
  ) as JsonSchema
}
