import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { type S3Server, startS3Server } from '#test/servers/s3/server.ts'
import { fetchBytes } from '#test/world/media.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

/** Tests of bucket storage: the first request with an uploaded file completes its upload, in whichever field. */
let s3: S3Server
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let other: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  s3 = await startS3Server()
  t = await startApp({ sandbox: true, settings: s3.environment })
  await t.as('root')
  w = await connectBoth(t)
  other = await connectBoth(t)
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await s3[Symbol.asyncDispose]()
})

let side = 20
/** Uploads an image to a presigned URL, and completes nothing. */
async function uploadOnly({ ada, profileId } = w, bytes?: Buffer): Promise<string> {
  const announced = { fileName: 'a.png', contentType: 'image/png', profileId }
  const { body, status, text } = await ada.post('/v1/media/presign-upload', announced)
  assert.equal(status, 200, text)
  side += 1
  const file = bytes ?? (await noise(20, side).png().toBuffer())
  const headers = { 'content-type': 'image/png' }
  assert.equal((await fetchBytes(t, body.uploadUrl, { method: 'PUT', body: file, headers })).status, 200)
  return body.storagePath
}
const isInLibrary = async (storagePath: string): Promise<boolean> =>
  (await w.ada.get(`/v1/media?storagePath=${storagePath}`)).body.media.length === 1

/** The requests that accept a file, by operation. Each is complete except for the file. */
const requests: Readonly<Record<string, () => Promise<readonly ['POST' | 'PATCH', string, Record<string, unknown>]>>> =
  {
    createPost: async () => ['POST', '/v1/posts', draft()],
    validatePost: async () => ['POST', '/v1/posts/validate', draft()],
    createPosts: async () => ['POST', '/v1/posts/bulk', { posts: [draft()] }],
    fanOutPost: async () => ['POST', '/v1/posts/fanout', { master: draft(), children: [await child()] }],
    updatePost: async () => ['PATCH', `/v1/posts/${await makeDraft()}`, {}],
    expandPost: async () => ['POST', `/v1/posts/${await makeDraft()}/expand`, { platforms: ['mastodon'] }],
    completeUpload: async () => ['POST', '/v1/media/complete-upload', {}],
    createProfile: async () => ['POST', '/v1/profiles', { name: 'with a picture' }],
    updateProfile: async () => ['PATCH', `/v1/profiles/${w.profileId}`, {}],
  }
const draft = () => ({ profileId: w.profileId, content: 'x', platforms: ['bluesky'], saveAsDraft: true })
const makeDraft = async (): Promise<string> => (await w.ada.post('/v1/posts', draft())).body.id
const child = async () => ({ profileId: (await w.ada.post('/v1/profiles', { name: 'child' })).body.id, content: 'y' })

type Json = Record<string, unknown>

/** Sets a value at a path whose `*` is the first item of a list, and adds required neighbors. */
function setAt(body: Json, path: readonly string[], value: string): void {
  const [field = '', star, ...rest] = path
  if (star === undefined) {
    body[field] = value
    if (field === 'thumbnailStoragePath') body.url = 'https://example.com/a.mp4'
    return
  }
  if (star !== '*') {
    const inner = (body[field] ?? {}) as Json
    body[field] = inner
    setAt(inner, [star, ...rest], value)
    return
  }
  const [first = {}] = (body[field] as (Json | string)[] | undefined) ?? []
  const item: Json = typeof first === 'string' ? {} : first
  if (field === 'platforms') item.platform = 'mastodon'
  if (field === 'thread') item.content = 'a part'
  body[field] = [item]
  setAt(item, rest, value)
}

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

const isDescribed = ({ description = '' }: Schema): boolean => description.includes('storagePath')

/** Returns the paths of all fields of a schema that refer to a stored file. */
function listFileFields(schema: Schema, schemas: Readonly<Record<string, Schema>>, at: readonly string[]): string[] {
  const named = schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  const nested = [...(named.anyOf ?? []), ...(named.oneOf ?? []), ...(named.allOf ?? [])]
  return [
    ...nested.flatMap((one) => listFileFields(one, schemas, at)),
    ...(named.items ? listFileFields(named.items, schemas, [...at, '*']) : []),
    ...Object.entries(named.properties ?? {}).flatMap(([field, value]) =>
      /storagePath/i.test(field) || [value, ...(value.anyOf ?? [])].some(isDescribed)
        ? [[...at, field].join('/')]
        : listFileFields(value, schemas, [...at, field]),
    ),
  ]
}

/** A template only names its files. The post that is made from it completes them. */
const onlyNames = ['applySavedText', 'createSavedText', 'updateSavedText']

