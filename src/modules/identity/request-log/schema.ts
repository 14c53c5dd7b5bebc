import { z } from 'zod'
import { idOf, instant, pageFields, pageQuery } from '#infra/http/schemas.ts'

const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

export const requestQuery = z.strictObject({
  keyId: idOf('key').optional().meta({ description: 'Only the requests of this API key.' }),
  status: z
    .enum(statusClasses)
    .optional()
    .meta({ description: 'Only requests whose status is in this class: `4xx` for 400 to 499.' }),
  ...pageQuery({ max: 200, fallback: 50 }),
})

const loggedRequest = z
  .strictObject({
    at: instant.meta({ description: 'When the response was sent.' }),
    method: z.string().meta({ examples: ['POST'] }),
    path: z.string().meta({
      description:
        'The path without the query string. IDs are shown; other parameters, such as tokens, are shown as their name: `/v1/media/proxy/{token}`.',
      examples: ['/v1/posts'],
    }),
    status: z.int().meta({ description: 'The HTTP status of the response.', examples: [400] }),
    code: z
      .string()
      .nullable()
      .meta({ description: 'The `code` of the error, or null.', examples: ['validation_failed'] }),
    requestId: z.string().meta({ description: 'The `X-Request-Id` of the response.', examples: ['req_k3x9tq1'] }),
    keyId: idOf('key'),
    keyName: z.string().meta({ description: 'The name of the API key.', examples: ['Build server'] }),
  })
  .meta({ id: 'LoggedRequest' })

export const requestPage = z
  .strictObject({
    requests: z.array(loggedRequest),
    ...pageFields,
  })
  .meta({ id: 'LoggedRequestPage' })

export type RequestQuery = z.output<typeof requestQuery>
