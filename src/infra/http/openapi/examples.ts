import { type DocumentComponents, type Media, type OpenApiDocument, operationsOf, resolveSchema } from './document.ts'
import { exampleTexts } from './example-texts.ts'
import type { JsonSchema } from './json-schemas.ts'

/** Placeholder for a text without an example. `npm run gen` refuses a document that contains it. */
export const noExample = '…'

type Schemas = DocumentComponents['schemas']

/**
 * Gives each JSON body of the document an example. It comes from the schema: its own examples first, otherwise those of
 * its parts. Returns the examples of named schemas, which are components, so that each is written once.
 */
export function addExamples(
  document: Pick<OpenApiDocument, 'paths'>,
  schemas: Schemas,
): Record<string, { readonly value: unknown }> {
  const components: Record<string, { readonly value: unknown }> = {}
  const exampleFor = (schema: JsonSchema, place: string): object => {
    if (typeof schema.$ref !== 'string') return { value: composeExample(schemas, schema, place) }
    const name = schema.$ref.split('/').at(-1) ?? ''
    components[name] ??= { value: composeExample(schemas, schema, name) }
    return { $ref: `#/components/examples/${name}` }
  }
  const fill = (media: Media | undefined, place: string): void => {
    if (media && !media.examples) media.examples = { example: exampleFor(media.schema, place) }
  }
  for (const { operationId, requestBody, responses } of operationsOf(document)) {
    fill(requestBody?.content?.['application/json'], `${operationId} request`)
    for (const { content } of Object.values(responses)) {
      fill(content?.['application/json'], `${operationId} answer`)
      fill(content?.['application/problem+json'], 'Problem')
    }
  }
  return components
}

/** Returns a value that a schema allows, built from its examples and those of its parts. */
export function composeExample(schemas: Schemas, schema: JsonSchema, place: string): unknown {
  const { examples, $ref: reference } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (typeof reference === 'string')
    return composeExample(schemas, resolveSchema(schemas, schema), reference.split('/').at(-1) ?? place)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const compose = (part: unknown, name: string) => composeExample(schemas, part as JsonSchema, name)
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined
  if (choices) return choices.some(({ type }) => type === 'null') ? null : compose(choices[0], place)
  if (Array.isArray(schema.type) && schema.type.includes('null')) return null
  switch (schema.type) {
    case 'object':
      return composeObject(schema, (name, part) => compose(part, `${place}.${name}`))
    case 'array':
      return [compose(schema.items, place)]
    case 'string':
      return composeText(schema, place)
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return null
  }
}

/** Builds the required fields; an optional one would often contradict the others. */
function composeObject(schema: JsonSchema, compose: (name: string, part: JsonSchema) => unknown): object {
  const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : []
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const fields = required.flatMap((name) => {
    const part = properties[name]
    return part ? [[name, compose(name, part)]] : []
  })
  return Object.fromEntries(fields)
}

function composeText(schema: JsonSchema, place: string): string {
  if (schema.format === 'date-time') return '2026-11-21T09:00:00.000Z'
  if (schema.format === 'email') return 'ada@example.com'
  return exampleTexts[place] ?? exampleTexts[place.split('.').at(-1) ?? ''] ?? noExample
}
