import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fromWire } from '#kernel/ids.ts'
import { loadConfig, startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { liveGrant } from '../grants/live-grant.ts'
import { settleModes } from './settle-modes.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const app = { X_CLIENT_ID: 'ours', X_CLIENT_SECRET: 'and-nobody-elses' }
const started = (settings: Record<string, string>) => {
  const { networks } = loadConfig({ SANDBOX: 'on', SANDBOX_PORT: new URL(t.sandbox.url).port, ...settings })
  return { ...t.deps, config: { ...t.config, networks } }
}

async function connected(login: string) {
  const person = await t.as(login)
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour' })
  const { body, text } = await connectHeadless(t, person, 'x', profile.id, { login })
  assert.equal(body.ok, true, text)
  const seen = async () => (await person.get(`/v1/platforms/accounts?profileId=${profile.id}`)).body[0]
  const { body: post } = await person.post('/v1/posts', {
    profileId: profile.id,
    platforms: ['x'],
    content: `Of ${login}`,
    saveAsDraft: true,
  })
  const publish = () => person.post(`/v1/posts/${post.id}/publish-now`)
  const target = async () => (await person.get(`/v1/posts/${post.id}`)).body.targets[0].status
  return { seen, publish, target, id: fromWire('acc', body.accountId)! }
}

test('sandbox accounts wait while the operator’s app is registered, and work as before without it', async () => {
  const alice = await connected('alice')
  await settleModes(started(app))
  const waiting = await alice.seen()
  assert.deepEqual([waiting.status, waiting.mode], ['needs_reconnect', 'sandbox'])
  assert.match(waiting.statusReason, /sandbox/)
  assert.ok('lost' in (await liveGrant(started(app), alice.id)))
  await alice.publish()
  await t.settle()
  assert.equal(await alice.target(), 'held')

  await settleModes(started({}))
  assert.deepEqual([(await alice.seen()).status, (await alice.seen()).statusReason], ['active', null])
  await t.settle()
  assert.equal(await alice.target(), 'published')
})

test('a live account waits while no app is registered, and works again once there is one', async () => {
  const bob = await connected('bob')
  // Like an account that was connected while an app was registered.
  for (const table of ['account', 'networkGrant'] as const) {
    await t.db.updateTable(table).set({ mode: 'live' }).where(`${table}.network`, '=', 'x').execute()
  }
  await settleModes(started({}))
  assert.equal((await bob.seen()).status, 'needs_reconnect')
  const lost = await liveGrant(started({}), bob.id)
  assert.ok('lost' in lost)
  await settleModes(started(app))
  assert.equal((await bob.seen()).status, 'active')
  assert.ok('grant' in (await liveGrant(started(app), bob.id)))
})

test('the networks with a consent page need an app, and no others do', () => {
  const { networks } = started({}).config
  for (const [network, connector] of Object.entries(t.deps.connectors)) {
    const { needsApp } = networks[network as keyof typeof networks]
    assert.equal(needsApp, connector?.auth.oauth !== undefined, network)
  }
})
