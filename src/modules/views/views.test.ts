import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { unzip } from '#test/world/files/unzip.ts'
import { type GrantedRole, grant } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let editor: Person
let viewer: Person
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  editor = await memberOf('eve', 'editor')
  viewer = await memberOf('vic', 'viewer')
})
after(() => t[Symbol.asyncDispose]())

async function memberOf(name: string, role: GrantedRole): Promise<Person> {
  const person = await t.as(name)
  await grant(w.person, w.profileId, person, role)
  return person
}

let views = 0
const bodyOf = (more: object = {}) => {
  views += 1
  return { profileId: w.profileId, page: 'posts', name: `View ${views}`, filters: {}, ...more }
}

async function save(person: Person, more: object = {}) {
  const { status, body, text } = await person.post('/v1/views', bodyOf(more))
  assert.equal(status, 201, text)
  return body as { id: string; name: string; missing: string[]; filters: Record<string, string>; version: number }
}

const namesFor = async (person: Person, query = ''): Promise<string[]> =>
  (await person.get(`/v1/views?profileId=${w.profileId}${query}`)).body.views.map(({ name }: { name: string }) => name)

const pathsOf = ({ body }: { body: { errors: { path: string }[] } }) => body.errors.map(({ path }) => path)

test('a view is saved with its filters, listed for its page, and changed by one of two editors', async () => {
  const filters = { label: 'Sale', network: 'mastodon', account: w.mastodon, state: 'draft', q: 'bread' }
  const { id } = await save(editor, { name: 'Bread', filters, shared: true })
  assert.deepEqual((await viewer.get(`/v1/views/${id}`)).body.filters, filters)
  assert.ok((await namesFor(viewer, '&page=posts')).includes('Bread'))
  assert.ok(!(await namesFor(viewer, '&page=queue')).includes('Bread'))
  const { headers } = await w.person.get(`/v1/views/${id}`)
  const ifMatch = { headers: { 'if-match': headers.etag ?? '' } }
  const changed = await editor.patch(`/v1/views/${id}`, { filters: { q: 'rolls' } }, ifMatch)
  assert.deepEqual([changed.body.filters, changed.body.version], [{ q: 'rolls' }, 2])
  assert.equal((await w.person.patch(`/v1/views/${id}`, { name: 'Late' }, ifMatch)).status, 412)
  assert.equal((await editor.delete(`/v1/views/${id}`)).status, 200)
  assert.equal((await editor.get(`/v1/views/${id}`)).body.code, 'view_not_found')
})

test('a person’s own view does not exist for anyone else, not even for the owner of the brand', async () => {
  const { id, name } = await save(viewer)
  assert.ok((await namesFor(viewer)).includes(name))
  for (const other of [w.person, editor]) {
    assert.ok(!(await namesFor(other)).includes(name))
    assert.equal((await other.get(`/v1/views/${id}`)).body.code, 'view_not_found')
    assert.equal((await other.patch(`/v1/views/${id}`, { name: 'Mine' })).body.code, 'view_not_found')
    assert.equal((await other.delete(`/v1/views/${id}`)).body.code, 'view_not_found')
    const { body: log } = await other.get('/v1/auth/me/audit-log')
    assert.ok(!JSON.stringify(log).includes(id))
  }
  const stranger = await t.as('stranger')
  assert.equal((await stranger.get(`/v1/views?profileId=${w.profileId}`)).body.code, 'profile_forbidden')
  assert.equal((await stranger.get(`/v1/views/${id}`)).body.code, 'profile_forbidden')
})

test('a viewer keeps own views, but shares none and changes no shared one', async () => {
  const own = await save(viewer)
  assert.equal((await viewer.patch(`/v1/views/${own.id}`, { filters: { q: 'x' } })).status, 200)
  assert.equal((await viewer.patch(`/v1/views/${own.id}`, { shared: true })).body.code, 'profile_role_required')
  assert.equal((await viewer.post('/v1/views', bodyOf({ shared: true }))).body.code, 'profile_role_required')
  const shared = await save(editor, { shared: true })
  assert.equal((await viewer.patch(`/v1/views/${shared.id}`, { name: 'x' })).body.code, 'profile_role_required')
  assert.equal((await viewer.delete(`/v1/views/${shared.id}`)).body.code, 'profile_role_required')
})

test('only the person who saved a shared view makes it private', async () => {
  const { id } = await save(editor, { shared: true })
  assert.equal((await w.person.patch(`/v1/views/${id}`, { shared: false })).body.code, 'view_creator_required')
  assert.equal((await w.person.patch(`/v1/views/${id}`, { name: 'By the owner' })).status, 200)
  assert.equal((await editor.patch(`/v1/views/${id}`, { shared: false })).body.shared, false)
  assert.equal((await w.person.get(`/v1/views/${id}`)).body.code, 'view_not_found')
  assert.equal((await editor.patch(`/v1/views/${id}`, { shared: true })).body.shared, true)
  assert.equal((await w.person.get(`/v1/views/${id}`)).status, 200)
})

