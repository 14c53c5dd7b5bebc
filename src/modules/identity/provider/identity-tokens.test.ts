import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { createKeyRing } from './key-ring.ts'

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)

/**
 * Returns the service's own signing key, opened with its SECRET_KEY. A token signed with it can only be rejected for
 * its content.
 */
async function ownKey(t: TestApp) {
  const row = await t.db.selectFrom('signingKey').selectAll().executeTakeFirstOrThrow()
  const jwk = JSON.parse(t.deps.seal.open(row.sealedPrivateJwk, `signing_key:${row.kid}`).toString('utf8'))
  return { kid: row.kid, key: await importJWK(jwk, 'EdDSA'), publicJwk: row.publicJwk }
}

/** Most tests share one application; each creates separate users. */
let t: TestApp
let people = 0
const someone = (): Promise<Person> => t.as(`person${++people}`)
before(async () => {
  t = await startApp()
  await t.as('owner')
})
after(() => t[Symbol.asyncDispose]())

test('an identity token names subject, issuer, audience, issue time and expiry', async () => {
  const ada = await someone()
  const { jti, sid, ...claims } = decodeJwt(ada.token)
  assert.match(String(sid), /^[0-9a-f-]{36}$/)
  const now = seconds(t.now())
  assert.deepEqual(claims, {
    iss: 'http://posthorn.test',
    aud: 'posthorn',
    sub: ada.uid,
    iat: now,
    exp: now + 900,
    auth_time: now,
  })
  assert.equal(decodeProtectedHeader(ada.token).alg, 'EdDSA')
})

test('the published keys verify the tokens and contain no private part', async () => {
  const ada = await someone()
  const { status, body } = await t.anyone.get('/.well-known/jwks.json')
  assert.equal(status, 200)
  assert.deepEqual(
    body.keys.map((key: object) => Object.keys(key).sort()),
    [['alg', 'crv', 'kid', 'kty', 'use', 'x']],
  )
  const { payload } = await jwtVerify(ada.token, createLocalJWKSet(body), { currentDate: t.now() })
  assert.equal(payload.sub, ada.uid)
  const stored = JSON.stringify(await t.db.selectFrom('signingKey').selectAll().execute())
  assert.ok(!stored.includes('"d"'))
})

test('401: a token is rejected unless it is complete, issued by us for this installation, current and from an active session', async () => {
  const ada = await someone()
  const { kid, key, publicJwk } = await ownKey(t)
  const claims = decodeJwt(ada.token)
  const sign = (over: object, header: object = {}, withKey: Parameters<SignJWT['sign']>[0] = key) =>
    new SignJWT({ ...claims, ...over }).setProtectedHeader({ alg: 'EdDSA', kid, ...header }).sign(withKey)
  const status = async (token: string) => {
    const answer = await t.withToken(token).get('/v1/auth/me')
    if (answer.status === 401) {
      assert.equal(answer.body.code, 'unauthenticated')
      assert.match(answer.headers['www-authenticate']!, /^Bearer/)
    }
    return answer.status
  }
  assert.equal(await status(await sign({})), 200, 'the forge itself works')

  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const [head, payload, signature] = ada.token.split('.') as [string, string, string]
  const others = await generateKeyPair('EdDSA')
  const es256 = await generateKeyPair('ES256')
  const publicKey = await importJWK({ ...publicJwk } as never, 'EdDSA')
  const now = seconds(t.now())
  const forged: Record<string, string> = {
    'alg none': `${encode({ alg: 'none', kid })}.${payload}.`,
    'alg None': `${encode({ alg: 'None', kid })}.${payload}.${signature}`,
    'HS256 with the public key as secret': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(new TextEncoder().encode(await exportSPKI(publicKey as never).catch(() => JSON.stringify(publicJwk)))),
    'another key under our kid': await sign({}, {}, others.privateKey),
    'another algorithm': await sign({}, { alg: 'ES256' }, es256.privateKey),
    'an unknown kid': await sign({}, { kid: 'unknown' }),
    'no kid': await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(key),
    'another issuer': await sign({ iss: 'https://evil.example' }),
    'another audience': await sign({ aud: 'another' }),
    'no audience': await sign({ aud: undefined }),
    expired: await sign({ exp: now }),
    'without an end': await sign({ exp: undefined }),
    'not yet': await sign({ nbf: now + 60 }),
    nobody: await sign({ sub: undefined }),
    'a subject that is not an ID': await sign({ sub: "usr_'; drop table app_user" }),
    'another user in this session': await sign({ sub: (await someone()).uid }),
    'no session': await sign({ sid: undefined }),
    'an unknown session': await sign({ sid: '019aa5b2-7c00-7000-8000-000000000001' }),
    'a session that is not an ID': await sign({ sid: 'x' }),
    'another payload under the signature': `${head}.${encode({ ...claims, auth_time: 0 })}.${signature}`,
    'a cut signature': `${head}.${payload}.${signature.slice(0, -4)}`,
    'no signature': `${head}.${payload}.`,
    'critical header': await sign({}, { crit: ['x'], x: 1 }).catch(
      () => `${encode({ alg: 'EdDSA', kid, crit: ['x'], x: 1 })}.${payload}.${signature}`,
    ),
    garbage: 'garbage',
    dots: '..',
    'not JSON': 'YQ.YQ.YQ',
    'an API key that is cut off': 'ph_123',
  }
  for (const [what, token] of Object.entries(forged)) assert.equal(await status(token), 401, what)
  assert.equal(await status(ada.token), 200)
})