test('every field of every operation that refers to a file completes its upload', async () => {
  const { paths, components } = (await t.anyone.get('/openapi.json')).body
  const fields: (readonly [operation: string, field: string])[] = []
  for (const methods of Object.values<Record<string, { operationId: string; requestBody?: object }>>(paths)) {
    for (const { operationId, requestBody } of Object.values(methods)) {
      const content = (requestBody as { content?: Record<string, { schema: Schema }> } | undefined)?.content
      if (onlyNames.includes(operationId)) continue
      const { schema } = content?.['application/json'] ?? {}
      const found = schema ? listFileFields(schema, components.schemas, []) : []
      fields.push(...[...new Set(found)].map((field) => [operationId, field] as const))
    }
  }
  assert.deepEqual([...new Set(fields.map(([operation]) => operation))].sort(), Object.keys(requests).sort())
  assert.ok(fields.length >= 30, String(fields.length))
  for (const [operation, field] of fields) {
    const [method, path, body] = (await requests[operation]?.()) ?? assert.fail(operation)
    const storagePath = await uploadOnly()
    assert.equal(await isInLibrary(storagePath), false)
    setAt(body, field.split('/'), storagePath)
    const { status, text } = await w.ada.call(method, path, body)
    assert.ok(status < 300, `${operation} ${field}: ${text}`)
    assert.ok(await isInLibrary(storagePath), `${operation} ${field}`)
  }
})

test('201: a post with an uploaded file is scheduled and published, and so is a CSV row', async () => {
  const { ada, profileId } = w
  const [first, second] = [await uploadOnly(), await uploadOnly()]
  const when = { platforms: ['bluesky'], scheduledAt: inTime(t, days(1)), confirmWarnings: true }
  const post = await ada.post('/v1/posts', { profileId, content: 'one', media: [{ storagePath: first }], ...when })
  assert.equal(post.status, 201, post.text)
  const file = Buffer.from(
    `content,platforms,media,scheduledAt,confirmWarnings\ntwo,bluesky,${second},${when.scheduledAt},true\n`,
  )
  const headers = { 'content-type': 'text/csv' }
  const rows = await ada.call('POST', `/v1/posts/import?profileId=${profileId}`, file, { headers })
  assert.equal(rows.status, 201, rows.text)
  await t.advance(days(1))
  for (const id of [post.body.id, rows.body.rows[0].postId])
    assert.equal((await ada.get(`/v1/posts/${id}`)).body.status, 'published')
})

test('400: a refused file, or one that was never uploaded, is an error of its field', async () => {
  const { ada, profileId } = w
  const spoiled = await uploadOnly(w, Buffer.from('<!doctype html><script>alert(1)</script>'))
  const announced = { fileName: 'a.png', contentType: 'image/png', profileId }
  const { storagePath: missing } = (await ada.post('/v1/media/presign-upload', announced)).body
  const media = [{ storagePath: spoiled }, { storagePath: missing }]
  const draft = { profileId, content: 'x', platforms: ['bluesky'], media }
  const faults = [
    ['/media/0/storagePath', 'media_type_not_allowed'],
    ['/media/1/storagePath', 'media_not_uploaded'],
  ]
  const stored = (await ada.post('/v1/posts', { ...draft, media: [], saveAsDraft: true })).body
  const answers = [
    await ada.post('/v1/posts', draft),
    await ada.post('/v1/posts', { ...draft, saveAsDraft: true }),
    await ada.post('/v1/posts/validate', draft),
    await ada.patch(`/v1/posts/${stored.id}`, { media }),
  ]
  for (const [index, { body, text }] of answers.entries()) {
    const found = body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])
    assert.deepEqual(found, faults, `${index} ${text}`)
  }
  const avatar = await ada.patch(`/v1/profiles/${profileId}`, { avatar: missing })
  assert.deepEqual(
    [avatar.status, avatar.body.code, avatar.body.errors[0].path],
    [409, 'media_not_uploaded', '/avatar'],
  )
})

test('403: another user’s upload is not completed by referring to it', async () => {
  const storagePath = await uploadOnly(other)
  const draft = { profileId: w.profileId, content: 'x', platforms: ['bluesky'], media: [{ storagePath }] }
  for (const saveAsDraft of [false, true]) {
    const { status, body } = await w.ada.post('/v1/posts', { ...draft, saveAsDraft })
    assert.deepEqual([status, body.code], [403, 'media_forbidden'])
  }
  assert.equal((await w.ada.patch(`/v1/profiles/${w.profileId}`, { avatar: storagePath })).status, 403)
  assert.equal((await other.ada.get(`/v1/media?storagePath=${storagePath}`)).body.media.length, 0)
})

test('503 storage_unavailable: while the bucket is down nothing is stored, and the same request works later', async () => {
  const storagePath = await uploadOnly()
  const draft = {
    profileId: w.profileId,
    content: 'x',
    platforms: ['bluesky'],
    media: [{ storagePath }],
    saveAsDraft: true,
  }
  s3.fail({ kind: 'internal', times: 50 })
  const away = await w.ada.post('/v1/posts', draft)
  assert.deepEqual([away.status, away.body.code], [503, 'storage_unavailable'])
  s3.heal()
  assert.equal((await w.ada.post('/v1/posts', draft)).status, 201)
})
