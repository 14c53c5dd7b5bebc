import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { fetchBytes, filesOf, narrowKey, uploaded } from '#test/world/media.ts'
import { noise } from '#test/world/pictures.ts'
import { makeLinkToken, readLinkToken } from '../links/links.ts'

/** Presigned uploads with folder storage. The upload URL is ours, and an uploaded file is examined immediately. */
let t: TestApp
let ada: Person
let png: Buffer
before(async () => {
  t = await startApp()
  ada = await t.as('ada')
  png = await noise(20, 20).png().toBuffer()
})
after(() => t[Symbol.asyncDispose]())

const announced = { fileName: 'lighthouse.png', contentType: 'image/png' }
async function promised(by: Pick<Person, 'post'> = ada, more: object = {}) {
  const { status, body, text } = await by.post('/v1/media/presign-upload', { ...announced, ...more })
  assert.equal(status, 200, text)
  return body as { uploadUrl: string; storagePath: string; expiresAt: string }
}
async function put(url: string, body: Uint8Array, contentType: string | null = 'image/png') {
  const headers = contentType === null ? {} : { 'content-type': contentType }
  const { status, bytes } = await fetchBytes(t, url, { method: 'PUT', body, headers })
  return { status, body: JSON.parse(bytes.toString()) }
}
const complete = (storagePath: string, by: Pick<Person, 'post'> = ada) =>
  by.post('/v1/media/complete-upload', { storagePath })

test('200: a file sent to an upload URL becomes media immediately, under its storagePath', async () => {
  const { uploadUrl, storagePath, expiresAt } = await promised()
  assert.equal(new Date(expiresAt).getTime() - t.now().getTime(), minutes(15))
  assert.ok(uploadUrl.startsWith(`${t.config.publicUrl}/v1/media/incoming/`))
  const { status, body } = await put(uploadUrl, png)
  assert.equal(status, 200)
  assert.deepEqual([body.storagePath, body.fileName, body.contentType], [storagePath, 'lighthouse.png', 'image/png'])
  assert.deepEqual((await fetchBytes(t, body.url)).bytes, png)
  const completed = await complete(storagePath)
  assert.deepEqual([completed.status, completed.body], [200, body])
  assert.equal((await ada.get(`/v1/media/${body.id}`)).status, 200)
})

test('404 media_link_invalid: an upload URL works once, within 15 minutes', async () => {
  const used = await promised()
  assert.equal((await put(used.uploadUrl, png)).status, 200)
  const [again, forged] = [await put(used.uploadUrl, png), await put(`${used.uploadUrl.slice(0, -2)}AA`, png)]
  assert.deepEqual([again.status, again.body.code], [404, 'media_link_invalid'])
  assert.deepEqual([forged.status, forged.body.code], [404, 'media_link_invalid'])
  const late = await promised()
  const justInTime = await promised()
  await t.advance(minutes(15) - 1)
  assert.equal((await put(justInTime.uploadUrl, png)).status, 200)
  await t.advance(1)
  const tooLate = await put(late.uploadUrl, png)
  assert.deepEqual([tooLate.status, tooLate.body.code], [404, 'media_link_invalid'])
})

test('404: a URL for reading does not accept uploads', async () => {
  const reader = await t.as('reader')
  const { url } = await uploaded(t, reader, { file: png })
  const { uploadUrl } = await promised(reader)
  const [start, token] = [uploadUrl.slice(0, uploadUrl.lastIndexOf('/') + 1), uploadUrl.split('/').at(-1) ?? '']
  // Signed by us and for this very upload, but for reading.
  const link = readLinkToken(t.deps.seal, token) ?? assert.fail()
  const forReading = start + makeLinkToken(t.deps.seal, { ...link, purpose: 'file' })
  for (const address of [url.replace('/proxy/', '/incoming/'), forReading]) {
    const { status, body } = await put(address, png)
    assert.deepEqual([status, body.code], [404, 'media_link_invalid'])
  }
  assert.equal((await put(uploadUrl, png)).status, 200)
})