test('401: an invalid credential is also rejected on a public endpoint', async () => {
  for (const token of ['garbage', 'ph_123']) {
    const answer = await t.withToken(token).post('/v1/auth/sign-in', { email: 'a@example.com', password: 'x' })
    assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'])
    assert.equal((await t.withToken(token).get('/.well-known/jwks.json')).status, 401)
  }
})

test('an invalid token before the first sign-in does not affect later tokens', async () => {
  await using t = await startApp()
  const forged = await new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid: 'x' })
    .sign((await generateKeyPair('EdDSA')).privateKey)
  assert.equal((await t.withToken(forged).get('/v1/auth/me')).status, 401)
  assert.equal((await (await t.as('ada')).get('/v1/auth/me')).status, 200)
})

test("two processes that start at the same time create one signing key and accept each other's tokens", async () => {
  await using t = await startApp()
  await using beside = await startApp({ beside: t })
  const [ada, bob] = await Promise.all([t.as('ada'), beside.as('bob')])
  await Promise.all([t.anyone.get('/.well-known/jwks.json'), beside.anyone.get('/.well-known/jwks.json')])
  assert.equal((await t.db.selectFrom('signingKey').select('kid').execute()).length, 1)
  assert.equal((await beside.withToken(ada.token).get('/v1/auth/me')).status, 200)
  assert.equal((await t.withToken(bob.token).get('/v1/auth/me')).status, 200)
})

test('concurrent requests for the first signing key get the same key', async () => {
  await using t = await startApp()
  const rings = Array.from({ length: 12 }, () => createKeyRing(t.deps))
  const keys = await Promise.all(rings.map((ring) => ring.signingKey()))
  assert.equal(new Set(keys.map((key) => key.kid)).size, 1)
  assert.equal((await t.db.selectFrom('signingKey').select('kid').execute()).length, 1)
})

test('a different SECRET_KEY adds a signing key, and tokens of both keys are accepted', async () => {
  await using t = await startApp()
  const ada = await t.as('ada')
  await using beside = await startApp({ beside: t, settings: { SECRET_KEY: '22'.repeat(32) } })
  const bob = await beside.as('bob')
  assert.equal((await beside.anyone.get('/.well-known/jwks.json')).body.keys.length, 2)
  assert.equal((await beside.withToken(ada.token).get('/v1/auth/me')).status, 200)
  assert.equal((await t.withToken(bob.token).get('/v1/auth/me')).status, 200)
})
