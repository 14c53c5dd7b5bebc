import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}

let t: TestApp
let schemas: Readonly<Record<string, Schema>>
let operations: readonly Operation[]
before(async () => {
  t = await startApp()
  const { body } = await t.anyone.get('/openapi.json')
  schemas = body.components.schemas
  operations = Object.values(body.paths as Record<string, Record<string, Operation>>).flatMap((one) =>
    Object.values(one),
  )
})
after(() => t[Symbol.asyncDispose]())

/** The letters of a text, without what only makes a sentence of it. */
const lettersOf = (text: string): string =>
  text
    .replaceAll(/\b(?:the|a|an|of|this)\b/gi, '')
    .replaceAll(/[^a-z0-9]/gi, '')
    .toLowerCase()

/** A description that says no more than a name. Some names say everything. */
const complete = new Set(
  'id name subject text reason url type key state host width height poll page names kind title views date status'.split(
    ' ',
  ),
)
const repeats = (text: string, name: string): boolean => lettersOf(text) === lettersOf(name) && !complete.has(name)

test('every operation has a description that says more than its summary', () => {
  const faults = operations.filter(({ summary, description = '' }) => {
    const [own = ''] = description.split('\n\n')
    return own.trim() === '' || repeats(own, summary)
  })
  assert.deepEqual(
    faults.map(({ operationId }) => operationId),
    [],
  )
})

test('every parameter has a description, and those with a default state it', () => {
  const faults = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ name, description = '' }) => description.trim() === '' || repeats(description, name))
      .map(({ name }) => `${operationId} ${name}`),
  )
  assert.deepEqual(faults, [])
  const limits = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ name }) => ['limit', 'days', 'weeks', 'page', 'pageSize'].includes(name))
      .filter(({ description = '', schema }) => schema.default === undefined && !/default|omitted/i.test(description))
      .map(({ name }) => `${operationId} ${name}`),
  )
  assert.deepEqual(limits, [])
})

test('every property of a request or a response has a description', () => {
  const faults: string[] = []
  let properties = 0
  const isDescribed = ({ description, $ref: reference }: Schema): boolean =>
    description !== undefined || schemas[reference?.split('/').at(-1) ?? '']?.description !== undefined
  const walk = (schema: Schema, place: string): void => {
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      properties += 1
      if (!isDescribed(part) || (part.description !== undefined && repeats(part.description, name)))
        faults.push(`${place}.${name}`)
      walk(part, `${place}.${name}`)
    }
    const { items, additionalProperties } = schema
    if (items) walk(items, place)
    if (typeof additionalProperties === 'object') walk(additionalProperties, place)
    for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(part, place)
  }
  for (const [name, schema] of Object.entries(schemas)) walk(schema, name)
  for (const { operationId, requestBody, responses } of operations)
    for (const { content = {} } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)])
      for (const { schema } of Object.values(content)) walk(schema, operationId)
  assert.deepEqual(faults, [])
  assert.ok(properties > 2_000)
})

test('enumerations are open in responses, and closed in requests, whose optional fields have no `default`', () => {
  const faults: string[] = []
  const seen = new Set<string>()
  const walk = (value: unknown, place: string, isAnswer: boolean, isOpen = false): void => {
    if (typeof value !== 'object' || value === null) return
    const {
      $ref: reference,
      enum: values,
      type,
      examples,
      example,
      ...rest
    } = value as Schema & Record<string, unknown>
    const name = reference?.split('/').at(-1) ?? ''
    const key = `${name} ${isAnswer} ${isOpen}`
    if (name && !seen.has(key)) {
      seen.add(key)
      walk(schemas[name], name, isAnswer, isOpen)
    }
    if (values && type === 'string' && isAnswer && !isOpen) faults.push(`${place} is closed`)
    const { properties = {}, required = [] } = rest as { properties?: Record<string, Schema>; required?: string[] }
    for (const [field, part] of Object.entries(properties))
      if (part.default !== undefined && !required.includes(field)) faults.push(`${place}.${field} has a default`)
    for (const [field, part] of Object.entries(rest)) {
      const parts: readonly Schema[] = Array.isArray(part) ? part : [part as Schema]
      const isAny = field === 'anyOf' && parts.some((one) => JSON.stringify(one) === '{"type":"string"}')
      if (isAny && !isAnswer && parts.some((one) => 'enum' in one)) faults.push(`${place} is open`)
      for (const one of parts) walk(one, `${place}.${field}`, isAnswer, isAny)
    }
  }
  for (const { operationId, parameters, requestBody, responses } of operations) {
    walk(requestBody?.content, operationId, false)
    for (const { schema } of parameters ?? []) walk(schema, operationId, false)
    for (const { content } of Object.values(responses)) walk(content, operationId, true)
  }
  assert.deepEqual(faults, [])
  assert.ok(seen.has('Post true false'))
})

test('a response names its media type, except files of users, which have any', () => {
  const unnamed = operations
    .filter(({ responses }) => Object.values(responses).some(({ content = {} }) => '*/*' in content))
    .map(({ operationId }) => operationId)
  assert.deepEqual(unnamed, ['getMediaFile', 'getFace', 'getStockThumbnail', 'getLinkCardImage'])
})
