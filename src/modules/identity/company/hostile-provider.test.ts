import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { epoch } from '#test/harness/clock.ts'
import { type Issuer, openIssuer } from '#test/servers/issuer.ts'
import { companyBrowser } from '#test/world/company-browser.ts'
import { secretOf } from '#test/world/second-factor.ts'
import { markEmailVerified } from '../index.ts'
import { codeAt, stepAt } from '../second-factor/totp.ts'

/** A provider that answers anything: wrong tokens, faults and other addresses. */
let t: TestApp
let provider: Issuer
const settings = () => ({
  ...provider.settings,
  OIDC_SIGN_IN: 'alongside',
  OIDC_CLIENT_SECRET: 'a+client secret'.replace(' ', '/'),
})
before(async () => {
  provider = await openIssuer(() => t?.now() ?? epoch)
  await provider.addKey('first')
  t = await startApp({ settings: settings() })
  await t.as('owner')
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

async function start(app = t) {
  const browser = companyBrowser(app)
  const { body } = await browser.call('POST', '/v1/auth/company/start', {})
  const url = new URL(body.url)
  return { browser, url, state: url.searchParams.get('state') ?? '', nonce: url.searchParams.get('nonce') ?? '' }
}

/** Signs in with a token of these claims, and returns the outcome. */
async function outcome(claims: object, more: { iss?: string; header?: object } = {}): Promise<string> {
  const { browser, state, nonce } = await start()
  provider.behaviour.tokens = { id_token: await provider.token('ann', { nonce, ...claims }, more.header) }
  const returned = { state, code: 'a-code', ...(more.iss === undefined ? {} : { iss: more.iss }) }
  const { status, body } = await browser.finish(returned)
  return status === 200 ? '200' : `${status} ${body.code}`
}

test('the request at the provider has PKCE with S256, a nonce, and our own redirect URI whatever the Host header says', async () => {
  const { browser, url, state } = await start()
  const query = Object.fromEntries(url.searchParams)
  assert.deepEqual(
    [query.response_type, query.client_id, query.redirect_uri, query.scope, query.code_challenge_method],
    ['code', 'posthorn-web', 'http://posthorn.test/auth/company', 'openid email profile', 'S256'],
  )
  await browser.finish({ state, code: 'a-code' })
  const form = provider.codes.at(-1) ?? {}
  assert.equal(
    createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url'),
    query.code_challenge,
  )
  assert.deepEqual(
    [form.grant_type, form.code, form.redirect_uri],
    ['authorization_code', 'a-code', 'http://posthorn.test/auth/company'],
  )
})

test('400: a token with another nonce, audience, issuer or time, or with another signature, signs no one in', async () => {
  const now = Math.floor(t.now().getTime() / 1_000)
  assert.equal(await outcome({}), '200')
  const wrong: Record<string, object> = {
    'another nonce': { nonce: 'another' },
    'no nonce': { nonce: undefined },
    'another audience': { aud: 'another-client' },
    'another party of several': { aud: ['posthorn-web', 'other'], azp: 'other' },
    'another issuer': { iss: 'https://evil.example' },
    expired: { exp: now - 61 },
    'from the future': { iat: now + 3_600 },
    'without a subject': { sub: undefined },
    'a subject with a line break': { sub: 'a\nb' },
  }
  for (const [name, claims] of Object.entries(wrong))
    assert.equal(await outcome(claims), '400 company_sign_in_failed', name)
  const { browser, state, nonce } = await start()
  const [head, , signature] = (await provider.token('ann', { nonce })).split('.')
  const body = Buffer.from(JSON.stringify(provider.claims('eve', { nonce }))).toString('base64url')
  provider.behaviour.tokens = { id_token: `${head}.${body}.${signature}` }
  assert.equal((await browser.finish({ state, code: 'a' })).body.code, 'company_sign_in_failed')
})

test('400: a response that names another provider is refused, also if the name is missing', async () => {
  assert.equal(await outcome({}, { iss: 'https://evil.example' }), '400 company_sign_in_failed')
  assert.equal(await outcome({}, { iss: provider.issuer }), '200')
  provider.behaviour.document = { authorization_response_iss_parameter_supported: true }
  await t.turnClock(minutes(11))
  assert.equal(await outcome({}), '400 company_sign_in_failed')
  assert.equal(await outcome({}, { iss: provider.issuer }), '200')
  provider.behaviour.document = {}
  await t.turnClock(minutes(11))
})

test('400 and 503: refused codes, unreadable answers and faults of the provider', async () => {
  const answer = async (status: number, tokens: object) => {
    const { browser, state } = await start()
    Object.assign(provider.behaviour, { tokenStatus: status, tokens })
    const { body } = await browser.finish({ state, code: 'a' })
    provider.behaviour.tokenStatus = 200
    return body
  }
  const refused = await answer(400, { error: 'invalid_grant', error_description: '<script>' })
  assert.equal(refused.code, 'company_sign_in_failed')
  assert.match(refused.detail, /invalid_grant/)
  assert.doesNotMatch(refused.detail, /script/)
  assert.equal((await answer(200, {})).code, 'company_sign_in_failed')
  assert.equal((await answer(200, { id_token: 'not a token' })).code, 'company_sign_in_failed')
  assert.equal((await answer(500, {})).code, 'identity_provider_unavailable')
  assert.equal((await answer(200, { id_token: 'x'.repeat(300_000) })).code, 'identity_provider_unavailable')
})

test('Microsoft’s mark of a verified address counts like `email_verified`, but does not override it', async () => {
  const ann = await t.as('xavier')
  await markEmailVerified(t.deps, ann.email)
  const claims = { sub: 'xavier', email: ann.email, email_verified: undefined }
  assert.equal(await outcome(claims), '403 company_address_unverified')
  assert.equal(await outcome({ ...claims, email_verified: false, xms_edov: true }), '403 company_address_unverified')
  assert.equal(await outcome({ ...claims, xms_edov: true }), '200')
})

test('a second factor is required in addition, and its code finishes the same sign-in once', async () => {
  const owner = await t.as('owner')
  await markEmailVerified(t.deps, owner.email)
  const again = await t.anyone.post('/v1/auth/sign-in', { email: owner.email, password: owner.password })
  const fresh = t.withToken(again.body.token)
  const secret = secretOf(await fresh.post('/v1/admin/mfa/enroll/start'))
  const code = () => codeAt(secret, stepAt(t.now()))
  assert.equal((await fresh.post('/v1/admin/mfa/enroll/verify', { code: code() })).status, 200)
  const { browser, state, nonce } = await start()
  provider.behaviour.tokens = { id_token: await provider.token('owner', { nonce, sub: 'owner', email: owner.email }) }
  const returned = { state, code: 'a' }
  assert.equal((await browser.finish(returned)).body.code, 'mfa_required')
  assert.equal((await browser.finish(returned, { totp: '000000' })).body.code, 'mfa_code_invalid')
  assert.equal((await companyBrowser(t).finish(returned, { totp: '000000' })).body.code, 'oauth_state_invalid')
  await t.turnClock(minutes(1))
  const calls = provider.codes.length
  assert.equal((await browser.finish(returned, { totp: code() })).status, 200)
  assert.equal(provider.codes.length, calls, 'the provider’s code is not used twice')
  await t.turnClock(minutes(1))
  assert.equal((await browser.finish(returned, { totp: code() })).body.code, 'oauth_state_invalid')
})

test('503: an endpoint over http elsewhere is never called', async () => {
  provider.behaviour.document = { token_endpoint: 'http://169.254.169.254/token' }
  await t.turnClock(minutes(11))
  assert.equal(await outcome({}), '503 identity_provider_unavailable')
  provider.behaviour.document = {}
  await t.turnClock(minutes(11))
})
