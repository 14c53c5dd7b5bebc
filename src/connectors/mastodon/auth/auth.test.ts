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

test('an account is what its server says, and its limits are those of the server', async (t) => {
  const stand = await open(t)
  change(stand, { max_characters: 5_000 })
  const granted = await connect(stand)
  assert.equal(granted.expiresAt, null)
  assert.ok(granted.scopes.includes('write'))
  const remote = await connector.auth.whoami(stand.http(), granted.grant)
  assert.equal(remote.handle, 'alice@mastodon.sandbox')
  assert.equal(remote.displayName, 'Alice')
  assert.equal(remote.avatar, `${stand.url}/avatars/alice.svg`)
  assert.equal(remote.remoteId, granted.principal)
  assert.equal(remote.facts.software, 'mastodon')
  assert.equal(connector.limitsFor?.(remote.facts).text[0]?.max, 5_000)
  assert.ok(!JSON.stringify(remote).includes('sandbox-token'), 'no token in what is not sealed')
  assert.deepEqual(JSON.parse(JSON.stringify(remote.facts)), remote.facts)
})

test('a server that a person named goes by its host, whatever domain it claims', async (t) => {
  const stand = await open(t)
  const { grant } = await connect(stand)
  const remote = await connector.auth.whoami({ ...stand.http(), addresses: {} }, grant)
  const { host } = new URL(stand.url)
  assert.deepEqual([remote.handle, remote.facts.host], [`alice@${host}`, host])
})

test('an old server is asked in the old way, and says less', async (t) => {
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

test('a token that the server does not know is refused, and is not in the refusal', async (t) => {
  const stand = await open(t)
  const { failure, verdict } = await refusal(connect(stand, 'made-up-token'))
  assert.equal(verdict?.is, 'reauth')
  assert.ok(!JSON.stringify(failure).includes('made-up-token'))
})

test('a token that may only read is refused at once, with the scopes that it needs', async (t) => {
  const stand = await open(t)
  const { verdict } = await refusal(connect(stand, await tokenFor(stand, 'read')))
  assert.equal(verdict?.is, 'reauth')
  assert.match(verdict?.why ?? '', /write:statuses/)
})

test('a token with just the scopes that are needed will do', async (t) => {
  const stand = await open(t)
  const granted = await connect(stand, await tokenFor(stand, 'read:accounts read:statuses write:media write:statuses'))
  assert.deepEqual(granted.scopes.toSorted(), connector.auth.scopes)
})

test('the token is shown to no server that is not one of these', async (t) => {
  const stand = await open(t)
  // The sandbox's own front page, which answers but is not a Mastodon server.
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

test('what names no server is not called', async (t) => {
  const stand = await open(t)
  const { failure } = await refusal(connect(stand, 'x', 'alice'))
  assert.deepEqual([failure.sent, failure.code], ['no', 'invalid_request'])
  assert.deepEqual(stand.callsSince(0), [])
})
