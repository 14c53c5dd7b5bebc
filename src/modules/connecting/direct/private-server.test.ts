import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { web } from '#test/servers/real-servers.ts'
import { type Driver, openDriver } from '#test/world/bluesky.ts'

/** A private server that is not reachable from the internet. */
let server: Driver
let pdsUrl: string
before(async () => {
  server = await openDriver()
  pdsUrl = server.server
})
after(() => server.sandbox.close())

async function connect(t: TestApp, more: object = {}) {
  const person = await t.as('ada')
  const { body } = await person.post('/v1/profiles', { name: 'Harbour' })
  const sent = { profileId: body.id, identifier: 'alice.sandbox', appPassword: 'sand-boxx-pass-word', ...more }
  return person.post('/v1/platforms/bluesky/connect', sent)
}

test('201: users may name a private server that the operator has configured', async (context) => {
  // A separate directory, so that the server is allowed only by the setting.
  const document = await (await fetch(`${pdsUrl}/${server.grant.did}`)).text()
  const directory = await web(context, (_request, response) => void response.end(document))
  await using t = await startApp({ settings: { BLUESKY_SERVERS: pdsUrl, BLUESKY_DIRECTORY_URL: directory.url } })
  const { status, body, text } = await connect(t, { pdsUrl })
  assert.deepEqual([status, body.mode, body.handle], [201, 'live', 'alice.sandbox'], text)
  const other = await connect(t, { pdsUrl: 'http://127.0.0.1:1' })
  assert.deepEqual([other.status, other.body.code], [400, 'network_address_unusable'], other.text)
})

test('400: a private server that the operator has not configured is not called', async () => {
  await using t = await startApp()
  server.calls()
  const { status, body, text } = await connect(t, { pdsUrl })
  assert.deepEqual([status, body.code], [400, 'network_address_unusable'], text)
  assert.deepEqual(server.calls(), [])
})

test('503 network_misconfigured: a setting that names an unreachable or wrong server is reported as such', async () => {
  for (const [url, why] of [
    ['http://127.0.0.1:1', /The server refuses connections\./],
    [`${server.sandbox.url}/mastodon`, /isn’t Bluesky/],
  ] as const) {
    await using t = await startApp({ settings: { BLUESKY_URL: url } })
    const { status, body } = await connect(t, { identifier: 'alice.example.com' })
    assert.deepEqual([status, body.code], [503, 'network_misconfigured'])
    assert.match(body.detail, why)
    assert.match(body.detail, /BLUESKY_URL/)
  }
})
