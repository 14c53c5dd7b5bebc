import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { days, hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { readEvents } from '#test/world/event-stream.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'

/** Posts that are deleted on their network, and how their authors are notified. */
let t: TestApp
let ada: Client
let profileId: string
let login: string
before(async () => {
  t = await startApp({ sandbox: true, numbers: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  const both = await connectBoth(t)
  ada = both.ada
  profileId = both.profileId
  login = both.login
  done(await connectHeadless(t, both.person, 'x', profileId, { login }))
})
beforeEach(() => t.sandbox.faults.remove())
after(() => t[Symbol.asyncDispose]())

async function publish(platform: string, content: string): Promise<string> {
  const { id } = done(await ada.post('/v1/posts', { profileId, platforms: [platform], content }), 201).body
  await t.settle()
  assert.equal((await read(id)).status, 'published')
  return id
}
const read = async (id: string) => (await ada.get(`/v1/posts/${id}`)).body.targets[0]
const removals = async (id: string) =>
  done(await readEvents(t, ada, '?limit=100')).body.events.filter(
    (event: { type: string; data: { postId?: string } }) => event.type === 'post.removed' && event.data.postId === id,
  )

/** Moves time in steps as long as the reading interval of young posts. */
async function passHours(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await t.advance(hours(1) + minutes(6))
}

async function deleteOnMastodon(id: string): Promise<void> {
  const url = `${t.sandbox.url}/mastodon/api/v1/statuses/${(await read(id)).platformPostId}`
  const headers = { authorization: `Bearer sandbox-token-${login}` }
  const answer = await fetch(url, { method: 'DELETE', headers })
  assert.equal(answer.status, 200, await answer.text())
}

test('a post deleted on its network gets removedAt after two readings, stays published, and sends one event', async () => {
  const [gone, stays] = [await publish('mastodon', 'deleted later'), await publish('mastodon', 'stays')]
  await deleteOnMastodon(gone)
  await passHours(1)
  assert.equal((await read(gone)).removedAt, null)
  const before = t.now()
  await passHours(1)
  const row = await read(gone)
  assert.equal(row.status, 'published')
  assert.ok(Date.parse(row.removedAt) > before.getTime() && Date.parse(row.removedAt) <= t.now().getTime())
  await passHours(4)
  const events = await removals(gone)
  assert.deepEqual(
    events.map((event: { data: { network: string; status: string } }) => [event.data.network, event.data.status]),
    [['mastodon', 'published']],
  )
  assert.equal((await read(gone)).removedAt, row.removedAt)
  assert.equal((await read(stays)).removedAt, null)
  assert.deepEqual(await removals(stays), [])
})

test('a failing network does not mark posts as removed', async () => {
  const id = await publish('mastodon', 'seen through a fault')
  t.sandbox.faults.add({ network: 'mastodon', kind: 'error_before', call: 'getStatus', times: 3 })
  await passHours(8)
  assert.equal((await read(id)).removedAt, null)
  assert.deepEqual(await removals(id), [])
})

test('a restored post loses removedAt', async () => {
  const id = await publish('bluesky', 'deleted, then put back')
  const [, , repo = '', collection = '', rkey = ''] = String((await read(id)).platformPostId).split('/')
  const xrpc = (method: string, body: object, token?: string) =>
    fetch(`${t.sandbox.url}/bluesky/xrpc/com.atproto.${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
  const session = await xrpc('server.createSession', {
    identifier: `${login}.sandbox`,
    password: 'sand-boxx-pass-word',
  })
  const { accessJwt } = (await session.json()) as { accessJwt: string }
  const record = await fetch(
    `${t.sandbox.url}/bluesky/xrpc/com.atproto.repo.getRecord?${new URLSearchParams({ repo, collection, rkey })}`,
  ).then(async (answer) => ((await answer.json()) as { value: object }).value)
  assert.equal((await xrpc('repo.deleteRecord', { repo, collection, rkey }, accessJwt)).status, 200)
  await passHours(2)
  assert.notEqual((await read(id)).removedAt, null)
  const again = await xrpc('server.createSession', { identifier: `${login}.sandbox`, password: 'sand-boxx-pass-word' })
  const { accessJwt: fresh } = (await again.json()) as { accessJwt: string }
  const put = await xrpc('repo.putRecord', { repo, collection, rkey, record }, fresh)
  assert.equal(put.status, 200, await put.text())
  await t.advance(hours(7))
  assert.equal((await read(id)).removedAt, null)
})

test('a network that charges for each read is not queried', async () => {
  const id = await publish('x', 'reads cost money there')
  await t.advance(days(1))
  await t.advance(hours(2))
  const requested = t.sandbox.calls.list({ network: 'x' }).calls.filter(({ call }) => call.endsWith('getPosts'))
  assert.deepEqual(requested, [])
  assert.equal((await read(id)).removedAt, null)
})
