import { type DocumentComponents, type OpenApiDocument, operationsOf } from './document.ts'
import type { JsonSchema } from './json-schemas.ts'

type Schemas = DocumentComponents['schemas']

/** Any value of a later version, next to those that are known today. */
const anyText = { type: 'string' }

/**
 * Opens the enumerations of responses, which may gain values in any version: a generated client then accepts a value
 * that it does not know. Those of requests stay closed. Changes the schemas in place.
 */
export function openAnswers(document: Pick<OpenApiDocument, 'paths'> & { webhooks?: unknown }, schemas: Schemas): void {
  const operations = operationsOf(document)
  const asked = reach(
    operations.map(({ parameters, requestBody }) => [parameters, requestBody]),
    schemas,
  )
  const open = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value)) {
      if (key === 'examples' || key === 'example') continue
      open(part)
      if (isObject(part)) (value as JsonSchema)[key] = openOne(part)
    }
  }
  /** A schema that requests share stays closed, so a response has its values in place of a reference. */
  const openOne = (schema: JsonSchema): JsonSchema => {
    const name = nameOf(schema)
    const shared = name !== null && asked.has(name) ? schemas[name] : undefined
    const { type, enum: values, ...rest } = shared && Array.isArray(shared.enum) ? shared : schema
    return type === 'string' && Array.isArray(values) ? { ...rest, anyOf: [{ type, enum: values }, anyText] } : schema
  }
  const answers = [operations.map(({ responses }) => responses), document.webhooks]
  for (const name of reach(answers, schemas)) {
    const schema = schemas[name]
    if (!schema || asked.has(name)) continue
    open(schema)
    const opened = { ...openOne(schema) }
    for (const key of Object.keys(schema)) delete schema[key]
    Object.assign(schema, opened)
  }
  open(answers)
}

/** Returns the names of the schemas that a value refers to, directly or through others. */
function reach(value: unknown, schemas: Schemas, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return found
  const name = nameOf(value as JsonSchema)
  if (name !== null && !found.has(name)) {
    found.add(name)
    reach(schemas[name], schemas, found)
  }
  for (const part of Object.values(value)) reach(part, schemas, found)
  return found
}

const nameOf = ({ $ref: reference }: JsonSchema): string | null =>
  typeof reference === 'string' && reference.startsWith('#/components/schemas/')
    ? (reference.split('/').at(-1) ?? null)
    : null

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
