import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { fromWire, type ProfileId, type UserId } from '#kernel/ids.ts'
import { saveUserFace } from '#modules/identity/index.ts'
import { saveProfileFace } from '#modules/profiles/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { web } from '#test/servers/real-servers.ts'
import { unzip } from '#test/world/files/unzip.ts'
import { fetchBytes } from '#test/world/media.ts'
import { done, grant, makeProfile, refused } from '#test/world/people.ts'
import { claiming, fixture, noise, plain } from '#test/world/pictures.ts'

let t: TestApp
before(async () => {
  t = await startApp()
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const mine = '/v1/auth/me/avatar'
const ofBrand = (id: string) => `/v1/profiles/${id}/avatar`
type Sender = Pick<Awaited<ReturnType<TestApp['as']>>, 'upload'>
const put = (by: Sender, path: string, file: Buffer, fileName = 'me.png') =>
  by.upload(path, { file, fileName }, { method: 'PUT' })

/** A wide image: red, a green square in the center, blue. */
async function threeColors(): Promise<Buffer> {
  const side = 300
  const of = (background: string) => sharp({ create: { width: side, height: side, channels: 3, background } }).png()
  const parts = await Promise.all(['#f00', '#0f0', '#00f'].map((color) => of(color).toBuffer()))
  return await sharp({ create: { width: side * 3, height: side, channels: 3, background: '#fff' } })
    .composite(parts.map((input, index) => ({ input, left: index * side, top: 0 })))
    .jpeg()
    .toBuffer()
}

test('200: a person’s photo is cut to a square in its center, replaced, and removed with `avatar: null`', async () => {
  const ada = await t.as('ada')
  assert.equal((await ada.get('/v1/auth/me')).body.avatarUrl, null)
  const first = done(await put(ada, mine, await threeColors(), '../me.jpg')).body
  assert.match(first.avatarUrl, /\/v1\/faces\/[0-9a-f]{32}$/)
  assert.equal(first.avatar, first.avatarUrl)
  assert.deepEqual((await ada.get('/v1/auth/me')).body, first)
  const { status, headers, bytes } = await fetchBytes(t, first.avatarUrl)
  assert.deepEqual([status, headers['content-type']], [200, 'image/webp'])
  const { width, height, format } = await sharp(bytes).metadata()
  assert.deepEqual([format, width, height], ['webp', 192, 192])
  const [red, green, blue] = (await sharp(bytes).stats()).channels.map(({ mean }) => mean)
  assert.ok(Number(green) > 240 && Number(red) < 15 && Number(blue) < 15, 'the sides of the image are cut off')

  // The same file changes nothing, and the response can be sent back.
  assert.deepEqual(done(await put(ada, mine, await threeColors())).body, first)
  assert.deepEqual(done(await ada.patch('/v1/auth/me', { name: first.name, avatar: first.avatar })).body, first)

  const second = done(await put(ada, mine, await plain(40, 90).png().toBuffer())).body
  assert.notEqual(second.avatarUrl, first.avatarUrl)
  assert.equal((await fetchBytes(t, first.avatarUrl)).status, 404)
  assert.deepEqual((await sharp((await fetchBytes(t, second.avatarUrl)).bytes).metadata()).width, 40)

  const without = done(await ada.patch('/v1/auth/me', { avatar: null })).body
  assert.deepEqual([without.avatar, without.avatarUrl], [null, null])
  assert.equal((await fetchBytes(t, second.avatarUrl)).status, 404)

  const { entries } = (await ada.get('/v1/auth/me/audit-log')).body
  const changes = entries.map((entry: { changes: unknown }) => entry.changes).slice(0, 3)
  assert.deepEqual(changes, [
    { photo: { from: 'uploaded', to: null } },
    { photo: { from: 'uploaded', to: 'uploaded' } },
    { photo: { from: null, to: 'uploaded' } },
  ])
})

test('a brand’s photo is set by its admins, and shown to its members with theirs', async () => {
  const [bob, carol, dave] = [await t.as('bob'), await t.as('carol'), await t.as('dave')]
  const id = await makeProfile(bob, 'Harbour')
  await grant(bob, id, carol, 'editor')
  const logo = await noise(300, 200).png().toBuffer()
  refused(await put(carol, ofBrand(id), logo), 403, 'profile_role_required')
  refused(await put(dave, ofBrand(id), logo), 403, 'profile_forbidden')
  await grant(bob, id, carol, 'admin')
  const { headers } = await bob.get(`/v1/profiles/${id}`)
  const set = done(await put(carol, ofBrand(id), logo))
  assert.equal(set.body.avatar, set.body.avatarUrl)
  assert.notEqual(set.headers.etag, headers.etag)
  const late = { method: 'PUT', headers: { 'if-match': headers.etag ?? '' } } as const
  refused(await bob.upload(ofBrand(id), { file: logo }, late), 412, 'precondition_failed')
  assert.equal((await bob.get('/v1/profiles')).body[0].avatarUrl, set.body.avatarUrl)
  assert.equal((await fetchBytes(t, set.body.avatarUrl)).status, 200)
  refused(await dave.get(`/v1/profiles/${id}`), 403, 'profile_forbidden')

  const own = done(await put(carol, mine, logo)).body
  const members = (await bob.get(`/v1/profiles/${id}/members`)).body
  assert.deepEqual(
    members.map((one: { avatarUrl: string | null }) => one.avatarUrl),
    [null, own.avatarUrl],
  )

  // An image of the library and a URL elsewhere replace it, and the brand’s deletion deletes it.
  const back = done(await bob.patch(`/v1/profiles/${id}`, { avatar: set.body.avatar }))
  assert.equal(back.body.avatarUrl, set.body.avatarUrl)
  done(await bob.patch(`/v1/profiles/${id}`, { avatar: 'https://example.com/a.png' }))
  assert.equal((await fetchBytes(t, set.body.avatarUrl)).status, 404)
  const again = done(await put(bob, ofBrand(id), logo)).body
  assert.equal(again.avatar, again.avatarUrl)
  assert.equal((await bob.delete('/v1/auth/me')).status, 200)
  assert.equal((await fetchBytes(t, again.avatarUrl)).status, 404)
  assert.equal((await carol.delete('/v1/auth/me')).status, 200)
  assert.equal((await fetchBytes(t, own.avatarUrl)).status, 404)
})

test('an unusable file is refused by its code, and the previous photo remains', async () => {
  const erin = await t.as('erin')
  const { avatarUrl } = done(await put(erin, mine, await plain(50, 50).png().toBuffer())).body
  const jpeg = await noise(900, 900).jpeg().toBuffer()
  const hostile: [string, Buffer, string][] = [
    ['empty', Buffer.alloc(0), 'media_empty'],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'media_type_not_allowed'],
    ['video', await fixture('plain.mp4'), 'media_type_not_allowed'],
    ['cut', jpeg.subarray(0, jpeg.length / 2), 'media_unreadable'],
    ['bomb', claiming(await plain(10, 10).png().toBuffer(), 60_000, 60_000), 'media_too_complex'],
    ['large', Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)]), 'media_too_large'],
  ]
  for (const [name, file, code] of hostile) {
    const { status, body, headers, text } = await put(erin, mine, file, `${name}.png`)
    assert.match(headers['content-type'] ?? '', /^application\/problem\+json/, `${name}: ${text}`)
    assert.ok(status >= 400 && status < 500, `${name}: ${text}`)
    assert.equal(body.code, code, `${name}: ${text}`)
  }
  assert.equal((await erin.get('/v1/auth/me')).body.avatarUrl, avatarUrl)
  refused(await erin.put(mine, { file: 'x' }), 415, 'unsupported_media_type')
})

