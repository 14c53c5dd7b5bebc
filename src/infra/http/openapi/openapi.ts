import type { FastifyDynamicSwaggerOptions, SwaggerTransformObject } from '@fastify/swagger'
import { z } from 'zod'
import type { RefusalCode } from '#kernel/errors.ts'
import { type Contents, hasContents } from '../schemas.ts'
import { describeRoute } from './describe-route.ts'
import type { DocumentParts, OpenApiDocument, SentRequest } from './document.ts'
import { finishDocument } from './finish-document.ts'
import { createSchemaPrinter, type Direction, type JsonSchema } from './json-schemas.ts'

/** The sections of the reference, in the order in which a newcomer needs them. */
const sections: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: 'Posts',
    description: 'Write, validate, schedule, publish, change and retry posts. A post has one target for each account.',
  },
  { name: 'Queue', description: 'Submit a draft, cancel what is not published yet, and track each target of a post.' },
  { name: 'Recurring posts', description: 'Repeat a post on a schedule: skip, move, pause and change its runs.' },
  { name: 'Calendar feeds', description: 'Show a profile’s schedule in calendar apps.' },
  { name: 'Approvals', description: 'Require approval of the exact content before it is published.' },
  {
    name: 'Sharing',
    description: 'Show a post to people without an account before it is published, and collect their comments.',
  },
  { name: 'Media', description: 'Upload images and videos, or import them from a URL, and use them in posts.' },
  {
    name: 'Connections',
    description: 'Connect accounts by signing in at the network, with direct credentials, or by inviting someone else.',
  },
  { name: 'Accounts', description: 'List connected accounts, see their health, and disconnect them.' },
  {
    name: 'Analytics',
    description: 'Metrics of posts and accounts: totals, trends, comparisons, best times, and exports.',
  },
  { name: 'Profiles', description: 'A profile is a brand. Posts, accounts and media belong to one.' },
  { name: 'Profile links', description: 'URLs that a profile shows.' },
  { name: 'Profile members', description: 'Give other users a role on a profile, and invite people.' },
  { name: 'Chats', description: 'Write and watch posts from Telegram and Slack.' },
  { name: 'Webhooks', description: 'Receive signed events, inspect deliveries and send them again.' },
  { name: 'Events', description: 'Read past events, or follow them live.' },
  { name: 'Identity', description: 'Sign up, sign in, renew tokens, and reset passwords.' },
  { name: 'API keys', description: 'Create and revoke credentials for programs. A key has scopes.' },
  {
    name: 'Apps',
    description: 'Let agents, editors and the command line act for you without an API key, and revoke their access.',
  },
  { name: 'Account', description: 'Your own user: name, email, password, sessions, deletion.' },
  { name: 'Second factor', description: 'Protect sign-in with one-time codes.' },
  { name: 'Feature flags', description: 'Turn features on for users, plans or a percentage of users.' },
  {
    name: 'Secrets',
    description: 'Set up networks, email, storage and the AI provider without changing the environment.',
  },
  {
    name: 'Sandbox',
    description: 'Simulate network faults in the sandbox and advance its clock. Real networks are never affected.',
  },
  {
    name: 'Administration',
    description:
      'Monitor and run the installation. The support role reads and handles tickets, admins change settings, and ' +
      'superadmins also change roles and secrets.',
  },
  { name: 'System', description: 'Health, metrics, and this document.' },
]

const head = {
  openapi: '3.1.0',
  info: {
    title: 'Posthorn',
    description: 'Write a post once and publish it to several networks, exactly when and where you want.',
    version: '1',
  },
  servers: [{ url: '/' }],
  tags: sections.map((section) => ({ ...section })),
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
        description: 'An API key, created with POST /v1/api-keys.',
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
      const whole = { ...document.openapiObject, paths, webhooks, components: { ...other, schemas: components } }
      // The plugin's type joins OpenAPI 3.0 with 3.1; ours is always 3.1.
      return finishDocument(whole as unknown as OpenApiDocument) as unknown as ReturnType<SwaggerTransformObject>
    },
  }

  // Parameters are listed one by one, so their object is never a component.
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
