import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours, minutes } from '../../../core/kit/clock.ts'
import { aKey, openBluesky } from './kit.ts'

const refresh = 'com.atproto.server.refreshSession'

test('a person signs in with a handle, DID or email address, and the response names the account’s server', async () => {
  await using t = await openBluesky()
  const { body } = await t.signIn('alice.sandbox')
  for (const identifier of [body.did, 'alice@example.com', 'ALICE.sandbox'])
    assert.equal((await t.signIn(identifier)).body.did, body.did)
  assert.equal(body.didDoc.service[0].serviceEndpoint, t.pds)
  assert.deepEqual((await t.call(`/${body.did}`)).body, body.didDoc)
  assert.equal((await t.get('com.atproto.identity.resolveHandle', { handle: 'alice.sandbox' })).body.did, body.did)
  const claims = JSON.parse(Buffer.from(body.accessJwt.split('.')[1], 'base64url').toString())
  assert.equal(claims.exp - claims.iat, 120 * 60)
})

test('a refresh returns a new pair, and the previous access token stays valid until it expires', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  t.advance(minutes(90))
  const { status, body } = await t.post(refresh, undefined, alice.refreshJwt)
  assert.equal(status, 200)
  assert.notEqual(body.refreshJwt, alice.refreshJwt)
  assert.equal((await alice.put(aKey())).status, 200)
  t.advance(minutes(31))
  assert.equal((await alice.put(aKey(1))).body.error, 'ExpiredToken')
  alice.accessJwt = body.accessJwt
  assert.equal((await alice.put(aKey(1))).status, 200)
})

test('2a App password sessions: a reused refresh token returns the same successor for two hours, then 400', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const successor = async () => {
    const { body } = await t.post(refresh, undefined, alice.refreshJwt)
    return JSON.parse(Buffer.from(body.refreshJwt.split('.')[1], 'base64url').toString()).jti
  }
  const first = await successor()
  t.advance(hours(1))
  assert.equal(await successor(), first)
  t.advance(hours(1) + 1)
  const { status, body } = await t.post(refresh, undefined, alice.refreshJwt)
  assert.deepEqual([status, body], [400, { error: 'ExpiredToken', message: 'Token has been revoked' }])
})

test('2a App password sessions: the refresh token expires after 90 days, or with deleteSession', async () => {
  await using t = await openBluesky()
  const [alice, bob] = [await t.person('alice'), await t.person('bob')]
  assert.equal((await t.post('com.atproto.server.deleteSession', undefined, bob.refreshJwt)).status, 200)
  assert.equal((await t.post(refresh, undefined, bob.refreshJwt)).body.error, 'ExpiredToken')
  t.advance(days(90))
  assert.equal((await t.post(refresh, undefined, alice.refreshJwt)).body.error, 'ExpiredToken')
})

test('2a App password sessions: revoking an app password ends its sessions, and no new ones can be opened', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  await t.control('/act', { network: 'bluesky', account: 'alice', act: 'revoke_app_password' })
  assert.equal((await t.post(refresh, undefined, alice.refreshJwt)).body.error, 'ExpiredToken')
  assert.deepEqual([(await t.signIn()).status, (await t.signIn()).body.error], [401, 'AuthenticationRequired'])
})

test('2a App password sessions: an emailed code is required only with the main password', async () => {
  await using t = await openBluesky()
  await t.control('/act', { network: 'bluesky', account: 'alice', act: 'ask_for_email_code' })
  const response = await t.signIn('alice.sandbox', 'sandbox-main-password')
  assert.deepEqual([response.status, response.body.error], [401, 'AuthFactorTokenRequired'])
  assert.equal((await t.signIn()).status, 200)
  const code = { authFactorToken: 'SANDB-OXXXX' }
  assert.equal((await t.signIn('alice.sandbox', 'sandbox-main-password', code)).status, 200)
})

test('8 Errors: an account that is taken down, deactivated or deleted can neither write nor be read', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const { uri } = (await alice.put(aKey())).body
  const act = (name: string) => t.control('/act', { network: 'bluesky', account: 'alice', act: name })
  await act('take_down')
  assert.deepEqual([(await alice.put(aKey(1))).status, (await alice.put(aKey(1))).body.error], [401, 'AccountTakedown'])
  assert.deepEqual([(await t.signIn()).status, (await t.signIn()).body.error], [401, 'AccountTakedown'])
  assert.deepEqual((await t.get('app.bsky.feed.getPosts', { uris: uri })).body, { posts: [] })
  await act('deactivate')
  assert.equal((await t.signIn()).body.status, 'deactivated')
  assert.equal((await alice.put(aKey(1))).body.error, 'AccountDeactivated')
  await act('restore')
  assert.equal((await alice.put(aKey(1))).status, 200)
  await act('delete_account')
  const { status, body } = await alice.put(aKey(2))
  assert.deepEqual([status, body.error], [403, 'AccountNotFound'])
  assert.equal((await t.signIn()).body.error, 'AuthenticationRequired')
})

test('9 Rate limits: if limits are on, sign-ins and writes are limited, and the headers state the reset time', async () => {
  await using t = await openBluesky({ now: () => Date.UTC(2026, 10, 21) })
  await t.control('/settings', { network: 'bluesky', settings: { rateLimits: true } })
  const alice = await t.person()
  for (let n = 0; n < 29; n += 1) assert.equal((await t.signIn()).status, 200)
  const over = await t.signIn()
  assert.deepEqual([over.status, over.body.error], [429, 'RateLimitExceeded'])
  assert.equal(over.headers.get('retry-after'), '300')
  assert.equal(over.headers.get('ratelimit-policy'), '30;w=300')
  assert.equal(Number(over.headers.get('ratelimit-reset')), Date.UTC(2026, 10, 21) / 1_000 + 300)
  t.advance(minutes(5))
  assert.equal((await t.signIn()).status, 200)
  const written = await alice.put(aKey())
  assert.equal(written.headers.get('ratelimit-limit'), '5000')
  assert.equal(written.headers.get('ratelimit-remaining'), '4998')
})