test('the image at a URL in `avatar` is fetched, and one that changed in the meantime is not stored', async (context) => {
  const picture = await noise(60, 60).png().toBuffer()
  const { url } = await web(context, (_request, response) => void response.end(picture))
  const outbound = createOutbound({ operatorOrigins: [], allowPrivate: true, userAgent: 'Posthorn/test' })
  context.after(() => outbound.close())
  const deps = { ...t.deps, outbound }
  const frank = await t.as('frank')
  const id = await makeProfile(frank, 'Quay')
  const avatar = 'https://example.com/a.png'
  done(await frank.patch('/v1/auth/me', { avatar }))
  done(await frank.patch(`/v1/profiles/${id}`, { avatar }))
  await t.db.updateTable('appUser').set({ avatar: url }).where('appUser.avatar', '=', avatar).execute()
  await t.db.updateTable('profile').set({ avatar: url }).where('profile.avatar', '=', avatar).execute()
  const { signal } = new AbortController()
  const uid = fromWire('usr', frank.uid) as UserId
  const profileId = fromWire('prof', id) as ProfileId
  await saveUserFace(deps, uid, signal)
  await saveProfileFace(deps, profileId, signal)
  const me = (await frank.get('/v1/auth/me')).body
  const brand = (await frank.get(`/v1/profiles/${id}`)).body
  assert.deepEqual([me.avatar, brand.avatar], [url, url])
  for (const { avatarUrl } of [me, brand]) assert.equal((await fetchBytes(t, avatarUrl)).status, 200)

  const saving = saveUserFace(deps, uid, signal)
  const newer = done(await put(frank, mine, await plain(30, 30).png().toBuffer())).body
  await Promise.all([saving, pause(0)])
  assert.equal((await frank.get('/v1/auth/me')).body.avatarUrl, newer.avatarUrl)
})

test('photos are in the export of their owner', async () => {
  const grace = await t.as('grace')
  const id = await makeProfile(grace, 'Pier')
  const [me, brand] = [await plain(20, 20).png().toBuffer(), await noise(20, 20).png().toBuffer()]
  const urls = [
    done(await put(grace, mine, me)).body.avatarUrl,
    done(await put(grace, ofBrand(id), brand)).body.avatarUrl,
  ]
  const { bytes } = await grace.get('/v1/auth/me/export')
  const files = await unzip(bytes)
  for (const [index, name] of ['you', id].entries())
    assert.deepEqual(files.get(`photos/${name}.webp`), (await fetchBytes(t, urls[index] ?? '')).bytes)
})
