import { administrationFields } from './descriptions/administration.ts'
import { generalFields } from './descriptions/general.ts'
import { parameterTexts } from './descriptions/parameters.ts'
import { postFields } from './descriptions/posts.ts'
import {
  type DescribedOperation,
  type DocumentComponents,
  type OpenApiDocument,
  operationsOf,
  resolveSchema,
} from './document.ts'
import type { JsonSchema } from './json-schemas.ts'

type Schemas = DocumentComponents['schemas']

const fieldTexts: Readonly<Record<string, string>> = { ...generalFields, ...administrationFields, ...postFields }

/** Describes each field of the named schemas that its own schema does not describe. */
export const describeSchemas = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, describeFields(schemas, structuredClone(schema), [name])]),
  )

/** Describes the fields of bodies that have no name, and the parameters. */
export function describeOperations(paths: OpenApiDocument['paths'], schemas: Schemas): void {
  for (const operation of operationsOf({ paths })) {
    for (const parameter of operation.parameters ?? []) {
      const text = parameterTexts[`${operation.operationId}.${parameter.name}`] ?? parameterTexts[parameter.name ?? '']
      if (text !== undefined) parameter.description ??= text
    }
    for (const { schema } of contentsOf(operation)) describeFields(schemas, schema, [operation.operationId])
  }
}

const contentsOf = ({ requestBody, responses }: DescribedOperation) =>
  [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}))

/** Changes the schema. `place` has the names of the schema and of the fields on the way to this part. */
function describeFields(schemas: Schemas, schema: JsonSchema, place: readonly string[]): JsonSchema {
  for (const [name, part] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    const inside = [...place, name]
    const text = textOf(inside)
    if (text !== undefined && !isDescribed(schemas, part)) part.description = text
    if ('default' in part && !isRequired(schema, name)) stateDefault(part)
    describeFields(schemas, part, inside)
  }
  for (const part of [schema.items, schema.additionalProperties].filter(isObject)) describeFields(schemas, part, place)
  for (const list of [schema.anyOf, schema.oneOf, schema.allOf] as (readonly JsonSchema[] | undefined)[])
    for (const part of list ?? []) describeFields(schemas, part, place)
  return schema
}

const isRequired = ({ required }: JsonSchema, name: string): boolean =>
  Array.isArray(required) && required.includes(name)

/**
 * Moves the default of an optional field into its description. A generator that reads `default` makes the field
 * required, as in a response, where it is always present.
 */
function stateDefault(schema: JsonSchema): void {
  const { default: fallback, description = '' } = schema
  delete schema.default
  if (/\bdefaults?\b/i.test(String(description))) return
  schema.description = `${description} Defaults to ${wordsOf(fallback)}.`.trim()
}

function wordsOf(fallback: unknown): string {
  if (fallback === '') return 'an empty text'
  if (Array.isArray(fallback) && fallback.length === 0) return 'an empty list'
  return typeof fallback === 'object' ? 'an empty object' : `\`${fallback}\``
}

/** Finds the text of a field by its whole place, by its parent, or by its name. */
function textOf(place: readonly string[]): string | undefined {
  return [place, place.slice(-2), place.slice(-1)].map((names) => fieldTexts[names.join('.')]).find((text) => text)
}

const isDescribed = (schemas: Schemas, schema: JsonSchema): boolean =>
  schema.description !== undefined || resolveSchema(schemas, schema).description !== undefined

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null