test('400: a file that differs from the announcement is not stored, and the upload URL stays usable', async () => {
  const ben = await t.as('ben')
  const { uploadUrl, storagePath } = await promised(ben)
  const before = await filesOf(t)
  const jpeg = await noise(20, 20).jpeg().toBuffer()
  const lies = [
    [jpeg, 'image/png', 'media_type_mismatch'],
    [jpeg, 'image/jpeg', 'media_type_mismatch'],
    [png, 'image/jpeg', 'media_type_mismatch'],
    [Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png', 'media_type_not_allowed'],
    [png.subarray(0, 500), 'image/png', 'media_unreadable'],
    [Buffer.alloc(0), 'image/png', 'media_empty'],
  ] as const
  for (const [bytes, type, code] of lies) {
    const { status, body } = await put(uploadUrl, bytes, type)
    assert.deepEqual([status, body.code], [400, code])
    assert.equal((await complete(storagePath, ben)).body.code, 'media_not_uploaded')
  }
  assert.deepEqual(await filesOf(t), before)
  assert.equal((await put(uploadUrl, png, null)).status, 200)
})

test('of two concurrent uploads to one URL, one is accepted, and the other gets 404', async () => {
  const cleo = await t.as('cleo')
  const { uploadUrl } = await promised(cleo)
  const files = [await noise(31, 31).png().toBuffer(), await noise(32, 32).png().toBuffer()]
  const answers = await Promise.all(files.map((file) => put(uploadUrl, file)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
  await t.settle()
  const { body } = await cleo.get('/v1/media')
  assert.equal(body.media.length, 1)
  const taken = files[answers.findIndex(({ status }) => status === 200)]
  assert.deepEqual((await fetchBytes(t, body.media[0].url)).bytes, taken)
})

test('400: a file that cannot be accepted gets no upload URL', async () => {
  const dan = await t.as('dan')
  const requests = [
    [{ fileName: 'a.svg', contentType: 'image/svg+xml' }, 'media_type_not_allowed'],
    [{ fileName: 'a.png', contentType: 'application/octet-stream' }, 'media_type_not_allowed'],
    [{ fileName: 'a.jpg', contentType: 'image/png' }, 'media_type_mismatch'],
    [{ fileName: 'a.png' }, 'validation_failed'],
    [{ contentType: 'image/png' }, 'validation_failed'],
  ] as const
  for (const [params, code] of requests) {
    const { status, body } = await dan.post('/v1/media/presign-upload', params)
    assert.deepEqual([status, body.code], [400, code], JSON.stringify(params))
  }
  const batch = await dan.post('/v1/media/presign-upload/batch', { files: [announced, requests[0][0]] })
  assert.deepEqual([batch.status, batch.body.code], [400, 'media_type_not_allowed'])
  assert.equal((await dan.post('/v1/media/presign-upload/batch', { files: Array(51).fill(announced) })).status, 400)
})

test('200: a batch returns up to 50 different upload URLs', async () => {
  const eve = await t.as('eve')
  const { status, body } = await eve.post('/v1/media/presign-upload/batch', { files: Array(50).fill(announced) })
  assert.equal(status, 200)
  assert.equal(new Set(body.files.map((file: { storagePath: string }) => file.storagePath)).size, 50)
  assert.equal(new Set(body.files.map((file: { uploadUrl: string }) => file.uploadUrl)).size, 50)
  const { expiresAt, storagePath, uploadUrl, ...more } = body.files[0]
  assert.deepEqual([typeof expiresAt, typeof storagePath, typeof uploadUrl, more], ['string', 'string', 'string', {}])
})

test('completing an upload: 403 for other users, 404 for an unknown path, 409 before the file arrived', async () => {
  const [fay, gus] = [await t.as('fay'), await t.as('gus')]
  const { storagePath, uploadUrl } = await promised(fay)
  const answers = async () => [
    (await complete(storagePath, fay)).body.code,
    (await complete(storagePath, gus)).body.code,
    (
      await complete(
        storagePath.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        fay,
      )
    ).body.code,
  ]
  assert.deepEqual(await answers(), ['media_not_uploaded', 'media_forbidden', 'media_not_found'])
  const { body } = await put(uploadUrl, png)
  assert.deepEqual(await answers(), [undefined, 'media_forbidden', 'media_not_found'])
  await fay.delete(`/v1/media/${body.id}`)
  assert.equal((await complete(storagePath, fay)).body.code, 'media_not_found')
})

test('a key limited to profiles gets upload URLs only for them', async () => {
  const hal = await t.as('hal')
  const { body: profile } = await hal.post('/v1/profiles', { name: 'Harbour' })
  const key = t.withToken(await narrowKey(hal, [profile.id]))
  const { body } = await key.post('/v1/media/presign-upload', announced)
  assert.equal(body.code, 'key_limited_to_profiles')
  const { uploadUrl, storagePath } = await promised(key as Person, { profileId: profile.id })
  assert.equal((await put(uploadUrl, png)).status, 200)
  assert.equal((await complete(storagePath, key as Person)).status, 200)
  const whole = await promised(hal)
  assert.equal((await complete(whole.storagePath, key as Person)).body.code, 'media_forbidden')
})

test('a file has the author who uploaded it, or who asked for the upload URL, and a list can be limited to one', async () => {
  const [owner, editor] = [await t.as('owner'), await t.as('author')]
  const { body: profile } = await owner.post('/v1/profiles', { name: 'Two people' })
  const { body: invite } = await owner.post(`/v1/profiles/${profile.id}/invites`, { role: 'editor' })
  assert.equal((await editor.post('/v1/profiles/invites/accept', { token: invite.inviteToken })).status, 200)
  const uidOf = async (person: Person) => (await person.get('/v1/auth/me')).body.uid
  const [ownerUid, editorUid] = [await uidOf(owner), await uidOf(editor)]
  const fields = { profileId: profile.id }
  const byOwner = (await uploaded(t, owner, { file: png, fields })).id
  const byEditor = (await uploaded(t, editor, { file: png, fields })).id
  const { uploadUrl } = await promised(editor, fields)
  const { body: byUrl } = await put(uploadUrl, png)

  const find = async (author: string, by = owner, more = '') =>
    (await by.get(`/v1/media?profileId=${profile.id}&authorUid=${author}${more}`)).body.media as {
      id: string
      authorUid: string
    }[]
  assert.deepEqual(
    (await find(editorUid)).map(({ id, authorUid }) => [id, authorUid]),
    [
      [byUrl.id, editorUid],
      [byEditor, editorUid],
    ],
  )
  assert.deepEqual(
    (await find(ownerUid, editor)).map(({ id }) => id),
    [byOwner],
  )
  assert.deepEqual(
    (await find(editorUid, owner, '&limit=1')).map(({ id }) => id),
    [byUrl.id],
  )
  assert.equal((await owner.get('/v1/media?authorUid=nobody')).status, 400)
  const stranger = await t.as('stranger')
  assert.deepEqual((await stranger.get(`/v1/media?authorUid=${editorUid}`)).body.media, [])

  // The file stays in the brand, without a name, once the author’s account is deleted.
  assert.equal((await editor.delete('/v1/auth/me')).status, 200)
  await t.advance(days(60))
  const { email, password } = owner
  const { token } = (await t.anyone.post('/v1/auth/sign-in', { email, password })).body
  const again = await t.withToken(token).get(`/v1/media/${byUrl.id}`)
  assert.deepEqual([again.status, again.body.authorUid], [200, null])
})
