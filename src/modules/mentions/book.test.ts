import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'

let t: TestApp
let ada: Awaited<ReturnType<TestApp['as']>>
let profileId: string
before(async () => {
  t = await startApp()
  ada = await t.as('ada')
  profileId = (await ada.post('/v1/profiles', { name: 'Harbour' })).body.id
})
after(() => t[Symbol.asyncDispose]())

const add = (name: string, handles: object, of = profileId) =>
  ada.post('/v1/mention-book', { profileId: of, name, handles })

const namesOf = (body: { entries: { name: string }[] }) => body.entries.map(({ name }) => name)

test('an entry is added, found by its name and a handle, changed by one of two editors, and deleted', async () => {
  const { status, body: added, text } = await add(' Harbour Museum ', { bluesky: '@harbour.example', x: 'harbour' })
  assert.equal(status, 201, text)
  assert.deepEqual([added.name, added.handles], ['Harbour Museum', { bluesky: 'harbour.example', x: 'harbour' }])
  const path = `/v1/mention-book/${added.id}`
  for (const q of ['MUSEUM', 'r.exam'])
    assert.deepEqual(namesOf((await ada.get(`/v1/mention-book?profileId=${profileId}&q=${q}`)).body), [
      'Harbour Museum',
    ])
  assert.deepEqual(namesOf((await ada.get(`/v1/mention-book?profileId=${profileId}&q=%25`)).body), [])
  const { headers } = await ada.get(path)
  const ifMatch = { headers: { 'if-match': headers.etag ?? '' } }
  const changed = await ada.patch(path, { handles: { linkedin: 'urn:li:organization:7' } }, ifMatch)
  assert.deepEqual([changed.body.handles, changed.body.version], [{ linkedin: 'urn:li:organization:7' }, 2])
  assert.equal((await ada.patch(path, { name: 'Other' }, ifMatch)).status, 412)
  const { body: audit } = await ada.get('/v1/auth/me/audit-log?limit=1')
  assert.deepEqual(
    audit.entries.map(({ action, subject }: { action: string; subject: string }) => [action, subject]),
    [['mention.updated', added.id]],
  )
  assert.equal((await ada.delete(path)).status, 200)
  assert.equal((await ada.get(path)).body.code, 'mention_not_found')
})

test('a name that differs only in case and spaces is refused with 409, also for a change', async () => {
  assert.equal((await add('Ada Lovelace', { x: 'ada' })).status, 201)
  const { body: other } = await add('Grace Hopper', { x: 'grace' })
  assert.equal((await add('ada  LOVELACE', { x: 'ada' })).body.code, 'mention_exists')
  assert.equal((await ada.patch(`/v1/mention-book/${other.id}`, { name: 'ADA lovelace' })).body.code, 'mention_exists')
  assert.equal((await ada.patch(`/v1/mention-book/${other.id}`, { name: 'grace HOPPER' })).status, 200)
})

test('400: a name or a handle that no network can have is refused where it stands', async () => {
  const pathsOf = async (name: string, handles: object) => {
    const { status, body } = await add(name, handles)
    assert.equal(status, 400)
    return body.errors.map(({ path }: { path: string }) => path)
  }
  for (const name of ['', ' ', 'a@b', 'Harbour (Museum)', 'two\nlines', 'x'.repeat(101)])
    assert.deepEqual(await pathsOf(name, { x: 'ada' }), ['/name'], name)
  const wrong: [string, string][] = [
    ['bluesky', 'ada'],
    ['bluesky', 'ada .example'],
    ['mastodon', 'ada'],
    ['mastodon', 'ada@localhost'],
    ['linkedin', 'harbour-museum'],
    ['x', 'a-b'],
    ['x', 'sixteen_letters_'],
    ['instagram', 'ada.'],
    ['facebook', 'ada'],
    ['pinterest', 'ada'],
    ['myspace', 'ada'],
  ]
  for (const [network, handle] of wrong)
    assert.deepEqual(await pathsOf('Ada', { [network]: handle }), [`/handles/${network}`], handle)
  assert.deepEqual(await pathsOf('Ada', {}), ['/handles'])
})

test('the list is by name, page by page, with each entry once', async () => {
  const { body: other } = await ada.post('/v1/profiles', { name: 'Pages' })
  for (const name of ['Cleo', 'ada', 'Bob']) assert.equal((await add(name, { x: 'a' }, other.id)).status, 201)
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await ada.get(`/v1/mention-book?profileId=${other.id}&limit=2${cursor}`)
    seen.push(...namesOf(body))
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
  } while (cursor)
  assert.deepEqual(seen, ['ada', 'Bob', 'Cleo'])
})
