import { type DocumentComponents, type Media, type OpenApiDocument, operationsOf, resolveSchema } from './document.ts'
import type { JsonSchema } from './json-schemas.ts'

/** Placeholder for a string without an example. `npm run gen` refuses a document that contains it. */
export const noExample = '…'

type Schemas = DocumentComponents['schemas']

/**
 * Adds an example to each JSON body in the document. It comes from the schema: its own examples first, otherwise those
 * of its parts. Returns the examples of named schemas, which are components, so that each is written once.
 */
export function addExamples(
  document: Pick<OpenApiDocument, 'paths'>,
  schemas: Schemas,
): Record<string, { readonly value: unknown }> {
  const components: Record<string, { readonly value: unknown }> = {}
  const exampleFor = (schema: JsonSchema, place: string): object => {
    if (typeof schema.$ref !== 'string') return { value: composeExample(schemas, schema, place) }
    const name = schema.$ref.split('/').at(-1) ?? ''
    components[name] ??= { value: composeExample(schemas, schema, name) }
    return { $ref: `#/components/examples/${name}` }
  }
  const fill = (media: Media | undefined, place: string): void => {
    if (media && !media.examples) media.examples = { example: exampleFor(media.schema, place) }
  }
  for (const { operationId, requestBody, responses } of operationsOf(document)) {
    fill(requestBody?.content?.['application/json'], `${operationId} request`)
    for (const { content } of Object.values(responses)) {
      fill(content?.['application/json'], `${operationId} answer`)
      fill(content?.['application/problem+json'], 'Problem')
    }
  }
  return components
}

/** Returns a value that a schema allows, built from its examples and those of its parts. */
export function composeExample(schemas: Schemas, schema: JsonSchema, place: string): unknown {
  const { examples, $ref: reference } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (typeof reference === 'string')
    return composeExample(schemas, resolveSchema(schemas, schema), reference.split('/').at(-1) ?? place)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const compose = (part: unknown, name: string) => composeExample(schemas, part as JsonSchema, name)
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined
  if (choices) return choices.some(({ type }) => type === 'null') ? null : compose(choices[0], place)
  if (Array.isArray(schema.type) && schema.type.includes('null')) return null
  switch (schema.type) {
    case 'object':
      return composeObject(schema, (name, part) => compose(part, `${place}.${name}`))
    case 'array':
      return [compose(schema.items, place)]
    case 'string':
      return composeText(schema, place)
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return null
  }
}

/** Builds the required fields; an optional one would often contradict the others. */
function composeObject(schema: JsonSchema, compose: (name: string, part: JsonSchema) => unknown): object {
  const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : []
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const fields = required.flatMap((name) => {
    const part = properties[name]
    return part ? [[name, compose(name, part)]] : []
  })
  return Object.fromEntries(fields)
}

function composeText(schema: JsonSchema, place: string): string {
  if (schema.format === 'date-time') return '2026-11-21T09:00:00.000Z'
  if (schema.format === 'email') return 'ada@example.com'
  return exampleTexts[place] ?? exampleTexts[place.split('.').at(-1) ?? ''] ?? noExample
}

/**
 * Example strings by field name, for fields whose schema has no example. `Schema.field` is for a field whose meaning
 * differs from that of others with the same name.
 */
const exampleTexts: Readonly<Record<string, string>> = {
  'ApiKey.name': 'Build server',
  'ApiKeyWithSecret.name': 'Build server',
  'DeletionReceipt.url': 'https://posthorn.example.com/v1/platforms/netgroup/data-deletion/status?code=7KQ2XW4M9T',
  'DeletionState.code': '7KQ2XW4M9TBVCR3HN8ZPLDFYGA',
  'ConnectInvitation.platforms.name': 'Bluesky',
  'Providers.providers.name': 'Bluesky',
  'ProfileMember.name': 'Ada',
  'User.name': 'Ada',
  'PostPublication.sent.parts.text': 'The lighthouse is open again.',
  'WebhookEndpoint.url': 'https://example.com/hooks/posthorn',
  'WebhookEndpointWithSecret.url': 'https://example.com/hooks/posthorn',
  'WholeWebhookDelivery.url': 'https://example.com/hooks/posthorn',
  added: 'mastodon',
  aliases: 'bluesky',
  alg: 'EdDSA',
  altText: 'The lighthouse at dawn',
  authUrl: 'https://network.example.com/oauth/authorize?client_id=posthorn&state=b2F1dGg',
  capabilities: 'text',
  code: 'text_too_long',
  confirmWarnings: 'media_will_be_cropped',
  content: 'The lighthouse is open again.',
  crv: 'Ed25519',
  cursor: 'eyJhdCI6IjIwMjYtMTEtMjEifQ',
  defaultScopes: 'posts.write',
  description: 'Shows the new calendar.',
  detail: 'The account answers.',
  email: 'ada@example.com',
  event: 'post.published',
  events: 'post.published',
  firstComment: 'The harbour bus stops in front of the door.',
  fix: 'Shorten the text.',
  handle: '@harbour.example.com',
  inviteToken: 'inv_7Yk2mQ4rT9',
  inviterName: 'Ada',
  key: 'ph_live_4rT9mQ7Yk2',
  kid: 'identity-1',
  kty: 'OKP',
  language: 'en',
  languageOverride: 'de',
  link: 'https://example.com/lighthouse',
  message: 'The text is longer than 300 characters.',
  name: 'Harbour Coffee',
  otpauthUrl: 'otpauth://totp/Posthorn:ada@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Posthorn',
  password: 'correct horse battery',
  path: '/content',
  pdsUrl: 'https://bsky.social',
  plan: 'pro',
  plans: 'pro',
  platform: 'net-a',
  platformPostId: '3lharbour2222',
  platformUrl: 'https://bsky.app/profile/harbour.example.com/post/3lharbour2222',
  platforms: 'net-a',
  profileName: 'Harbour Coffee',
  qrSvg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  reason: 'The network asked for a new sign-in.',
  scopes: 'posts.write',
  secret: 'whsec_YW4gZXhhbXBsZSB0aGF0IGFueWJvZHkgbWF5IHJlYWQ=',
  sentTo: 'ada@example.com',
  setupCode: 'K3X9-TQ1M',
  skipped: 'net-a',
  state: 'b2F1dGg',
  status: 'scheduled',
  storagePath: 'uploads/3f9c1d5be07a4c2f8e6b1a90d2c4f7e5',
  subject: 'prof_01kajv4z00e008000000000001',
  tagPrefix: 'harbour',
  tags: 'lighthouse',
  thumbnailStoragePath: 'uploads/7a1be07a4c2f8e6b1a90d2c4f7e53f9c',
  title: 'The lighthouse is open again',
  token: 'Zm9yIG9uZSB1c2U',
  type: 'post.published',
  url: 'https://example.com/lighthouse.jpg',
  use: 'sig',
  warnings: 'The image was made smaller.',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
}
