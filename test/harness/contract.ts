import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { spellPlatform } from '#infra/http/platforms.ts'

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Answer>>
}

interface Answer {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, object>>
    readonly responses?: Readonly<Record<string, Answer>>
  }
}

interface Seen {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly text: string
}

/** Headers that clients of the API read. */
const ofTheApi = [
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'etag',
  'idempotency-replayed',

  'deprecation',
  'sunset',
]

type Reader = (seen: Seen) => void

/**
 * Applications with the same routes have identical documents, and compiling the schemas is expensive, so readers are
 * cached by text.
 */
const readersByText = new Map<string, Reader>()
const readers = new WeakMap<OpenApiDocument, Reader>()

/** Fails if a response of the service is not allowed by its own OpenAPI document. */
export function checkAnswer(document: OpenApiDocument, seen: Seen): void {
  const reader = readers.get(document) ?? readerOf(document)
  readers.set(document, reader)
  reader(seen)
}

function readerOf(document: OpenApiDocument): Reader {
  const text = JSON.stringify(document)
  const reader = readersByText.get(text) ?? createReader(document)
  readersByText.set(text, reader)
  return reader
}

function createReader(document: OpenApiDocument): Reader {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'openapi', components: document.components ?? {} })
  const validators = new Map<string, ValidateFunction>()
  // Compiled validators, found by the schema's text too: the schema of a problem occurs everywhere.
  const validatorsByText = new Map<string, ValidateFunction>()
  const validatorOf = (schema: object): ValidateFunction => {
    const text = textInto(schema)
    const validator = validatorsByText.get(text) ?? ajv.compile(JSON.parse(text) as object)
    validatorsByText.set(text, validator)
    return validator
  }
  const shapes = Object.keys(document.paths).map((path) => ({
    path,
    // Fixed path segments take precedence over parameters, as in the router.
    weight: path.split('{').length,
    matches: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }))
  shapes.sort((a, b) => a.weight - b.weight)

  return ({ method, path, status, headers, body, text }) => {
    const bare = spellPlatform(path.split('?')[0] ?? path)
    const shape = shapes.find((one) => one.matches.test(bare))
    const operation = shape && document.paths[shape.path]?.[method.toLowerCase()]
    if (!operation) return
    const given = operation.responses[String(status)]
    const answer = given?.$ref ? document.components?.responses?.[given.$ref.split('/').at(-1) ?? ''] : given
    assert.ok(
      answer,
      `${method} ${shape.path} answered ${status}, which its document does not know: ${text.slice(0, 300)}`,
    )
    const documented = new Set(Object.keys(answer.headers ?? {}).map((name) => name.toLowerCase()))
    for (const name of ofTheApi)
      assert.ok(
        !(name in headers) || documented.has(name),
        `${method} ${shape.path} ${status} has the header ${name}, which its document does not know`,
      )
    const contents = Object.entries(answer.content ?? {})
    if (contents.length === 0) return assert.equal(text, '', `${method} ${shape.path} ${status} is documented as empty`)
    const type = headers['content-type']?.replace(/;\s*charset=[^;]*/i, '').trim() ?? ''
    const content = contents.find(([name]) => name === type || name === '*/*')
    assert.ok(
      content,
      `${method} ${shape.path} ${status} came as ${type}, documented as ${contents.map(([name]) => name)}`,
    )
    if (!/[/+]json$/.test(type) || content[0] === '*/*') return
    const place = `${operation.operationId} ${status} ${type}`
    const validate = validators.get(place) ?? validatorOf(content[1].schema)
    validators.set(place, validate)
    assert.ok(
      validate(body),
      `${place} differs from its document: ${ajv.errorsText(validate.errors)}\n${text.slice(0, 500)}`,
    )
  }
}

/** Makes the document's references point into the schema that ajv knows as `openapi`. */
function textInto(schema: object): string {
  return JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')
}
