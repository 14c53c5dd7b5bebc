import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { after, before, test } from 'node:test'
import { minutes } from '../../../core/kit/clock.ts'
import { openBluesky, type Reply } from './kit.ts'

/** Rejections of the authorization server, each under the section of the network's description that requires it. */
let t: Awaited<ReturnType<typeof openBluesky>>
before(async () => {
  t = await openBluesky()
})
after(() => t.sandbox.close())

const redirectUri = 'http://127.0.0.1:4000/back'
const clientId = `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope: 'atproto transition:generic' })}`
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const own = keyPair()
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Over {
  readonly key?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  readonly claims?: Readonly<Record<string, unknown>>
  readonly proof?: string | null
}

let nonce = ''
function proofFor(method: string, path: string, { key = own, claims = {} }: Over = {}): string {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicKey.export({ format: 'jwk' }) }
  const iat = Math.floor(t.sandbox.clock.ms() / 1_000)
  const body = { jti: randomUUID(), htm: method, htu: `${t.pds}${path}`, iat, nonce, ...claims }
  const text = `${encoded(header)}.${encoded(body)}`
  const signature = sign('sha256', Buffer.from(text), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

async function ask(path: string, fields: Readonly<Record<string, string>>, over: Over = {}): Promise<Reply> {
  const proof = over.proof === undefined ? proofFor('POST', path, over) : over.proof
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(proof === null ? {} : { dpop: proof }),
  }
  const body = new URLSearchParams({ client_id: clientId, ...fields }).toString()
  const reply = await t.call(path, { method: 'POST', headers, body })
  nonce = reply.headers.get('dpop-nonce') ?? nonce
  return reply
}

const request = {
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: 'atproto transition:generic',
  state: 'a state',
  code_challenge: challenge,
  code_challenge_method: 'S256',
}
const push = (fields: object = {}, over: Over = {}) => ask('/oauth/par', { ...request, ...fields }, over)

async function codeOf(login = 'alice'): Promise<string> {
  const { body } = await push()
  const page = new URLSearchParams({ client_id: clientId, request_uri: body.request_uri, login, approve: '1' })
  const { headers } = await t.call(`/oauth/authorize?${page}`)
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
}
const redeem = (code: string, fields: object = {}, over: Over = {}) =>
  ask(
    '/oauth/token',
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, ...fields },
    over,
  )
const renew = (token: string, over: Over = {}) =>
  ask('/oauth/token', { grant_type: 'refresh_token', refresh_token: token }, over)

function refuses(what: string, call: () => Promise<Reply>, error: string, message = /\S/): void {
  test(`2b OAuth: ${what} is refused`, async () => {
    // The first request gets the nonce.
    if (nonce === '') await push()
    const { status, body } = await call()
    assert.deepEqual([status, body.error], [400, error], body.error_description)
    assert.match(body.error_description, message)
  })
}

test('2b OAuth: the first response contains the nonce, and the second request is accepted', async () => {
  const first = await push({}, { claims: { nonce: undefined } })
  assert.deepEqual([first.status, first.body.error], [400, 'use_dpop_nonce'])
  assert.deepEqual((await push()).status, 201)
})

