import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '../../harness/app.ts'
import { connectBoth } from '../../world/posts.ts'

/** Input errors, as sentences with their positions. */
let t: TestApp
let root: Person
before(async () => {
  t = await startApp({ sandbox: true })
  root = await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

interface Described {
  readonly parameters?: readonly {
    readonly in: string
    readonly name: string
    readonly schema: { readonly examples?: readonly string[] }
  }[]
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly $ref?: string; readonly properties?: object } }>
  }
}
interface Document {
  readonly paths: Record<string, Record<string, Described>>
  readonly components: { readonly schemas: Record<string, { readonly properties?: object }> }
}

test('400: a value of the wrong type is reported with a sentence for each field of each body, never with a library’s message', async () => {
  const document = (await t.anyone.get('/openapi.json')).body as Document
  const seen = new Set<string>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      const schema = requestBody?.content['application/json']?.schema
      const name = schema?.$ref?.split('/').at(-1)
      const fields = Object.keys((name ? document.components.schemas[name] : schema)?.properties ?? {})
      if (fields.length === 0) continue
      const ids = parameters.filter((one) => one.in === 'path')
      const url = ids.reduce((known, one) => known.replace(`{${one.name}}`, one.schema.examples?.[0] ?? 'x'), path)
      for (const value of [5, [], [5], {}, { a: 5 }, [[]]]) {
        const body = Object.fromEntries(fields.map((field) => [field, value]))
        const answer = await root.call(method.toUpperCase(), url, body)
        assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`)
        for (const { path: place, message } of answer.body?.errors ?? []) {
          seen.add(message)
          assert.match(
            message,
            /^(?:must|can|can’t|is|isn’t|has|may|connects|needs|doesn’t) /,
            `${method} ${path} ${place}: ${message}`,
          )
          assert.doesNotMatch(
            message,
            // Not the name of an event.
            /of type|Invalid|expected|(?<!inbox\.)received|record|undefined|\bint\b|\barray\b/,
            `${path} ${place}`,
          )
        }
      }
    }
  }
  assert.ok(seen.size > 15, [...seen].join('; '))
})

const faultsOf = async (path: string, body: unknown, by = root) => {
  const answer = await by.post(path, body)
  return [answer.body.code, ...(answer.body.errors ?? []).map((one: { path: string }) => one.path)]
}

test('400 and 404: the error for one of several items states its position', async () => {
  const w = await connectBoth(t)
  const good = { profileId: w.profileId, content: 'x', platforms: ['bluesky'] }
  const by = w.person
  const files = [1, 2, 3].map((n) => ({ fileName: `${n}.png`, contentType: 'image/png' }))
  const [first, second, third] = files
  const place = '/v1/media/presign-upload/batch'
  assert.deepEqual(await faultsOf(place, { files: [first, second, { ...third, contentType: 'image/x' }] }, by), [
    'media_type_not_allowed',
    '/files/2/contentType',
  ])
  assert.deepEqual(await faultsOf(place, { files: [first, { ...second, fileName: 'a.mp4' }] }, by), [
    'media_type_mismatch',
    '/files/1/fileName',
  ])

  const strange = { ...good, profileId: 'prof_01kajv4z00e008000000000001' }
  assert.deepEqual(await faultsOf('/v1/posts/bulk', { posts: [good, good, strange] }, by), [
    'profile_not_found',
    '/posts/2/profileId',
  ])
  const nowhere = { url: 'https://127.0.0.1/a.png' }
  const media = [{ url: 'https://127.0.0.1/b.png' }]
  assert.deepEqual(
    await faultsOf('/v1/posts', { ...good, platforms: ['mastodon'], thread: [{ content: 'y', media: [nowhere] }] }, by),
    ['media_unreachable', '/thread/0/media/0/url'],
  )
  assert.deepEqual(await faultsOf('/v1/posts', { ...good, platforms: [{ platform: 'bluesky', media }] }, by), [
    'media_unreachable',
    '/platforms/0/media/0/url',
  ])
})

test('confirmWarnings: false means none, and a platform of the wrong type is reported with a sentence', async () => {
  const w = await connectBoth(t)
  const draft = { profileId: w.profileId, content: 'x', platforms: ['bluesky'], saveAsDraft: true }
  const made = await w.ada.post('/v1/posts', { ...draft, confirmWarnings: false })
  assert.deepEqual([made.status, made.body.confirmWarnings], [201, []], made.text)
  const { body } = await w.ada.post('/v1/posts', { ...draft, platforms: [5] })
  assert.deepEqual(
    [body.errors[0].path, body.errors[0].message],
    ['/platforms/0', 'must be a platform name, or an object with `platform`'],
  )
})
