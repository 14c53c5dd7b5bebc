import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { startMastodon } from './kit.ts'

type Server = Awaited<ReturnType<typeof startMastodon>>

const redirectUri = 'https://app.example/back'
const scopes = 'read:accounts read:statuses write:statuses write:media'

async function register(on: Server, more: Readonly<Record<string, string>> = {}) {
  const form = { client_name: 'Posthorn', redirect_uris: redirectUri, scopes, ...more }
  const { status, body } = await on.call('POST', '/api/v1/apps', { form })
  assert.equal(status, 200, JSON.stringify(body))
  return { client_id: String(body.client_id), client_secret: String(body.client_secret) }
}

async function approve(on: Server, clientId: string, more: Readonly<Record<string, string>> = {}) {
  const request = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: scopes, state: 's&1' }
  const query = new URLSearchParams({ ...request, login: 'alice', approve: '1', ...more })
  const { status, headers, body } = await on.call('GET', `/oauth/authorize?${query}`)
  const location = headers.get('location')
  return { status, body, back: location === null ? null : new URL(location).searchParams }
}

test('an app registers, a person authorizes it, and its token allows only the granted scopes', async () => {
  await using on = await startMastodon()
  const app = await register(on)
  const verifier = 'a-verifier-that-is-long-enough-for-the-purpose-0123'
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const { back } = await approve(on, app.client_id, { ...pkce, scope: 'read:accounts write:statuses' })
  assert.equal(back?.get('state'), 's&1')
  const grant = { grant_type: 'authorization_code', code: back?.get('code') ?? '', redirect_uri: redirectUri, ...app }

  const unproven = await on.call('POST', '/oauth/token', { form: grant })
  assert.deepEqual([unproven.status, unproven.body.error], [400, 'invalid_grant'])
  const { status, body } = await on.call('POST', '/oauth/token', { form: { ...grant, code_verifier: verifier } })
  assert.deepEqual([status, body.token_type, body.scope], [200, 'Bearer', 'read:accounts write:statuses'])
  assert.equal('expires_in' in body || 'refresh_token' in body, false)
  const token = body.access_token
  const again = await on.call('POST', '/oauth/token', { form: { ...grant, code_verifier: verifier } })
  assert.equal(again.body.error, 'invalid_grant')

  const me = await on.call('GET', '/api/v1/accounts/verify_credentials', { token })
  assert.equal(me.body.username, 'alice')
  const posted = await on.call('POST', '/api/v1/statuses', { token, form: { status: 'by a program' } })
  assert.equal(posted.body.application.name, 'Posthorn')
  const upload = await on.call('POST', '/api/v2/media', { token, upload: new FormData() })
  assert.deepEqual([upload.status, upload.body.error], [403, 'This action is outside the authorized scopes'])

  const other = await register(on)
  const foreign = await on.call('POST', '/oauth/revoke', { form: { ...other, token } })
  assert.deepEqual([foreign.status, foreign.body.error], [403, 'unauthorized_client'])
  assert.equal((await on.call('POST', '/oauth/revoke', { form: { ...app, token } })).status, 200)
  const after = await on.call('GET', '/api/v1/accounts/verify_credentials', { token })
  assert.deepEqual([after.status, after.body.error], [401, 'The access token was revoked'])
})

test('the page has a button for each person, which redirects back with a code', async () => {
  await using on = await startMastodon()
  const app = await register(on, { client_name: '<i>Posthorn</i>' })
  const { status, body } = await approve(on, app.client_id, { login: '', approve: '' })
  assert.equal(status, 200)
  for (const name of ['Alice', 'Bob', 'Carla']) assert.match(body, new RegExp(`Authorize as ${name}`))
  assert.ok(!body.includes('<i>'))
  const form = Object.fromEntries(
    [...body.split('<form')[2].matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  )
  const pressed = await on.call('POST', '/oauth/authorize', { form })
  const back = new URL(pressed.headers.get('location') ?? '').searchParams
  assert.equal(back.get('state'), 's&1')
  const grant = { grant_type: 'authorization_code', code: back.get('code') ?? '', redirect_uri: redirectUri, ...app }
  const { access_token: token } = (await on.call('POST', '/oauth/token', { form: grant })).body
  assert.equal((await on.call('GET', '/api/v1/accounts/verify_credentials', { token })).body.username, 'bob')
})

// mastodon.md, 2 Auth.
test('authorize sends errors to a registered callback, and never to an unregistered one', async () => {
  await using on = await startMastodon()
  const { client_id: id } = await register(on)
  assert.equal((await approve(on, id, { approve: '0' })).back?.get('error'), 'access_denied')
  assert.equal((await approve(on, id, { scope: 'write' })).back?.get('error'), 'invalid_scope')
  assert.equal((await approve(on, id, { response_type: 'token' })).back?.get('error'), 'unsupported_response_type')
  const elsewhere = await approve(on, id, { redirect_uri: 'https://evil.example/' })
  assert.deepEqual([elsewhere.status, elsewhere.back], [400, null])
  const unknown = await approve(on, 'unknown')
  assert.deepEqual([unknown.status, unknown.back], [401, null])
})

test('the token endpoint rejects requests with OAuth errors', async () => {
  await using on = await startMastodon()
  const app = await register(on)
  const code = (await approve(on, app.client_id)).back?.get('code') ?? ''
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...app }
  const ask = async (more: Readonly<Record<string, string>>) => {
    const { status, body } = await on.call('POST', '/oauth/token', { form: { ...grant, ...more } })
    return [status, body.error]
  }
  assert.deepEqual(await ask({ grant_type: 'password' }), [400, 'unsupported_grant_type'])
  assert.deepEqual(await ask({ client_secret: 'wrong' }), [401, 'invalid_client'])
  assert.deepEqual(await ask({ client_id: 'vacuumed' }), [401, 'invalid_client'])
  assert.deepEqual(await ask({ redirect_uri: 'https://app.example/other' }), [400, 'invalid_grant'])
  assert.deepEqual(await ask(await register(on)), [400, 'invalid_grant'])
  assert.deepEqual(await ask({ grant_type: 'client_credentials', scope: 'push' }), [400, 'invalid_scope'])
  on.later(600_000)
  assert.deepEqual(await ask({}), [400, 'invalid_grant'])
})

