import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { CallFailed, type Http } from '#connectors/connector.ts'
import { appPassword, type Driver, openDriver } from '#test/world/bluesky.ts'
import { bluesky } from '../index.ts'
import { expiryOf } from './grant.ts'

let t: Driver
before(async () => {
  t = await openDriver()
})
beforeEach(() => void t.calls())
after(() => t.sandbox.close())

const act = (name: string, account: string) => t.sandbox.network('bluesky').acts?.[name]?.(account)
const connect = (fields: Record<string, string>, http: Http = t.http) => {
  assert.ok(bluesky.auth.connect)
  return bluesky.auth.connect(http, { identifier: 'alice.sandbox', appPassword, ...fields })
}
const refresh = (grant = t.grant) => {
  assert.ok(bluesky.auth.refresh)
  return bluesky.auth.refresh(t.http, grant)
}
const verdictOf = async (work: Promise<unknown>, step = 'connect') => {
  const error = await work.then(
    () => assert.fail('it should have failed'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CallFailed, String(error))
  return bluesky.judge(error.failure, step, new Date(0))
}

test('a handle and an app password are exchanged for a session, and the password is not stored', async () => {
  const { grant, principal, expiresAt } = await connect({})
  assert.deepEqual(t.calls(), ['resolveHandle', 'didDocument', 'createSession'])
  assert.deepEqual(
    [grant.did, grant.handle, grant.server, principal],
    [t.grant.did, 'alice.sandbox', t.server, grant.did],
  )
  assert.ok(!JSON.stringify(grant).includes(appPassword))
  const leftMs = (expiresAt?.getTime() ?? 0) - t.sandbox.clock.ms()
  assert.ok(leftMs > 119 * 60_000 && leftMs <= 120 * 60_000, `${leftMs} ms`)
})

test('pasted identifiers work: @, invisible characters, capitals, a DID, an email address', async () => {
  for (const identifier of ['@Alice.sandbox', '\u202Aalice.sandbox\u202C ', t.grant.did, 'alice@example.com'])
    assert.equal((await connect({ identifier })).grant.did, t.grant.did, identifier)
})

test('an app password works with surrounding spaces and with spaces instead of hyphens', async () => {
  for (const pasted of [' sand-boxx-pass-word\n', 'sand boxx pass word', '\u202Asand-boxx-pass-word\u202C'])
    assert.equal((await connect({ appPassword: pasted })).grant.did, t.grant.did, pasted)
})

test('scopes show which password created the session, also after a renewal', async () => {
  const byApp = await connect({})
  const byMain = await connect({ appPassword: 'sandbox-main-password' })
  const renewed = await refresh(byMain.grant)
  assert.deepEqual(
    [byApp, byMain, renewed].map(({ scopes }) => scopes),
    [['com.atproto.appPass'], ['com.atproto.access'], ['com.atproto.access']],
  )
})

test('whoami returns the permanent ID and the server of the account', async () => {
  const { remoteId, handle, displayName, facts, followers } = await bluesky.auth.whoami(t.http, t.grant)
  assert.deepEqual([remoteId, handle, facts], [t.grant.did, 'alice.sandbox', { server: t.server, videoService: true }])
  assert.ok(displayName && followers !== null)
})

test('whoami works without the profile, which is only displayed', async () => {
  t.fault({ kind: 'error_before', call: 'getProfile', times: 1 })
  const { remoteId, displayName } = await bluesky.auth.whoami(t.http, t.grant)
  assert.deepEqual([remoteId, displayName], [t.grant.did, null])
})

test('a wrong password, a suspended account and a deactivated account need the user', async () => {
  const wrong = await verdictOf(connect({ appPassword: 'nonsense' }))
  assert.ok(wrong?.is === 'reauth' && /app password is wrong/.test(wrong.why))
  act('take_down', 'alice')
  assert.equal((await verdictOf(connect({})))?.is, 'reauth')
  act('restore', 'alice')
  act('deactivate', 'alice')
  const { grant } = await connect({})
  const off = await verdictOf(bluesky.auth.whoami(t.http, grant))
  assert.ok(off?.is === 'reauth' && /deactivated/.test(off.why))
  act('restore', 'alice')
})

test('the main password of an account with sign-in codes is rejected with the next step', async () => {
  act('ask_for_email_code', 'carla')
  const verdict = await verdictOf(connect({ identifier: 'carla.sandbox', appPassword: 'sandbox-main-password' }))
  assert.ok(verdict?.is === 'reauth' && /Use an app password/.test(verdict.why))
})

test('a refresh rotates tokens; reuse within the grace period works, and later reuse is refused', async () => {
  const { grant } = await connect({})
  const next = await refresh(grant)
  assert.notEqual(next.grant.refreshJwt, grant.refreshJwt)
  const again = await refresh(grant)
  assert.ok(again.grant.accessJwt)
  assert.equal((await bluesky.auth.whoami(t.http, next.grant)).remoteId, grant.did)
  t.sandbox.clock.advance(3 * 3_600_000)
  assert.equal((await verdictOf(refresh(grant), 'refresh'))?.is, 'reauth')
  assert.equal((await refresh(next.grant)).principal, grant.did)
})

test('a refresh without a response, or with a server error, does not invalidate the grant', async () => {
  const { grant } = await connect({})
  for (const kind of ['error_before', 'drop_after', 'truncate_after'] as const) {
    t.fault({ kind, call: 'refreshSession', times: 1 })
    assert.equal(await verdictOf(refresh(grant), 'refresh'), null, kind)
  }
  assert.ok((await refresh(grant)).grant)
})

test('a revoked app password ends the session', async () => {
  const { grant } = await connect({ identifier: 'bob.sandbox' })
  act('revoke_app_password', 'bob')
  assert.equal((await verdictOf(refresh(grant), 'refresh'))?.is, 'reauth')
})

test('revoke ends the session on the server', async () => {
  const { grant } = await connect({})
  await bluesky.auth.revoke?.(t.http, grant)
  assert.equal((await verdictOf(refresh(grant), 'refresh'))?.is, 'reauth')
})

test('a server named by the user is trusted only if the account’s DID document names it', async () => {
  const requests: string[] = []
  const rogue = createServer((request, response) => {
    requests.push(request.url ?? '')
    const tokens = { accessJwt: 'a.b.c', refreshJwt: 'a.b.c' }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...tokens, did: t.grant.did, handle: 'alice.sandbox', didDoc: forged(t.grant.did) }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => rogue.once('listening', resolve))
  const pdsUrl = `http://127.0.0.1:${(rogue.address() as AddressInfo).port}`
  const forged = (id: string) => ({ id, service: [{ id: '#atproto_pds', serviceEndpoint: pdsUrl }] })
  try {
    const verdict = await verdictOf(connect({ pdsUrl }))
    assert.equal(verdict?.is === 'refused' && verdict.code, 'server_mismatch')
    assert.equal(requests.length, 1)
    assert.equal((await connect({ pdsUrl: t.server })).grant.server, t.server)
  } finally {
    rogue.close()
  }
})

test('an invalid URL is refused without a call', async () => {
  for (const pdsUrl of ['nonsense', 'ftp://example.com', 'https://a:b@example.com']) {
    const verdict = await verdictOf(connect({ pdsUrl }))
    assert.equal(verdict?.is === 'refused' && verdict.code, 'server_invalid', pdsUrl)
  }
  assert.deepEqual(t.calls(), [])
})

test('an unreadable token has no known expiry time', () => {
  for (const token of ['', 'x', 'a.b.c', 'a.bnVsbA.c', `a.${Buffer.from('{"exp":"soon"}').toString('base64url')}.c`])
    assert.equal(expiryOf(token), null, token)
})
