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
      jsonSchema: { input: rememberEach(jsonSchema.input), output: rememberEach(jsonSchema.output) },
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
