import { type DescribedOperation, type OpenApiDocument, operationsOf } from './document.ts'

export const exampleRequestId = 'req_k3x9tq1'

const text = { type: 'string' } as const

/** The response headers, as the document describes them. */
export const headerComponents = {
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

type Versioned = ReadonlySet<string>

/** Returns the schemas of resources with a version: those that an operation changes under `If-Match`. */
export function versionedSchemas(document: Pick<OpenApiDocument, 'paths'>): Versioned {
  const guarded = operationsOf(document).filter(({ responses }) => '412' in responses)
  return new Set(guarded.flatMap((operation) => schemaOf(operation, '200') ?? []))
}

/** Returns references to the headers that an operation's response may have. */
export function headersOf(operation: DescribedOperation, status: string, versioned: Versioned): Record<string, object> {
  const names: HeaderName[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']
  const isGood = /^[23]/.test(status)
  const { responses } = operation
  if (status === '401' || status === '403') names.push('WWW-Authenticate')
  if (['409', '429', '503'].includes(status)) names.push('Retry-After')
  if (status === '201') names.push('Location')
  if (isGood && operation.deprecated) names.push('Deprecation', 'Sunset')
  if (isGood && '422' in responses) names.push('Idempotency-Replayed')
  if (isGood && ('412' in responses || '304' in responses || versioned.has(schemaOf(operation, status) ?? '')))
    names.push('ETag')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function schemaOf({ responses }: DescribedOperation, status: string): string | null {
  const reference = responses[status]?.content?.['application/json']?.schema.$ref
  return typeof reference === 'string' ? reference : null
}
