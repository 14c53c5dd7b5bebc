import type { FastifyDynamicSwaggerOptions, SwaggerTransformObject } from '@fastify/swagger'
import { z } from 'zod'
import type { RefusalCode } from '#kernel/errors.ts'
import { readIntroduction } from '../docs/guide-links.ts'
import { type Contents, hasContents } from '../schemas.ts'
import { clientInstallation } from './code-samples.ts'
import { describeRoute } from './describe-route.ts'
import type { DocumentParts, OpenApiDocument, SentRequest } from './document.ts'
import { finishDocument } from './finish-document.ts'
import { createSchemaPrinter, type Direction, type JsonSchema } from './json-schemas.ts'
import { sectionGroups, sections, sortByUse } from './sections.ts'

const head = {
  openapi: '3.1.0',
  info: {
    title: 'Posthorn',
    summary: 'Write a post once and publish it to several networks, exactly when and where you want.',
    version: '1',
    contact: { name: 'The operator of this installation' },
    'x-scalar-sdk-installation': clientInstallation,
  },
  servers: [{ url: '/' }],
  tags: sections.map(({ name, description }) => ({ name, description })),
  'x-tagGroups': sectionGroups,
  components: {
    securitySchemes: {
      cronSecret: {
        type: 'apiKey',
        in: 'header',
        name: 'x-cron-secret',
        description: 'The value of CRON_SECRET, for external schedulers.',
      },
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'ph_…',
        description: 'An API key, created in the web app or with `POST /v1/api-keys`.',
      },
      identity: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'An identity token from signing in.',
      },
    },
  },
} as const

const noParts: DocumentParts = { requestSchemas: [], webhooks: [] }

const answerNames: Readonly<Record<string, string>> = { 200: 'Done.', 201: 'Created.', 202: 'Accepted.' }

/**
 * Returns the options with which `@fastify/swagger` builds the document from the routes' zod schemas and other parts.
 * It is all created when someone requests the document, so it does not slow down startup.
 */
export function openApiOptions(
  parts: DocumentParts = noParts,
  ofCredential: readonly RefusalCode[] = [],
): FastifyDynamicSwaggerOptions {
  const { components, print } = createSchemaPrinter()

  const printAnswer = (status: string, answer: unknown): unknown => {
    if (answer instanceof z.ZodUndefined)
      return { type: 'null', description: answer.description ?? 'Success. The response has no body.' }
    if (answer instanceof z.ZodType)
      return { description: answer.description ?? answerNames[status] ?? 'Done.', ...print(answer, 'answer') }
    const { description, content } = answer as { description: string; content: Contents }
    return { description, content: printContents(content, 'answer') }
  }

  const printContents = (content: Contents, direction: Direction): unknown =>
    Object.fromEntries(
      Object.entries(content).map(([type, { schema }]) => [type, { schema: print(schema, direction) }]),
    )

  return {
    openapi: head as unknown as NonNullable<FastifyDynamicSwaggerOptions['openapi']>,
    transform: ({ schema, url, route }) => {
      if (!schema || schema.hide) return { schema: { hide: true }, url }
      const described = describeRoute(route, ofCredential)
      const { body, querystring, params, headers, response, ...rest } = described as Record<string, unknown>
      const parts = Object.entries({ body, querystring, params, headers }).filter(
        ([, part]) => part instanceof z.ZodType,
      )
      const answers = Object.entries((response ?? {}) as Record<string, unknown>)
      return {
        schema: {
          ...rest,
          ...Object.fromEntries(
            parts.map(([name, part]) => [name, inlineParameters(name, print(part as z.ZodType, 'request'))]),
          ),
          ...(hasContents(body) ? { body: { content: printContents(body.content, 'request') } } : {}),
          response: Object.fromEntries(answers.map(([status, answer]) => [status, printAnswer(status, answer)])),
        },
        url,
      }
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      const { paths, components: other } = document.openapiObject
      for (const methods of Object.values(paths ?? {})) delete methods?.head
      for (const schema of parts.requestSchemas) print(schema, 'request')
      const webhooks = describeWebhooks(parts.webhooks, (schema) => print(schema, 'answer'))
      const whole = {
        ...document.openapiObject,
        info: { ...document.openapiObject.info, description: readIntroduction() },
        paths: sortByUse((paths ?? {}) as unknown as OpenApiDocument['paths']),
        webhooks,
        components: { ...other, schemas: components },
      }
      // The plugin's type joins OpenAPI 3.0 with 3.1; ours is always 3.1.
      return finishDocument(whole as unknown as OpenApiDocument) as unknown as ReturnType<SwaggerTransformObject>
    },
  }

  // Parameters are listed individually, so their object is never a component.
  function inlineParameters(name: string, schema: Record<string, unknown>): unknown {
    const reference = schema.$ref
    if (name === 'body' || typeof reference !== 'string') return schema
    return components[reference.split('/').at(-1) ?? '']
  }
}

/** Describes the requests that Posthorn sends, for the `webhooks` section. */
function describeWebhooks(
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
