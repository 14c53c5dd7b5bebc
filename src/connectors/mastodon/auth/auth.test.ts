import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CallFailed, type Connector } from '#connectors/connector.ts'
import { tokenFor } from '#test/connector-suite/networks/mastodon.ts'
import { openStand, type Stand } from '#test/connector-suite/stand.ts'
import { mastodon } from '../index.ts'

const connector: Connector = mastodon

const open = (t: TestContext) => openStand(t, 'mastodon')

const change = (stand: Stand, settings: Readonly<Record<string, unknown>>) =>
  assert.equal(stand.sandbox.network('mastodon').settings?.change(settings), null)

async function connect(stand: Stand, accessToken = 'sandbox-token-alice', instanceUrl = stand.url) {
  const granted = await connector.auth.connect?.(stand.http(), { instanceUrl, accessToken })
  assert.ok(granted)
  return granted
}

async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => assert.fail('it should have been refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CallFailed, String(error))
  return { failure: error.failure, verdict: connector.judge(error.failure, 'connect', new Date(0)) }
}

test('an account has the data and limits that its server returns', async (t) => {
  const stand = await open(t)
  change(stand, { max_characters: 5_000 })
  const granted = await connect(stand)
  assert.equal(granted.expiresAt, null)
  assert.ok(granted.scopes.includes('write'))
  const remote = await connector.auth.whoami(stand.http(), granted.grant)
  assert.equal(remote.handle, 'alice@mastodon.sandbox')
  assert.equal(remote.displayName, 'Alice')
  assert.equal(remote.avatar, `${stand.url}/avatars/alice.png`)
  assert.equal(remote.remoteId, granted.principal)
  assert.equal(remote.facts.software, 'mastodon')
  assert.equal(connector.limitsFor?.(remote.facts).text[0]?.max, 5_000)
  assert.ok(!JSON.stringify(remote).includes('sandbox-token'), 'no token in unencrypted data')
  assert.deepEqual(JSON.parse(JSON.stringify(remote.facts)), remote.facts)
})

test('a server named by the user is identified by its host, whatever domain it claims', async (t) => {
  const stand = await open(t)
  const { grant } = await connect(stand)
  const remote = await connector.auth.whoami({ ...stand.http(), addresses: {} }, grant)
  const { host } = new URL(stand.url)
  assert.deepEqual([remote.handle, remote.facts.host], [`alice@${host}`, host])
})

test('an old server is queried through the old API, which returns less', async (t) => {
  const stand = await open(t)
  change(stand, { version: '3.5.0', max_characters: 1_000 })
  const granted = await connect(stand)
  assert.deepEqual(granted.scopes, [])
  const remote = await connector.auth.whoami(stand.http(), granted.grant)
  assert.equal(remote.handle, 'alice@mastodon.sandbox')
  assert.equal(connector.limitsFor?.(remote.facts).text[0]?.max, 1_000)
  const calls = stand.callsSince(0).map(({ call }) => call)
  assert.ok(calls.includes('getInstanceV1'))
})

test('an unknown token is refused, and the refusal does not contain it', async (t) => {
  const stand = await open(t)
  const { failure, verdict } = await refusal(connect(stand, 'made-up-token'))
  assert.equal(verdict?.is, 'reauth')
  assert.ok(!JSON.stringify(failure).includes('made-up-token'))
})

test('a read-only token is refused at once, with the required scopes', async (t) => {
  const stand = await open(t)
  const { verdict } = await refusal(connect(stand, await tokenFor(stand, 'read')))
  assert.equal(verdict?.is, 'reauth')
  assert.match(verdict?.why ?? '', /write:statuses/)
})

test('a token with only the required scopes works', async (t) => {
  const stand = await open(t)
  const granted = await connect(stand, await tokenFor(stand, 'read:accounts read:statuses write:media write:statuses'))
  assert.deepEqual(granted.scopes.toSorted(), connector.auth.scopes)
})

test('the token is sent only to a Mastodon server', async (t) => {
  const stand = await open(t)
  // The sandbox's own front page, which responds but is not a Mastodon server.
  const http = { ...stand.http(), addresses: { api: stand.sandbox.url } }
  const requests: string[] = []
  const spied = {
    ...http,
    send: (request: Parameters<typeof http.send>[0]) => {
      requests.push(request.headers?.authorization ?? '')
      return Promise.reject(
        new CallFailed({ sent: 'answered', status: 404, headers: {}, body: 'nothing here', code: null }),
      )
    },
  }
  const fields = { instanceUrl: stand.sandbox.url, accessToken: 'sandbox-token-alice' }
  const { verdict } = await refusal(connector.auth.connect?.(spied, fields) ?? Promise.resolve())
  assert.deepEqual([verdict?.is, verdict && 'code' in verdict && verdict.code], ['refused', 'not_mastodon'])
  assert.deepEqual(requests, ['', ''])
})

test('text that does not name a server causes no call', async (t) => {
  const stand = await open(t)
  const { failure } = await refusal(connect(stand, 'x', 'alice'))
  assert.deepEqual([failure.sent, failure.code], ['no', 'invalid_request'])
  assert.deepEqual(stand.callsSince(0), [])
})
