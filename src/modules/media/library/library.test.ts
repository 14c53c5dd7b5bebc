import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { clientOf, narrowKey, serveWith, uploaded } from '#test/world/media.ts'
import { noise } from '#test/world/pictures.ts'
import { findPathByUrl } from '../links/find-picture.ts'
import { mediaByPath, mediaFor } from '../media-for.ts'

let t: TestApp
let ada: Person
let png: Buffer
before(async () => {
  t = await startApp({ seeded: true })
  ada = await t.as('ada')
  png = await noise(20, 20).png().toBuffer()
})
after(() => t[Symbol.asyncDispose]())

const idsOf = (body: { media: { id: string }[] }) => body.media.map(({ id }) => id)

async function memberOf(profileId: string, name: string, role: string): Promise<Person> {
  const person = await t.as(name)
  const { body } = await ada.post(`/v1/profiles/${profileId}/invites`, { role })
  const answer = await person.post('/v1/profiles/invites/accept', { token: body.inviteToken })
  assert.equal(answer.status, 200, answer.text)
  return person
}

test('200: media are listed newest first, page by page, without gaps or duplicates', async () => {
  const dan = await t.as('dan')
  const made: string[] = []
  for (let nth = 0; nth < 5; nth++) made.unshift((await uploaded(t, dan, { file: png })).id)
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await dan.get(`/v1/media?limit=2${cursor}`)
    assert.ok(body.media.length <= 2)
    seen.push(...idsOf(body))
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
  } while (cursor !== '')
  assert.deepEqual(seen, made)
  assert.equal((await dan.get('/v1/media?cursor=nonsense')).body.code, 'cursor_invalid')
})

test('200: a list can be limited to a profile or a tag', async () => {
  const eve = await t.as('eve')
  const { body: profile } = await eve.post('/v1/profiles', { name: 'Harbour' })
  const inProfile = (await uploaded(t, eve, { file: png, fields: { profileId: profile.id } })).id
  const tagged = (await uploaded(t, eve, { file: png })).id
  await eve.patch(`/v1/media/${tagged}`, { tags: ['summer', 'pier'] })
  assert.deepEqual(idsOf((await eve.get('/v1/media')).body), [tagged, inProfile])
  assert.deepEqual(idsOf((await eve.get(`/v1/media?profileId=${profile.id}`)).body), [inProfile])
  assert.deepEqual(idsOf((await eve.get('/v1/media?tag=pier')).body), [tagged])
  assert.deepEqual(idsOf((await eve.get('/v1/media?tag=winter')).body), [])
  assert.equal((await ada.get(`/v1/media?profileId=${profile.id}`)).body.code, 'profile_forbidden')
})

test('200: a list can be limited to file paths, and never shows other users’ files', async () => {
  const finn = await t.as('finn')
  const [one, other] = [await uploaded(t, finn, { file: png }), await uploaded(t, finn, { file: png })]
  const foreign = await uploaded(t, ada, { file: png })
  await uploaded(t, finn, { file: png })
  const paths = [one.storagePath, other.storagePath, foreign.storagePath]
  assert.deepEqual(idsOf((await finn.get(`/v1/media?storagePath=${paths.join(',')}`)).body), [other.id, one.id])
  assert.deepEqual(idsOf((await finn.get(`/v1/media?storagePath=${paths[0]}&storagePath=${paths[2]}`)).body), [one.id])
  assert.equal((await finn.get('/v1/media?storagePath=..%2Fetc')).status, 400)
  assert.equal((await finn.get(`/v1/media?storagePath=${Array(101).fill(paths[0])}`)).status, 400)
})

test('a profile’s media are visible to all its members, and only its editors can change them', async () => {
  const { body: profile } = await ada.post('/v1/profiles', { name: 'Shared' })
  const shared = (await uploaded(t, ada, { file: png, fields: { profileId: profile.id } })).id
  const own = (await uploaded(t, ada, { file: png })).id
  const viewer = await memberOf(profile.id, 'vera', 'viewer')
  const editor = await memberOf(profile.id, 'edna', 'editor')
  const stranger = await t.as('stan')

  for (const [who, sees] of [
    [viewer, true],
    [editor, true],
    [stranger, false],
  ] as const) {
    assert.equal((await who.get(`/v1/media/${shared}`)).status, sees ? 200 : 403)
    assert.deepEqual(idsOf((await who.get('/v1/media')).body), sees ? [shared] : [])
    const { body, status } = await who.get(`/v1/media/${own}`)
    assert.deepEqual([status, body.code], [403, 'media_forbidden'])
  }
  const change = { altText: 'A pier' }
  assert.equal((await viewer.patch(`/v1/media/${shared}`, change)).body.code, 'media_forbidden')
  assert.equal((await viewer.delete(`/v1/media/${shared}`)).body.code, 'media_forbidden')
  assert.equal((await editor.patch(`/v1/media/${shared}`, change)).body.altText, 'A pier')

  await ada.delete(`/v1/profiles/${profile.id}`)
  assert.equal((await editor.get(`/v1/media/${shared}`)).status, 403)
  assert.equal((await ada.get(`/v1/media/${shared}`)).status, 200)
  await t.advance(hours(31 * 24))
  const { body: row } = await (await againAs(ada)).get(`/v1/media/${shared}`)
  assert.equal(row.profileId, null)
})

