import { type RefusalCode, refusals } from '#kernel/errors.ts'
import { withCodeSamples } from './code-samples.ts'
import { describeOperations, describeSchemas } from './describe-fields.ts'
import {
  type DescribedAnswer,
  type DescribedOperation,
  formerScopes,
  type OpenApiDocument,
  optionalBody,
  sentHeaders,
} from './document.ts'
import { addExamples } from './examples.ts'
import { openAnswers } from './open-enums.ts'

/**
 * Completes the document derived from the routes: headers, examples, and one component for each response that many
 * operations share.
 */
export function finishDocument(document: OpenApiDocument): OpenApiDocument {
  const schemas = describeSchemas(sortByName(document.components.schemas))
  const copy = JSON.parse(JSON.stringify(document.paths)) as OpenApiDocument['paths']
  describeOperations(copy, schemas)
  const webhooks = structuredClone(document.webhooks)
  openAnswers({ paths: copy, webhooks }, schemas)
  const examples = addExamples({ paths: copy }, schemas)
  const { paths, responses } = shareAnswers(withHeaders(withOptionalBodies(withParameters(copy))))
  return {
    ...document,
    webhooks,
    paths: withCodeSamples(paths, schemas),
    components: {
      ...document.components,
      schemas,
      responses,
      examples: sortByName(examples),
      headers: headerComponents,
    },
  }
}

/**
 * Describes how query parameters that are objects are written: `metadata[campaign]=spring`. Marks parameters with a
 * deprecated schema.
 */
function withParameters(paths: OpenApiDocument['paths']): OpenApiDocument['paths'] {
  return mapValues(paths, (methods) =>
    mapValues(methods, (operation) => {
      const parameters = operation.parameters?.map((one) => ({
        ...one,
        ...(one.in === 'query' && one.schema?.type === 'object' && { style: 'deepObject', explode: true }),
        ...(one.schema?.deprecated === true && { deprecated: true }),
      }))
      return parameters ? { ...operation, parameters } : operation
    }),
  )
}

function withOptionalBodies(paths: OpenApiDocument['paths']): OpenApiDocument['paths'] {
  return mapValues(paths, (methods) =>
    mapValues(methods, ({ [optionalBody]: isOptional, ...operation }) =>
      isOptional ? { ...operation, requestBody: { ...operation.requestBody, required: false } } : operation,
    ),
  )
}

function withHeaders(paths: OpenApiDocument['paths']): OpenApiDocument['paths'] {
  const described = mapAnswers(paths, (answer, status, operation) => ({
    ...answer,
    headers: headersOf(operation, status),
  }))
  return mapValues(described, (methods) => mapValues(methods, ({ [sentHeaders]: _sent, ...operation }) => operation))
}

/** Moves responses with a single refusal into components. Most operations have the same ones with the same text. */
function shareAnswers(paths: OpenApiDocument['paths']) {
  const responses: Record<string, DescribedAnswer> = {}
  const shared = mapAnswers(paths, (answer, _status, operation) => {
    // These refusals have headers that others lack.
    if (mayBeDeprecated(operation)) return answer
    const code = /^`(\w+)`: [^\n]*$/.exec(answer.description)?.[1]
    if (code === undefined || !(code in refusals)) return answer
    responses[code] ??= withProblem(answer, code)
    return { $ref: `#/components/responses/${code}` }
  })
  return { paths: shared, responses: sortByName(responses) }
}

function withProblem(answer: DescribedAnswer, code: string): DescribedAnswer {
  const { status, title } = refusals[code as RefusalCode]
  const value = { type: `/docs/errors#${code}`, title, status, detail: title, code, requestId: exampleRequestId }
  const media = answer.content?.['application/problem+json']
  if (!media) return answer
  return { ...answer, content: { 'application/problem+json': { ...media, examples: { [code]: { value } } } } }
}

type Operation = OpenApiDocument['paths'][string][string]

function mapAnswers(
  paths: OpenApiDocument['paths'],
  change: (answer: DescribedAnswer, status: string, operation: Operation) => object,
): OpenApiDocument['paths'] {
  const changed = (operation: Operation): Operation => {
    const answers = Object.entries(operation.responses).map(([status, answer]) => [
      status,
      change(answer, status, operation) as DescribedAnswer,
    ])
    return { ...operation, responses: Object.fromEntries(answers) as Operation['responses'] }
  }
  return mapValues(paths, (methods) => mapValues(methods, changed))
}

const mapValues = <Value, Result>(table: Readonly<Record<string, Value>>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, map(value)]))

const sortByName = <Value>(table: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)))

const exampleRequestId = 'req_k3x9tq1'

const text = { type: 'string' } as const

/** The response headers, as the document describes them. */
const headerComponents = {
  'X-Request-Id': {
    description: 'The request’s ID in the log. If the client sent one, it is that ID.',
    schema: text,
    example: exampleRequestId,
  },
  RateLimit: {
    description:
      'The remaining requests, and the seconds until the full limit is available again. The limit refills evenly. ' +
      'Omitted if requests are not counted.',
    schema: text,
    example: '"default";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limit: the number of requests and the window in seconds.',
    schema: text,
    example: '"default";q=600;w=60',
  },
  'Retry-After': {
    description: 'The seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'The required credential, and the scope that an API key lacks.',
    schema: text,
    example: 'Bearer realm="posthorn"',
  },
  ETag: {
    description: 'The version of the response, for `If-None-Match` and, on versioned resources, `If-Match`.',
    schema: text,
    example: '"3"',
  },
  Location: {
    description: 'The URL of the created resource. Omitted if it has none.',
    schema: text,
    example: '/v1/posts/post_01kajv4z00e008000000000001',
  },
  'Preference-Applied': {
    description: 'Present if the request has waited, as `Prefer` asked (RFC 7240).',
    schema: text,
    example: 'wait=30',
  },
  Deprecation: {
    description: 'When the operation was deprecated (RFC 9745).',
    schema: text,
    example: '@1795305600',
  },
  Sunset: {
    description: 'The earliest time at which the operation may be removed (RFC 8594).',
    schema: text,
    example: 'Wed, 01 Dec 2027 00:00:00 GMT',
  },
  'Idempotency-Replayed': {
    description: 'Present if the response is replayed from an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
} as const

type HeaderName = keyof typeof headerComponents

/** Returns references to the headers that an operation's response may have. */
function headersOf(operation: DescribedOperation, status: string): Record<string, object> {
  const names: HeaderName[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']
  if (status === '401' || status === '403') names.push('WWW-Authenticate')
  if (['409', '429', '503'].includes(status)) names.push('Retry-After')
  if (mayBeDeprecated(operation)) names.push('Deprecation', 'Sunset')
  names.push(...((operation[sentHeaders]?.[status] ?? []) as HeaderName[]))
  if (/^[23]/.test(status) && '304' in operation.responses && !names.includes('ETag')) names.push('ETag')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const mayBeDeprecated = (operation: DescribedOperation): boolean =>
  operation.deprecated === true ||
  operation[formerScopes] !== undefined ||
  (operation.parameters ?? []).some((one) => one.deprecated === true)
