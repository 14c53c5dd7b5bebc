import type { z } from 'zod'
import type { SentRequest } from './document.ts'
import type { JsonSchema } from './json-schemas.ts'

/** Describes the requests that Posthorn sends, for the `webhooks` section. */
export function describeWebhooks(
  sent: readonly SentRequest[],
  print: (schema: z.ZodType) => JsonSchema,
): Record<string, object> {
  return Object.fromEntries(sent.map((request) => [request.type, { post: describeOne(request, print(request.body)) }]))
}

function describeOne({ type, summary, headers }: SentRequest, schema: JsonSchema): object {
  const name = type.replaceAll(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return {
    operationId: `receive${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    tags: ['Webhooks'],
    summary,
    // The endpoint authenticates Posthorn by the signature.
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => ({
      in: 'header',
      name,
      description,
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Received. Any other response causes a retry.' },
      '4XX': { description: 'Not received. `410` disables the endpoint.' },
    },
  }
}