test('a name is unique without case among the shared views and one’s own, and says nothing about those of others', async () => {
  await save(editor, { name: 'Été', shared: true })
  const taken = await viewer.post('/v1/views', bodyOf({ name: ' ÉTÉ ' }))
  assert.deepEqual([taken.status, taken.body.code], [409, 'view_exists'])
  await save(editor, { name: 'Quiet' })
  await save(viewer, { name: 'quiet' })
  const another = await save(viewer)
  assert.equal((await viewer.patch(`/v1/views/${another.id}`, { name: 'QUIET' })).body.code, 'view_exists')
  const both = await Promise.all(['Twice', 'twice'].map((name) => editor.post('/v1/views', bodyOf({ name }))))
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
})

test('a filter that the page lacks, and a value that it does not take, are refused where they stand', async () => {
  const refused = async (more: object) => {
    const answer = await editor.post('/v1/views', bodyOf(more))
    assert.equal(answer.status, 400)
    return pathsOf(answer)
  }
  assert.deepEqual(await refused({ page: 'queue', filters: { q: 'x' } }), ['/filters/q'])
  assert.deepEqual(await refused({ page: 'library', filters: { account: w.bluesky } }), ['/filters/account'])
  assert.deepEqual(await refused({ filters: { account: w.profileId } }), ['/filters/account'])
  assert.deepEqual(await refused({ filters: { network: 'myspace' } }), ['/filters/network'])
  assert.deepEqual(await refused({ filters: { from: '2026-12-02', to: '2026-12-01' } }), ['/filters/to'])
  assert.deepEqual(await refused({ page: 'analytics', filters: { range: '7d', from: '2026-12-01' } }), [
    '/filters/range',
  ])
  assert.deepEqual(await refused({ filters: { color: 'red' } }), ['/filters/color'])
  assert.deepEqual(await refused({ page: 'inbox' }), ['/page'])
  assert.deepEqual(await refused({ name: 'x'.repeat(81) }), ['/name'])
  const { id } = await save(editor, { page: 'queue' })
  assert.deepEqual(pathsOf(await editor.patch(`/v1/views/${id}`, { filters: { q: 'x' } })), ['/filters/q'])
})

test('a view follows a label that is renamed or merged, and names one that is gone', async () => {
  const label = async (name: string) =>
    (await w.person.post('/v1/labels', { profileId: w.profileId, name })).body.id as string
  const [sale, winter] = [await label('Spring sale'), await label('Winter')]
  const { id, missing } = await save(editor, { filters: { label: 'spring  SALE' } })
  assert.deepEqual(missing, [])
  const read = async () => {
    const { filters, missing } = (await editor.get(`/v1/views/${id}`)).body
    return [filters.label, missing]
  }
  await w.person.patch(`/v1/labels/${sale}`, { name: 'Easter sale' })
  await t.settle()
  assert.deepEqual(await read(), ['Easter sale', []])
  await w.person.post(`/v1/labels/${sale}/merge`, { intoId: winter })
  await t.settle()
  assert.deepEqual(await read(), ['Winter', []])
  await w.person.delete(`/v1/labels/${winter}`)
  const [, gone] = await read()
  assert.deepEqual(gone, ['label'])
  await t.settle()
  assert.deepEqual((await read())[1], ['label'])
})

test('a view whose account or author is gone opens, and says which filter no longer exists', async () => {
  const leaver = await memberOf('leo', 'editor')
  const { id, missing } = await save(editor, { filters: { account: w.bluesky, author: leaver.uid }, shared: true })
  assert.deepEqual(missing, [])
  await w.person.delete(`/v1/profiles/${w.profileId}/members/${leaver.uid}`)
  await w.person.delete(`/v1/platforms/accounts/${w.bluesky}?action=keep`)
  const { body } = await editor.get(`/v1/views/${id}`)
  assert.deepEqual(body.missing, ['account', 'author'])
  assert.deepEqual(body.filters, { account: w.bluesky, author: leaver.uid })
  const elsewhere = await connectBoth(t)
  const foreign = await save(editor, { filters: { account: elsewhere.mastodon } })
  assert.deepEqual(foreign.missing, ['account'])
})

test('a deleted person’s own views are deleted, and their shared ones stay', async () => {
  const leaver = await memberOf('lea', 'editor')
  const shared = await save(leaver, { shared: true })
  const own = await save(leaver)
  const { bytes } = await leaver.get('/v1/auth/me/export')
  const exported = [...(await unzip(bytes)).entries()].find(([name]) => name.includes('saved_view'))?.[1].toString()
  for (const { name } of [shared, own]) assert.ok(exported?.includes(name), exported)
  assert.equal((await leaver.delete('/v1/auth/me')).status, 200)
  await t.settle()
  const { body } = await editor.get(`/v1/views/${shared.id}`)
  assert.deepEqual([body.name, body.createdByUid], [shared.name, null])
  const { rows } = await sql`select from saved_view where name = ${own.name}`.execute(t.db)
  assert.deepEqual(rows, [])
})
