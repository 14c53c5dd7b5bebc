import { z } from 'zod'

type JsonSchema = Record<string, unknown>

/**
 * Turns zod schemas into the JSON Schemas of the OpenAPI document. They describe the data on the wire, in both
 * directions: for a codec, its wire side. A schema with an id becomes a component and is referred to.
 */
export function createSchemaPrinter() {
  const components: Record<string, JsonSchema> = {}

  const print = (schema: z.ZodType): JsonSchema => {
    const name = z.globalRegistry.get(schema)?.id
    if (name !== undefined && components[name]) return { $ref: componentPath(name) }
    const { root, definitions } = readPrinted(schema)
    for (const [id, definition] of Object.entries(definitions)) components[id] ??= definition
    if (name === undefined) return root
    components[name] ??= root
    return { $ref: componentPath(name) }
  }
  return { components, print }
}

interface Printed {
  readonly root: JsonSchema
  readonly definitions: Readonly<Record<string, JsonSchema>>
}

/**
 * The printed schemas. A schema never changes, and some occur in every route, so each is printed once. Stored as text,
 * so that each reader gets its own copy.
 */
const printed = new WeakMap<z.ZodType, string>()

function readPrinted(schema: z.ZodType): Printed {
  const known = printed.get(schema)
  const text = known ?? textOf(schema)
  if (known === undefined) printed.set(schema, text)
  return JSON.parse(text) as Printed
}

function textOf(schema: z.ZodType): string {
  const { $defs, ...root } = toWire(schema)
  const all = Object.entries(($defs ?? {}) as Record<string, JsonSchema>)
  const definitions = Object.fromEntries(all.map(([id, definition]) => [id, tidy(definition)]))
  return JSON.stringify({ root: tidy(root), definitions } satisfies Printed)
}

function toWire(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    reused: 'inline',
    override: describeForPeople,
  }) as JsonSchema
}

interface Described {
  readonly zodSchema: z.core.$ZodType
  readonly jsonSchema: JsonSchema
}

function describeForPeople({ zodSchema, jsonSchema }: Described): void {
  // Examples show the input of a client. Where a schema contains a codec, zod leaves them out of the input schema.
  const examples = z.globalRegistry.get(zodSchema as z.ZodType)?.examples
  if (examples !== undefined) jsonSchema.examples ??= examples

  // A value that is read leniently (a number that arrives as text) is documented with its intended type.
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
  // The format says the same as a pattern of hundreds of characters.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const componentPath = (name: string) => `#/components/schemas/${name}`

function tidy(schema: JsonSchema): JsonSchema {
  const { $schema: _schema, id: _id, ...rest } = schema
  return JSON.parse(JSON.stringify(rest), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? componentPath(value.replace('#/$defs/', '')) : value,
  ) as JsonSchema
}
