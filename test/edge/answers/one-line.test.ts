import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '../../harness/app.ts'
import { greta } from '../../world/guests.ts'
import { connectBoth } from '../../world/posts.ts'

/** Names and other single-line texts: no request may store one that breaks the line or reverses adjacent text. */
let t: TestApp
let admin: Person
before(async () => {
  t = await startApp({ sandbox: true })
  admin = await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}
interface Document {
  readonly paths: Record<
    string,
    Record<string, { readonly requestBody?: { readonly content: Record<string, { readonly schema?: Schema }> } }>
  >
  readonly components: { readonly schemas: Record<string, Schema> }
}

const hostile = ['\0', '\n', '\r', '\x1b', '\x9b', '\u2028', '\u2029', '\u202e', '\u2066']

/** Request fields that are not names, by the reason why they may have several lines. */
const noNames = {
  'Text of several lines, which is shown as such.':
    'altText answer comment content description firstComment html message networkTexts note reason text variations',
  'Read by code, which refuses what it cannot read. Only its meaning is stored, or what is known already.':
    'avatar confirmWarnings contentType cron finalRedirectUrl headers identifier instanceUrl kinds ' +
    'languageOverride link locale names pdsUrl plan plans platforms platformUrl redirectUrl request schedule ' +
    'storagePath thumbnailStoragePath timezone url',
  'A text to find in posts, with that in its place. Only the results are stored, as text of several lines.':
    'find label q tag with',
  'A secret, or an ID of another server. It is not shown as a name.':
    'appPassword code credentials inviteToken iss pageId password platformPostId refreshToken secret setupCode state ' +
    'token totp userCode value',
  'Part of a post. It is sent unchanged to its network, which has its own rules.': 'settings',
  'Cleaned when it is stored: files on disks may have such names.': 'fileName',
  'Pairs of programs, which are returned unchanged.': 'metadata',
  'Checked with the variables of its mail, which may not be in the schema.': 'subject',
}
const allowed = Object.values(noNames).flatMap((names) => names.split(' '))

/** Returns the names of a schema's text fields that accept one of the hostile characters. */
function openFields(schema: Schema, name: string, document: Document, depth = 0): string[] {
  if (depth > 20) return []
  const inside = (part: Schema, as = name) => openFields(part, as, document, depth + 1)
  if (schema.$ref) return inside(document.components.schemas[schema.$ref.split('/').at(-1)!]!)
  const parts = [
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) => inside(part)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, part]) => inside(part, name === 'settings' ? name : key)),
    ...(schema.items ? inside(schema.items) : []),
    ...(typeof schema.additionalProperties === 'object' ? inside(schema.additionalProperties) : []),
  ]
  const isText = [schema.type].flat().includes('string')
  if (!isText || schema.enum || schema.const !== undefined || schema.format) return parts
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => (pattern ? [new RegExp(pattern)] : []))
  const isOpen = hostile.some((sign) => patterns.every((pattern) => pattern.test(`a${sign}b`)))
  return isOpen ? [...parts, name] : parts
}

test('every text field of a request is single-line, or is listed with a reason', async () => {
  const document = (await t.anyone.get('/openapi.json')).body as Document
  const open = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .flatMap(({ schema }) => (schema ? openFields(schema, '', document) : []))
  assert.deepEqual([...new Set(open)].sort(), allowed.sort())
})

test('400: every route rejects a name that contains a line break or reverses adjacent text', async () => {
  const { person: root, profileId } = await connectBoth(t)
  const draft = await root.post('/v1/posts', {
    profileId,
    content: 'Open again',
    platforms: ['bluesky'],
    saveAsDraft: true,
  })
  const postId: string = draft.body.id
  const { body: link } = await root.post(`/v1/posts/${postId}/share-link`, { comments: true })
  const routes: Readonly<Record<string, (name: string) => Promise<{ status: number; body: unknown }>>> = {
    'PATCH /v1/auth/me /name': (name) => root.patch('/v1/auth/me', { name }),
    'POST /v1/auth/sign-up /name': (name) =>
      t.anyone.post('/v1/auth/sign-up', { name, email: 'bob@example.com', password: 'a few words in a row' }),
    'POST /v1/api-keys /name': (name) => root.post('/v1/api-keys', { name, scopes: ['posts:read'] }),
    'POST /v1/profiles /name': (name) => root.post('/v1/profiles', { name }),
    'PATCH /v1/profiles /name': (name) => root.patch(`/v1/profiles/${profileId}`, { name }),
    'PATCH /v1/posts /title': (title) => root.patch(`/v1/posts/${postId}`, { title }),
    'PATCH /v1/posts /tags/0': (tag) => root.patch(`/v1/posts/${postId}`, { tags: [tag] }),
    'POST /v1/recurring-posts /name': (name) =>
      root.post('/v1/recurring-posts', { postId, name, cron: '0 9 * * *', timezone: 'UTC' }),
    'POST a comment /name': (name) => t.anyone.post(`/v1/share/p/${link.token}/comments`, { name, fineByMe: true }),
    'POST a guest /name': (name) => root.post(`/v1/profiles/${profileId}/guests`, { ...greta, name }),
    'POST a template /subject': (name) =>
      admin.post('/v1/admin/email-templates/welcome', { subject: `Hi ${name}`, text: '{{url}}', html: '{{url}}' }),
  }
  for (const [route, send] of Object.entries(routes)) {
    for (const sign of hostile) {
      const { status, body } = await send(`Ada${sign}b`)
      const { code, errors } = body as { code: string; errors: { path: string; message: string }[] }
      assert.deepEqual([status, code], [400, 'validation_failed'], `${route} ${JSON.stringify(sign)}`)
      assert.deepEqual([...new Set(errors.map(({ path }) => path))], [route.split(' ').at(-1)], route)
      assert.match(errors[0]!.message, /one line|NUL/, route)
    }
    const { status } = await send('Ada שלום\u200f 👩\u200d👧')
    assert.ok(status < 300, `${route}: ${status}`)
  }
})
