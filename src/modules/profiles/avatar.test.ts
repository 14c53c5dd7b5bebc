import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { done, makeProfile, refused } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { withKey } from '#test/world/posts.ts'

let t: TestApp
before(async () => {
  t = await startApp()
})
after(() => t[Symbol.asyncDispose]())

const scopes = ['profiles:read', 'profiles:write', 'media:write']
async function uploadBy(name: string) {
  const person = await t.as(name)
  const file = await plain(4, 4).png().toBuffer()
  const media = done(await person.upload('/v1/media/upload', { file, fileName: 'logo.png' })).body
  return { client: await withKey(t, person, scopes), media }
}
const show = async (url: string) => t.app.inject({ url: new URL(url).pathname })

test('an avatar may be the storagePath or URL of the user’s own image; responses have a link that a browser can open', async () => {
  const { client, media } = await uploadBy('ada')
  const made = done(await client.post('/v1/profiles', { name: 'by path', avatar: media.storagePath })).body
  const id = await makeProfile(client, 'by url')
  const changed = done(await client.patch(`/v1/profiles/${id}`, { avatar: media.url })).body
  for (const avatar of [made.avatar, changed.avatar]) {
    const picture = await show(avatar)
    assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/png'])
  }
  await t.advance(hours(30))
  assert.equal((await show(made.avatar)).statusCode, 404)
  const fresh = done(await client.get(`/v1/profiles/${made.id}`)).body
  assert.equal((await show(fresh.avatar)).statusCode, 200)
  const listed = done(await client.get('/v1/profiles')).body
  assert.equal(listed[0].avatar, fresh.avatar)
  // A client may send back what it has read.
  assert.equal(done(await client.patch(`/v1/profiles/${id}`, { avatar: made.avatar })).body.avatar, fresh.avatar)
  const elsewhere = { avatar: 'https://example.com/a.png' }
  assert.equal(done(await client.patch(`/v1/profiles/${id}`, elsewhere)).body.avatar, elsewhere.avatar)
  done(await client.delete(`/v1/media/${media.id}`))
  assert.equal(done(await client.get(`/v1/profiles/${made.id}`)).body.avatar, null)
})

test('403 media_forbidden, 404 media_not_found: another user’s image, a forged link and an unknown path are rejected', async () => {
  const { media } = await uploadBy('bob')
  const { client } = await uploadBy('eve')
  refused(await client.post('/v1/profiles', { name: 'x', avatar: media.storagePath }), 403, 'media_forbidden')
  refused(await client.post('/v1/profiles', { name: 'x', avatar: media.url }), 403, 'media_forbidden')
  const unknown = `uploads/${'0'.repeat(32)}`
  refused(await client.post('/v1/profiles', { name: 'x', avatar: unknown }), 404, 'media_not_found')
  refused(await client.post('/v1/profiles', { name: 'x', avatar: `${media.url}x` }), 404, 'media_not_found')
  const foreign = { name: 'x', avatar: 'http://example.com/v1/media/proxy/abc' }
  const answer = await client.post('/v1/profiles', foreign)
  refused(answer, 400, 'validation_failed')
  assert.equal(answer.body.errors[0].path, '/avatar')
  assert.deepEqual(done(await client.get('/v1/profiles')).body, [])
})