async function againAs({ email, password }: Person) {
  const { body } = await t.anyone.post('/v1/auth/sign-in', { email, password })
  return Object.assign(t.withToken(body.token), { token: body.token as string })
}

test('a key limited to profiles can see and change only the media of those profiles', async () => {
  const me = await againAs(ada)
  const { body: profile } = await me.post('/v1/profiles', { name: 'Narrow' })
  const inside = (await uploaded(t, me, { file: png, fields: { profileId: profile.id } })).id
  const outside = (await uploaded(t, me, { file: png })).id
  const key = t.withToken(await narrowKey(me, [profile.id]))
  assert.deepEqual(idsOf((await key.get('/v1/media')).body), [inside])
  assert.equal((await key.get(`/v1/media/${inside}`)).status, 200)
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const { body } = await key.call(method, `/v1/media/${outside}`, method === 'PATCH' ? {} : undefined)
    assert.equal(body.code, 'media_forbidden', method)
  }
})

test('200: a change raises the version; 412 if another change came first', async () => {
  const me = await againAs(ada)
  const { id } = await uploaded(t, me, { file: png, fields: { altText: 'Before' } })
  const read = await me.get(`/v1/media/${id}`)
  const ifMatch = { headers: { 'if-match': read.headers.etag ?? '' } }
  const changed = await me.patch(`/v1/media/${id}`, { altText: null, tags: [' summer ', 'summer', 'pier'] }, ifMatch)
  assert.deepEqual([changed.status, changed.body.altText, changed.body.tags], [200, null, ['summer', 'pier']])
  assert.notEqual(changed.headers.etag, read.headers.etag)
  assert.equal((await me.patch(`/v1/media/${id}`, { tags: [] }, ifMatch)).body.code, 'precondition_failed')
  assert.equal((await me.patch(`/v1/media/${id}`, { altText: null })).headers.etag, changed.headers.etag)
  assert.deepEqual((await me.get(`/v1/media/${id}`)).body, changed.body)
  for (const body of [
    { tags: Array.from({ length: 21 }, (_, nth) => `t${nth}`) },
    { tags: ['x'.repeat(101)] },
    { tags: [' '] },
    { url: 'x' },
  ])
    assert.equal((await me.patch(`/v1/media/${id}`, body)).status, 400, JSON.stringify(body))
})

test('409 media_in_use: media that a guard reports as needed cannot be deleted', async () => {
  const me = await againAs(ada)
  const { id } = await uploaded(t, me, { file: png })
  let inUse = true
  const mediaInUse = [async (_tx: unknown, mediaId: string) => inUse && mediaId === fromWire('media', id)]
  await using served = await serveWith(t, { guards: { ...t.deps.guards, mediaInUse } })
  const remove = () => clientOf(served, me.token).delete(`/v1/media/${id}`)
  const refused = await remove()
  assert.deepEqual([refused.status, refused.body.code], [409, 'media_in_use'])
  assert.equal((await me.get(`/v1/media/${id}`)).status, 200)
  inUse = false
  assert.equal((await remove()).status, 200)
  assert.equal((await me.get(`/v1/media/${id}`)).body.code, 'media_not_found')
})

test('one of our URLs resolves to its file even after the URL has expired; any other URL does not', async () => {
  const { caller } = t.seeded.people.ada
  const made = await uploaded(t, await againAs(ada), { file: png })
  await t.advance(hours(30))
  assert.equal(await findPathByUrl(t.deps, t.db, made.url), made.storagePath)
  assert.equal((await mediaByPath(t.db, caller, made.storagePath, 'write')).id, fromWire('media', made.id))
  assert.equal((await mediaFor(t.db, caller, fromWire('media', made.id)!, 'write')).storagePath, made.storagePath)
  const others = [
    made.url.replace('posthorn.test', 'elsewhere.test'),
    `${made.url.slice(0, -3)}AAA`,
    'https://example.com/a.png',
  ]
  for (const url of others) assert.equal(await findPathByUrl(t.deps, t.db, url), null, url)
})
