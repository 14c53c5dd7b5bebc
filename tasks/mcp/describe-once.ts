import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'

type Convert = StandardSchemaWithJSON['~standard']['jsonSchema']['input']

/**
 * Describes a schema for agents, and converts it once for all requests. It accepts every value: tasks validate their
 * own input, with messages that say what to do, and their results are typed.
 */
export function describeOnce(schema: z.ZodObject): StandardSchemaWithJSON<unknown, unknown> {
  const { jsonSchema, vendor } = schema['~standard']
  return {
    '~standard': {
      version: 1,
      vendor,
      validate: (value) => ({ value }),
      jsonSchema: {
        input: rememberEach((options) => shorten(jsonSchema.input(options))),
        output: rememberEach((options) => outline(shorten(jsonSchema.output(options)))),
      },
    },
  }
}

function rememberEach(convert: Convert): Convert {
  const known = new Map<string, Record<string, unknown>>()
  return (options) => {
    const found = known.get(options.target) ?? convert(options)
    known.set(options.target, found)
    return found
  }
}

type JsonSchema = Record<string, unknown>

/**
 * Leaves out what says nothing: the default dialect, the bounds of every integer, the type of all names, and a second
 * schema for null. An agent reads all schemas in each conversation.
 */
function shorten(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) => {
    if (name === '$schema' || name === 'propertyNames' || isBound(value) || isAnything(name, value)) return undefined
    const { anyOf, ...rest } = (value ?? {}) as { readonly anyOf?: readonly JsonSchema[] }
    const [choice, none, ...others] = anyOf ?? []
    if (typeof choice?.type !== 'string' || none?.type !== 'null' || others.length > 0) return value
    return { ...choice, ...rest, type: [choice.type, 'null'] }
  }) as JsonSchema
}

const isBound = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER

const isAnything = (name: string, value: unknown): boolean =>
  name === 'additionalProperties' && typeof value === 'object' && Object.keys(value ?? {}).length === 0

/** The levels of a result that its schema describes. */
const describedLevels = 2

/** Describes the upper levels of a result, and allows it to have more fields in later versions. */
function outline({ additionalProperties: _, ...schema }: JsonSchema, level = 1): JsonSchema {
  const { properties, items } = schema as {
    readonly properties?: Record<string, JsonSchema>
    readonly items?: JsonSchema
  }
  if (items) return { ...schema, items: outline(items, level + 1) }
  if (schema.type === 'array' || !properties) return schema
  const { properties: _all, required: _required, ...head } = schema
  if (level > describedLevels) return head
  const outlined = Object.entries(properties).map(([name, one]) => [name, outline(one, level + 1)])
  return { ...schema, properties: Object.fromEntries(outlined) }
}
