import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBoth } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

test('a set of accounts is saved, renamed, replaced and deleted, and names accounts that were disconnected', async () => {
  const path = `/v1/profiles/${w.profileId}/account-sets`
  const both = [w.mastodon, w.bluesky]
  const made = await w.ada.post(path, { name: 'Everyday', accountIds: both })
  assert.equal(made.status, 201, made.text)
  const { id, createdAt } = made.body
  const set = { id, name: 'Everyday', accountIds: both, disconnectedAccountIds: [], createdAt }
  assert.deepEqual(made.body, set)
  assert.deepEqual((await w.ada.get(path)).body, [set])

  assert.equal((await w.ada.patch(`${path}/${id}`, { name: 'Launches' })).body.name, 'Launches')
  const replaced = await w.ada.patch(`${path}/${id}`, { accountIds: [w.bluesky] })
  assert.deepEqual([replaced.body.name, replaced.body.accountIds], ['Launches', [w.bluesky]])
  await w.ada.patch(`${path}/${id}`, { accountIds: both })

  assert.equal((await w.person.delete(`/v1/platforms/accounts/${w.mastodon}?action=keep`)).status, 200)
  const [left] = (await w.ada.get(path)).body
  assert.deepEqual([left.accountIds, left.disconnectedAccountIds], [[w.bluesky], [w.mastodon]])

  const refused = await w.ada.post(path, { name: 'Gone', accountIds: [w.bluesky, w.mastodon] })
  assert.equal(refused.status, 400, refused.text)
  const [fault] = refused.body.errors
  assert.deepEqual([fault.path, fault.code], ['/accountIds/1', 'account_not_connected'])
  const twice = await w.ada.post(path, { name: 'Twice', accountIds: [w.bluesky, w.bluesky] })
  assert.deepEqual([twice.status, twice.body.errors[0].path], [400, '/accountIds'])

  assert.equal((await w.ada.delete(`${path}/${id}`)).status, 200)
  assert.equal((await w.ada.delete(`${path}/${id}`)).body.code, 'account_set_not_found')
  assert.deepEqual((await w.ada.get(path)).body, [])
})

test('a repeated request with the same key creates one set', async () => {
  const path = `/v1/profiles/${w.profileId}/account-sets`
  const send = () =>
    w.ada.post(path, { name: 'Once', accountIds: [w.bluesky] }, { headers: { 'idempotency-key': 'set-1' } })
  const [first, second] = [await send(), await send()]
  assert.deepEqual([second.status, second.body.id], [201, first.body.id])
  assert.equal((await w.ada.get(path)).body.length, 1)
})
