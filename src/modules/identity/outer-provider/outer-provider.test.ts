import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { minutes, seconds } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { epoch } from '#test/harness/clock.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { type Issuer, openIssuer } from '#test/servers/issuer.ts'
import { ensureSetupCode, inviteToSignUp, markEmailVerified } from '../index.ts'

/** Most tests share one application and its provider; each creates separate users. */
let t: TestApp
let provider: Issuer
const me = (token: string, app = t) => app.withToken(token).get('/v1/auth/me')
const statusOf = async (token: string, app = t) => {
  const { status, body } = await me(token, app)
  return status === 200 ? 200 : `${status} ${body.code}`
}
before(async () => {
  provider = await openIssuer(() => t?.now() ?? epoch)
  await provider.addKey('first')
  t = await startApp({ settings: provider.settings })
  assert.equal(await statusOf(await provider.token('owner')), 200)
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

async function freshApp(settings: Record<string, string> = {}, beside?: TestApp) {
  const own = await openIssuer(() => app.now())
  await own.addKey('a')
  const app: TestApp = await startApp({ settings: { ...own.settings, ...settings }, ...(beside ? { beside } : {}) })
  return {
    app,
    own,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await own[Symbol.asyncDispose]()
    },
  }
}

test("200: a user's first token creates an account with the token's name and address", async () => {
  const { body } = await me(await provider.token('ada', { name: ' Ada\n ' }))
  assert.deepEqual(
    [body.email, body.emailVerified, body.name, body.role, body.plan],
    ['ada@example.com', true, 'Ada', 'user', 'max'],
  )
  const again = await me(await provider.token('ada', { name: 'Another', iat: 1 }))
  assert.deepEqual([again.body.uid, again.body.name], [body.uid, 'Ada'])
  await t.settle()
  const entries = (await t.withToken(await provider.token('ada')).get('/v1/auth/me/audit-log')).body.entries
  assert.deepEqual(
    entries.map((entry: { action: string }) => entry.action),
    ['user.created'],
  )
})

test('409 managed_by_identity_provider: the email address is changed at the provider, and the public email routes do not exist', async () => {
  const ada = t.withToken(await provider.token('mailed'))
  const newEmail = 'x@example.com'
  const answers = [
    await ada.post('/v1/auth/send-verification'),
    await ada.post('/v1/auth/change-email', { newEmail }),
    await ada.post('/v1/auth/change-email-unverified', { newEmail }),
  ]
  for (const { status, body } of answers) assert.deepEqual([status, body.code], [409, 'managed_by_identity_provider'])
  for (const path of ['verify-email', 'request-password-reset', 'reset-password'])
    assert.equal((await t.anyone.post(`/v1/auth/${path}`, {})).status, 404, path)
})

test('of many concurrent first users, one becomes superadmin, and each user gets one account', async () => {
  await using fresh = await freshApp()
  const { app, own } = fresh
  const people = ['a', 'a', 'a', 'b', 'c', 'd', 'e', 'f']
  // The tokens of one user differ, so that no two requests share a cached caller.
  const tokens = await Promise.all(people.map((name, nth) => own.token(name, { jti: String(nth) })))
  const answers = await Promise.all(tokens.map((token) => me(token, app)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(people.length).fill(200),
  )
  const roles = new Map(answers.map(({ body }) => [body.uid, body.role]))
  assert.equal(roles.size, 6)
  assert.equal([...roles.values()].filter((role) => role === 'superadmin').length, 1)
  assert.deepEqual(own.requestCounts, { discovery: 1, keys: 1 })
})

test('tokens are accepted with each listed algorithm and with no other', async () => {
  await using fresh = await freshApp()
  const { app, own } = fresh
  for (const alg of ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const) {
    await own.addKey(alg, alg)
    await app.advance(minutes(2))
    assert.equal(await statusOf(await own.token('ada', {}, { kid: alg }), app), 200, alg)
  }
})

test('401: a token that is incomplete, from another issuer, for another audience or outside its validity period is rejected', async () => {
  const { privateKey, publicKey } = provider.keyOf('first').pair
  const now = Math.floor(t.now().getTime() / 1_000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const good = await provider.token('eve')
  const [head, , signature] = good.split('.') as [string, string, string]
  const hs = (secret: string) =>
    new SignJWT(provider.claims('eve'))
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(new TextEncoder().encode(secret))
  const other = await generateKeyPair('RS256')
  const by = (key: Parameters<SignJWT['sign']>[0], header: object, more: JWTPayload = {}) =>
    new SignJWT(provider.claims('eve', more)).setProtectedHeader({ alg: 'RS256', kid: 'first', ...header }).sign(key)
  const own = await startApp()
  const embedded = (await own.as('eve')).token
  await own[Symbol.asyncDispose]()
  const pem = await exportSPKI(publicKey)
  const forged: Record<string, string> = {
    'alg none': `${encode({ alg: 'none', kid: 'first' })}.${encode(provider.claims('eve'))}.`,
    'alg None with a signature': `${encode({ alg: 'None', kid: 'first' })}.${encode(provider.claims('eve'))}.${signature}`,
    'HS256 with the public key as secret': await hs(pem),
    'HS256 with the public key without its last newline': await hs(pem.trim()),
    'HS256 under the name of a symmetric key that the provider lists': await hs('secret'.padEnd(32, '.')),
    'RS384, which is not on the list': await by((await generateKeyPair('RS384')).privateKey, { alg: 'RS384' }),
    'another party’s key under our kid': await by(other.privateKey, {}),
    'an unknown kid': await by(other.privateKey, { kid: 'unknown' }),
    'a key included in the token': await by(other.privateKey, {
      jwk: { kty: 'RSA' },
      jku: 'http://evil.example',
    }),
    'another audience': await provider.token('eve', { aud: 'another' }),
    'no audience': await provider.token('eve', { aud: undefined }),
    'another issuer': await provider.token('eve', { iss: 'https://evil.example' }),
    'the issuer with an extra slash': await provider.token('eve', { iss: `${provider.issuer}/` }),
    'no issuer': await provider.token('eve', { iss: undefined }),
    expired: await provider.token('eve', { exp: now - 61 }),
    'without an end': await provider.token('eve', { exp: undefined }),
    'not yet valid': await provider.token('eve', { nbf: now + 61 }),
    nobody: await provider.token('eve', { sub: undefined }),
    'a subject with a zero byte': await provider.token('eve\0'),
    'a subject without an end': await provider.token('e'.repeat(256)),
    'another payload under the signature': `${head}.${encode(provider.claims('owner'))}.${signature}`,
    'a cut signature': good.slice(0, -4),
    'of the embedded provider': embedded,
    garbage: 'garbage',
    dots: '..',
  }
  for (const [what, token] of Object.entries(forged)) assert.equal(await statusOf(token), '401 unauthenticated', what)
  assert.equal(await statusOf(await by(privateKey, {})), 200, 'the forge itself works')
  assert.equal(await statusOf(await provider.token('eve', { exp: now - 50, nbf: now + 50 })), 200, 'clocks may differ')
})

test('401: a token signed with the key of another kid is refused', async () => {
  await using fresh = await freshApp()
  const { app, own } = fresh
  await own.addKey('b')
  const wrong = await new SignJWT(own.claims('eve'))
    .setProtectedHeader({ alg: 'RS256', kid: 'a' })
    .sign(own.keyOf('b').pair.privateKey)
  assert.equal(await statusOf(wrong, app), '401 unauthenticated')
  assert.equal(await statusOf(await own.token('eve', {}, { kid: 'b' }), app), 200)
})

test('new provider keys work immediately; unknown key IDs cause one request per minute', async () => {
  await using fresh = await freshApp()
  const { app, own } = fresh
  const old = await own.token('ada', { exp: Math.floor(app.now().getTime() / 1_000) + 3_600 })
  assert.equal(await statusOf(old, app), 200)
  own.withdrawKeys()
  await own.addKey('b')
  assert.equal(await statusOf(await own.token('ada'), app), 200, 'the new key')
  assert.equal(own.requestCounts.keys, 2)
  await app.advance(seconds(2))
  assert.equal(await statusOf(old, app), '401 unauthenticated', 'the withdrawn key')

  const madeUp = (nth: number) =>
    new SignJWT(own.claims('eve'))
      .setProtectedHeader({ alg: 'RS256', kid: `made-up-${nth}` })
      .sign(own.keyOf('b').pair.privateKey)
  const storm = await Promise.all(Array.from({ length: 30 }, (_, nth) => madeUp(nth)))
  for (const status of await Promise.all(storm.map((token) => statusOf(token, app))))
    assert.equal(status, '503 identity_provider_unavailable', 'it is unknown whether these keys are new')
  assert.equal(own.requestCounts.keys, 2, 'asked within this minute')
  await app.advance(minutes(1))
  for (const _ of [1, 2])
    for (const status of await Promise.all(storm.map((token) => statusOf(token, app))))
      assert.equal(status, '401 unauthenticated', 'the provider has been asked')
  assert.equal(own.requestCounts.keys, 3)
})

test('503, not 401: a second rotation within a minute, or an unknown key while the provider is down', async () => {
  await using fresh = await freshApp()
  const { app, own } = fresh
  assert.equal(await statusOf(await own.token('ada'), app), 200)
  await own.addKey('b')
  assert.equal(await statusOf(await own.token('ada', {}, { kid: 'b' }), app), 200)
  await own.addKey('c')
  const second = await own.token('ada', {}, { kid: 'c' })
  const answer = await me(second, app)
  assert.deepEqual([answer.status, answer.body.code], [503, 'identity_provider_unavailable'])
  assert.ok(Number(answer.headers['retry-after']) > 1)
  await own.down()
  assert.equal((await me(second, app)).status, 503)
  await own.up()
  await app.advance(minutes(1))
  assert.equal(await statusOf(second, app), 200)
})

test('keys that the provider withdrew stop working within minutes', async () => {
  await using fresh = await freshApp()
  const { app, own } = fresh
  const old = await own.token('ada', { exp: Math.floor(app.now().getTime() / 1_000) + 36_000 })
  assert.equal(await statusOf(old, app), 200)
  own.withdrawKeys()
  await own.addKey('b')
  await app.advance(minutes(10))
  const deadline = performance.now() + patienceMs()
  // The first of these requests triggers a reload of the keys in the background.
  while ((await statusOf(old, app)) === 200) {
    assert.ok(performance.now() < deadline)
    await app.advance(seconds(1))
  }
})

test('503 identity_provider_unavailable with Retry-After for unknown keys while the provider is down; known keys still work', async () => {
  await using fresh = await freshApp()
  const { app, own } = fresh
  const cold = await startApp({ settings: own.settings, beside: app })
  assert.equal(await statusOf(await own.token('ada'), app), 200)
  await own.down()
  assert.equal(await statusOf(await own.token('bob'), app), 200)
  await own.addKey('b')
  const ofNewKey = await own.token('ada')
  for (const each of [app, cold]) {
    for (const _ of [1, 2]) {
      const answer = await me(ofNewKey, each)
      assert.deepEqual([answer.status, answer.body.code], [503, 'identity_provider_unavailable'])
      assert.ok(Number(answer.headers['retry-after']) >= 1)
    }
  }
  assert.equal(await statusOf(await own.token('ada', {}, { kid: 'a' }), app), 200)
  await own.up()
  await app.advance(seconds(5))
  for (const each of [app, cold]) assert.equal(await statusOf(ofNewKey, each), 200)
  await cold[Symbol.asyncDispose]()
})

test('503 and no account: the provider sends an invalid document, another issuer’s document, or keys at an internal address', async () => {
  for (const [status, document] of [
    [500, {}],
    [302, {}],
    [200, { issuer: 'https://evil.example' }],
    [200, { jwks_uri: 'http://169.254.169.254/keys' }],
    [200, { jwks_uri: 'https://127.0.0.1:1/keys' }],
    [200, { jwks_uri: 'file:///etc/passwd' }],
  ] as const) {
    await using fresh = await freshApp()
    Object.assign(fresh.own.behaviour, { status, document })
    assert.equal(await statusOf(await fresh.own.token('ada'), fresh.app), '503 identity_provider_unavailable')
    assert.equal(fresh.own.requestCounts.keys, 0)
  }
})

test('SIGN_UP closed or invite applies to new users and not to existing ones', async () => {
  await using fresh = await freshApp()
  const { app, own } = fresh
  assert.equal(await statusOf(await own.token('ada'), app), 200)
  await using closed = await startApp({ settings: { ...own.settings, SIGN_UP: 'closed' }, beside: app })
  assert.equal(await statusOf(await own.token('bob'), closed), '403 sign_up_closed')
  assert.equal(await statusOf(await own.token('ada'), closed), 200)
  await using invite = await startApp({ settings: { ...own.settings, SIGN_UP: 'invite' }, beside: app })
  assert.equal(await statusOf(await own.token('bob'), invite), '403 invite_required')
  await inviteToSignUp(invite.deps, 'bob@example.com')
  await inviteToSignUp(invite.deps, 'Bob@Example.com')
  assert.equal(await statusOf(await own.token('bob', { email_verified: false }), invite), '403 invite_required')
  assert.equal(await statusOf(await own.token('bob'), invite), 200)
  assert.equal(await statusOf(await own.token('bob2', { email: 'bob@example.com' }), invite), '403 invite_required')
  const rows = await app.db.selectFrom('appUser').select('appUser.subject').execute()
  assert.deepEqual(rows.map(({ subject }) => subject).sort(), ['ada', 'bob'])
})

test('the first account of a reachable installation needs an invitation, whatever SIGN_UP is', async () => {
  await using fresh = await freshApp({ HOST: '0.0.0.0', SIGN_UP: 'open' })
  const { app, own } = fresh
  assert.equal(await statusOf(await own.token('stranger'), app), '403 invite_required')
  assert.equal(await ensureSetupCode(app.deps), null)
  await inviteToSignUp(app.deps, 'ada@example.com')
  const { body } = await me(await own.token('ada'), app)
  assert.equal(body.role, 'superadmin')
  assert.equal((await me(await own.token('stranger'), app)).body.role, 'user')
})

test('an earlier account is linked only if both sides verified the address; its sessions and password are revoked', async () => {
  await using embedded = await startApp()
  const [ada, bob] = [await embedded.as('ada'), await embedded.as('bob')]
  const key = (await ada.post('/v1/api-keys', { name: 'k', scopes: ['profiles:read'] })).body.key
  assert.deepEqual(await markEmailVerified(embedded.deps, 'Ada@example.com'), { kind: 'changed' })
  await using fresh = await freshApp({}, embedded)
  const { app, own } = fresh
  const unproved = await me(await own.token('ada-2', { email: 'ada@example.com', email_verified: false }), app)
  assert.notEqual(unproved.body.uid, ada.uid)
  const linked = await me(await own.token('ada'), app)
  assert.deepEqual([linked.body.uid, linked.body.role, linked.body.email], [ada.uid, 'superadmin', 'ada@example.com'])
  assert.equal((await app.withToken(key).get('/v1/profiles')).status, 200)
  assert.notEqual((await me(await own.token('bob'), app)).body.uid, bob.uid, 'bob never proved his address')

  await embedded.advance(seconds(2))
  assert.equal(await statusOf(ada.token, embedded), '401 unauthenticated')
  const credentials = { email: ada.email, password: ada.password }
  assert.equal((await embedded.anyone.post('/v1/auth/sign-in', credentials)).status, 401)
  assert.equal((await embedded.anyone.post('/v1/auth/token', { refreshToken: ada.refreshToken })).status, 401)
  assert.equal(await statusOf(bob.token, embedded), 200)
})

test('the email address follows the provider; of two users who claim it, the verified one gets it', async () => {
  const emailOf = async (token: string) => {
    const { status, body } = await me(token)
    assert.equal(status, 200)
    return [body.email, body.emailVerified]
  }
  const squatter = (more = {}) => provider.token('squat', { email: 'mia@example.com', email_verified: false, ...more })
  assert.deepEqual(await emailOf(await squatter()), ['mia@example.com', false])
  assert.deepEqual(await emailOf(await provider.token('mia')), ['mia@example.com', true])
  await t.advance(seconds(2))
  assert.deepEqual(await emailOf(await squatter()), [null, false])
  const before = await provider.token('mia')
  await t.advance(seconds(2))
  assert.deepEqual(await emailOf(await provider.token('mia', { email: 'mia.b@example.com' })), [
    'mia.b@example.com',
    true,
  ])
  await t.advance(seconds(2))
  assert.deepEqual(await emailOf(before), ['mia.b@example.com', true], 'an older token reverts nothing')
  assert.deepEqual(await emailOf(await provider.token('noaddress', { email: undefined })), [null, false])
  assert.deepEqual(await emailOf(await provider.token('nonsense', { email: 'no address\0' })), [null, false])
})

test('only auth_time makes a sign-in recent; an older token does not recreate a deleted account', async () => {
  const stale = await provider.token('gone', { auth_time: undefined })
  const answer = await t.withToken(stale).delete('/v1/auth/me')
  assert.deepEqual([answer.status, answer.body.code], [403, 'reauthentication_required'])
  const uid = (await me(stale)).body.uid
  const token = await provider.token('gone')
  assert.equal((await t.withToken(token).delete('/v1/auth/me')).status, 200)
  for (const each of [token, stale]) assert.equal(await statusOf(each), '401 unauthenticated')
  await t.advance(seconds(2))
  const again = await me(await provider.token('gone'))
  assert.equal(again.status, 200)
  assert.notEqual(again.body.uid, uid)
})

test('404: the embedded provider’s routes do not exist with an external provider', async () => {
  for (const path of ['sign-up', 'sign-in', 'token', 'sign-out', 'session', 'session/refresh'])
    assert.equal((await t.anyone.post(`/v1/auth/${path}`, {})).status, 404, path)
  assert.equal((await t.anyone.get('/.well-known/jwks.json')).status, 404)
})

test('401: a provider token of another kind, for another party, or from the future is rejected', async () => {
  const now = Math.floor(t.now().getTime() / 1_000)
  const { audience } = { audience: (await provider.claims('ada')).aud as string }
  const tries: Record<string, readonly [object, object?]> = {
    'a logout token': [{ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }, { typ: 'logout+jwt' }],
    'a logout token without its kind': [{ events: {} }],
    'another kind': [{}, { typ: 'secevent+jwt' }],
    'another party': [{ aud: ['other', audience], azp: 'other' }],
    'a sign-in ahead': [{ auth_time: now + 11 * 86_400 }],
    'a sign-in in milliseconds': [{ auth_time: now * 1_000 }],
    'an issue ahead': [{ iat: now + 61 }],
  }
  for (const [what, [claims, header]] of Object.entries(tries))
    assert.equal(await statusOf(await provider.token('ada', claims, header)), '401 unauthenticated', what)
  for (const [claims, header] of [
    [{ aud: [audience, 'other'], azp: audience }, {}],
    [{ auth_time: now + 59, iat: now + 59 }, { typ: 'at+jwt' }],
    [{}, { typ: 'JWT' }],
  ] as const)
    assert.equal(await statusOf(await provider.token('ada', claims, header)), 200)
})