refuses('a request without a proof', () => push({}, { proof: null }), 'invalid_dpop_proof', /required/)
refuses(
  'a proof for another URL',
  () => push({}, { claims: { htu: 'https://a.example/oauth/par' } }),
  'invalid_dpop_proof',
  /htu/,
)
refuses('a proof for another method', () => push({}, { claims: { htm: 'GET' } }), 'invalid_dpop_proof', /htm/)
refuses('an expired proof', () => push({}, { claims: { iat: 1 } }), 'invalid_dpop_proof', /iat/)
refuses(
  'a proof signed with another key',
  () => push({}, { key: { publicKey: own.publicKey, privateKey: keyPair().privateKey } }),
  'invalid_dpop_proof',
  /signature/,
)
refuses(
  'a proof that was used before',
  async () => {
    const proof = proofFor('POST', '/oauth/par')
    assert.equal((await push({}, { proof })).status, 201)
    return await push({}, { proof })
  },
  'invalid_dpop_proof',
  /replayed/,
)
refuses('a request without PKCE', () => push({ code_challenge: '' }), 'invalid_request', /S256/)
refuses('a callback that is not the client’s', () => push({ redirect_uri: 'http://127.0.0.1:5/x' }), 'invalid_request')
refuses('a request without atproto', () => push({ scope: 'transition:generic' }), 'invalid_scope')
refuses('a scope that the client does not declare', () => push({ scope: 'atproto transition:email' }), 'invalid_scope')
refuses(
  'a client whose document is on another machine',
  () => push({ client_id: 'https://a.example/client.json' }),
  'invalid_client_metadata',
)
refuses(
  'a local client with a callback on another machine',
  () => push({ client_id: 'http://localhost?redirect_uri=https%3A%2F%2Fa.example%2Fback' }),
  'invalid_client_metadata',
)
refuses(
  'a code with another key',
  async () => redeem(await codeOf(), {}, { key: keyPair() }),
  'invalid_grant',
  /key does not match/,
)
refuses(
  'a code with another verifier',
  async () => redeem(await codeOf(), { code_verifier: 'w'.repeat(43) }),
  'invalid_grant',
)
refuses(
  'a code that was used before',
  async () => {
    const code = await codeOf()
    assert.equal((await redeem(code)).status, 200)
    return await redeem(code)
  },
  'invalid_grant',
)
refuses(
  'a refresh token with another key',
  async () => renew((await redeem(await codeOf())).body.refresh_token, { key: keyPair() }),
  'invalid_grant',
)

const me = (token: string, over: Over = {}) => {
  const path = '/xrpc/com.atproto.server.getSession'
  const ath = createHash('sha256').update(token).digest('base64url')
  const dpop = proofFor('GET', path, { ...over, claims: { ath, ...over.claims } })
  return t.call(path, { headers: { authorization: `DPoP ${token}`, dpop } })
}

test('2b OAuth: reusing a refresh token ends the whole session', async () => {
  const { body } = await redeem(await codeOf('bob'))
  const next = await renew(body.refresh_token)
  assert.equal((await me(next.body.access_token)).body.handle, 'bob.sandbox')
  assert.equal((await renew(body.refresh_token)).body.error, 'invalid_grant')
  const ended = await me(next.body.access_token)
  assert.deepEqual([ended.status, ended.body.error], [401, 'invalid_token'])
  assert.equal((await renew(next.body.refresh_token)).body.error, 'invalid_grant')
})

test('2b OAuth: a token works only with a proof that is signed with its key, for this token, and with a recent nonce', async () => {
  const { body } = await redeem(await codeOf('carla'))
  const token = body.access_token
  assert.equal((await me(token)).status, 200)
  for (const [over, error] of [
    [{ key: keyPair() }, 'invalid_token'],
    [{ claims: { ath: 'x' } }, 'invalid_dpop_proof'],
    [{ claims: { nonce: 'x' } }, 'use_dpop_nonce'],
  ] as const) {
    const refused = await me(token, over)
    assert.deepEqual([refused.status, refused.body.error], [401, error])
    assert.match(refused.headers.get('www-authenticate') ?? '', new RegExp(`error="${error}"`))
  }
  const asBearer = await t.get('com.atproto.server.getSession', {}, token)
  assert.equal(asBearer.body.error, 'InvalidToken')
  t.advance(minutes(3))
  assert.equal((await me(token)).body.error, 'use_dpop_nonce')
})

test('2b OAuth: a request that is not opened within five minutes is shown as expired', async () => {
  const { body } = await push()
  t.advance(minutes(6))
  const page = new URLSearchParams({ client_id: clientId, request_uri: body.request_uri ?? '', login: 'alice' })
  assert.equal((await t.call(`/oauth/authorize?${page}`)).status, 400)
})