test('apps are rejected without an absolute URL or with unknown scopes, and `profile` before 4.3', async () => {
  await using on = await startMastodon()
  const ask = async (more: Readonly<Record<string, string>>) => {
    const form = { client_name: 'Posthorn', redirect_uris: redirectUri, scopes, ...more }
    const { status, body } = await on.call('POST', '/api/v1/apps', { form })
    return `${status} ${body.error ?? body.redirect_uri}`
  }
  assert.equal(await ask({ redirect_uris: '/back' }), '422 Validation failed: Redirect URI must be an absolute URI.')
  const unknown = "422 Validation failed: Scopes doesn't match configured on the server."
  assert.equal(await ask({ scopes: 'everything' }), unknown)
  assert.equal(await ask({ scopes: 'profile' }), `200 ${redirectUri}`)
  await on.settings({ version: '4.2.9' })
  assert.equal(await ask({ scopes: 'profile' }), unknown)
  assert.equal((await on.call('GET', '/.well-known/oauth-authorization-server')).status, 404)
})

test('422: an app-only token belongs to no person', async () => {
  await using on = await startMastodon()
  const app = await register(on)
  const form = { grant_type: 'client_credentials', scope: 'read:accounts write:statuses', ...app }
  const { access_token: token } = (await on.call('POST', '/oauth/token', { form })).body
  assert.equal((await on.call('GET', '/api/v1/apps/verify_credentials', { token })).body.name, 'Posthorn')
  for (const [method, path] of [
    ['GET', '/api/v1/accounts/verify_credentials'],
    ['POST', '/api/v1/statuses'],
  ] as const) {
    const { status, body } = await on.call(method, path, { token })
    assert.deepEqual([status, body.error], [422, 'This method requires an authenticated user'])
  }
})

test('the URL for manually entered codes shows the code', async () => {
  await using on = await startMastodon()
  const urn = 'urn:ietf:wg:oauth:2.0:oob'
  const app = await register(on, { redirect_uris: urn })
  const { back } = await approve(on, app.client_id, { redirect_uri: urn })
  const code = back?.get('code') ?? ''
  const page = await on.call('GET', `/oauth/authorize/native?code=${code}`)
  assert.match(page.body, new RegExp(`<pre>${code}</pre>`))
  const form = { grant_type: 'authorization_code', code, redirect_uri: urn, ...app }
  assert.equal((await on.call('POST', '/oauth/token', { form })).status, 200)
})

test('the same app gets the same token for a person again, and a deleted app gets none', async () => {
  await using on = await startMastodon()
  const app = await register(on)
  const ask = async () => {
    const { back } = await approve(on, app.client_id)
    const form = { ...app, grant_type: 'authorization_code', code: back?.get('code') ?? '', redirect_uri: redirectUri }
    return on.call('POST', '/oauth/token', { form })
  }
  const [first, second] = [await ask(), await ask()]
  assert.deepEqual([first.status, second.body.access_token], [200, first.body.access_token])
  await on.act('alice', 'forget_apps')
  const form = { ...app, grant_type: 'client_credentials', scope: scopes }
  const { status, body } = await on.call('POST', '/oauth/token', { form })
  assert.deepEqual([status, body.error], [401, 'invalid_client'])
  assert.equal((await approve(on, app.client_id)).status, 401)
})
