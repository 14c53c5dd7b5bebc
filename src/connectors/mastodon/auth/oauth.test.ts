import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { CallFailed, type Connector, type HttpRequest, type JsonObject } from '#connectors/connector.ts'
import { openStand, type Stand } from '#test/connector-suite/stand.ts'
import { mastodon } from '../index.ts'

const connector: Connector = mastodon
const oauthAt = connector.auth.oauthAt ?? assert.fail()
const redirectUrl = 'https://posts.example/v1/oauth/callback/mastodon'
const verifier = 'v'.repeat(64)
const challenge = createHash('sha256').update(verifier).digest('base64url')

async function start(t: TestContext) {
  const stand = await openStand(t, 'mastodon')
  const seq = stand.sandbox.calls.total
  return { stand, calls: () => stand.callsSince(seq).map(({ call }) => call) }
}

const begin = (stand: Stand, name = stand.url) =>
  oauthAt.begin(stand.http(), { name, redirectUrl, state: 's&1', scopes: oauthAt.scopes, challenge })

async function consentAt(authorizeUrl: string): Promise<URLSearchParams> {
  const url = new URL(authorizeUrl)
  url.searchParams.set('login', 'alice')
  url.searchParams.set('approve', '1')
  const { headers, status } = await fetch(url, { redirect: 'manual' })
  assert.equal(status, 302, authorizeUrl)
  return new URL(headers.get('location') ?? '').searchParams
}

const exchange = (stand: Stand, memo: JsonObject, code: string, more: { verifier?: string; issuer?: string } = {}) =>
  oauthAt.exchange(stand.http(), { code, redirectUrl, verifier, memo, issuer: null, ...more })

async function signIn(stand: Stand) {
  const { authorizeUrl, memo } = await begin(stand)
  const back = await consentAt(authorizeUrl)
  assert.equal(back.get('state'), 's&1')
  return { memo, code: back.get('code') ?? '', granted: await exchange(stand, memo, back.get('code') ?? '') }
}

async function failureOf(work: Promise<unknown>) {
  const error = await work.then(
    () => assert.fail('it should have been refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CallFailed, String(error))
  return { failure: error.failure, verdict: connector.judge(error.failure, 'connect', new Date(0)) }
}

test('a user signs in at their server with the publishing scopes and is identified by it', async (t) => {
  const { stand } = await start(t)
  const { granted } = await signIn(stand)
  assert.deepEqual(granted.scopes, ['read:accounts', 'read:statuses', 'write:media', 'write:statuses'])
  assert.equal(granted.expiresAt, null)
  const remote = await connector.auth.whoami(stand.http(), granted.grant)
  assert.deepEqual([remote.remoteId, remote.handle], [granted.principal, 'alice@mastodon.sandbox'])
})

test('one app is registered per server and callback, and reused until the server drops it', async (t) => {
  const { stand, calls } = await start(t)
  const registrations = () => calls().filter((call) => call === 'createApp').length
  const first = await begin(stand)
  const second = await begin(stand)
  assert.deepEqual([second.memo, registrations()], [first.memo, 1])
  const other = { name: stand.url, redirectUrl: `${redirectUrl}/other`, state: 's', scopes: oauthAt.scopes, challenge }
  await oauthAt.begin(stand.http(), other)
  assert.equal(registrations(), 2)

  stand.sandbox.network('mastodon').acts.forget_apps?.('alice')
  const third = await begin(stand)
  assert.notDeepEqual(third.memo, first.memo)
  assert.equal(registrations(), 3)
  const back = await consentAt(third.authorizeUrl)
  assert.ok((await exchange(stand, third.memo, back.get('code') ?? '')).principal)
})

test('a code works once, only with its verifier and at the server that issued it', async (t) => {
  const { stand } = await start(t)
  const { authorizeUrl, memo } = await begin(stand)
  const back = await consentAt(authorizeUrl)
  const code = back.get('code') ?? ''
  const elsewhere = await failureOf(exchange(stand, memo, code, { issuer: 'https://other.example/' }))
  assert.equal(elsewhere.failure.sent, 'no')
  const wrong = await failureOf(exchange(stand, memo, code, { verifier: 'w'.repeat(64) }))
  assert.equal(wrong.verdict?.is, 'reauth')
  const again = await begin(stand)
  const { code: good } = Object.fromEntries(await consentAt(again.authorizeUrl))
  assert.ok(await exchange(stand, again.memo, good ?? '', { issuer: `${new URL(stand.url).origin}/` }))
  assert.match((await failureOf(exchange(stand, again.memo, good ?? ''))).verdict?.why ?? '', /Start again/)
  // The server may drop the app between the two calls.
  const last = await begin(stand)
  stand.sandbox.network('mastodon').acts.forget_apps?.('alice')
  assert.equal((await failureOf(exchange(stand, last.memo, 'any'))).verdict?.is, 'reauth')
})

test('sign-in also works at a server without PKCE', async (t) => {
  const { stand } = await start(t)
  assert.equal(stand.sandbox.network('mastodon').settings?.change({ version: '4.2.0' }), null)
  assert.ok((await signIn(stand)).granted.principal)
})

test('disconnecting revokes the token at the server, unless the user created it', async (t) => {
  const { stand, calls } = await start(t)
  const { granted } = await signIn(stand)
  await connector.auth.revoke?.(stand.http(), granted.grant)
  assert.equal((await failureOf(connector.auth.whoami(stand.http(), granted.grant))).failure.status, 401)

  const typed = { instanceUrl: stand.url, accessToken: 'sandbox-token-bob' }
  const own = await connector.auth.connect?.(stand.http(), typed)
  assert.ok(own)
  const revocations = () => calls().filter((call) => call === 'revoke').length
  const before = revocations()
  await connector.auth.revoke?.(stand.http(), own.grant)
  assert.equal(revocations(), before)
  assert.ok(await connector.auth.whoami(stand.http(), own.grant))
})

test('no app is registered without a server, and errors contain no secret', async (t) => {
  const { stand, calls } = await start(t)
  assert.equal((await failureOf(begin(stand, 'not a server'))).failure.code, 'invalid_request')
  const requests: HttpRequest[] = []
  stand.standBetween((request, send) => {
    requests.push(request)
    return send(request)
  })
  const { memo } = await signIn(stand)
  const { failure } = await failureOf(exchange(stand, memo, 'a-code-of-nobody'))
  for (const secret of [String(memo.clientSecret), verifier]) {
    assert.ok(!JSON.stringify(failure).includes(secret))
    assert.ok(requests.every(({ url }) => !url.includes(secret)))
  }
  assert.equal(calls().filter((call) => call === 'createApp').length, 1)
})
