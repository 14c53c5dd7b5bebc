import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hours } from './core/kit/clock.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from './index.ts'

/** Runs a sandbox, stops it and starts it again, as each restart of the service does. */
async function twoRuns(options: SandboxOptions, first: (before: Sandbox) => Promise<void>): Promise<Sandbox> {
  await using before = await createSandbox(options)
  await first(before)
  await before.close()
  return await createSandbox(options)
}

async function call(to: Sandbox, path: string, { token = '', json, form }: TokenRequest = {}): Promise<Reply> {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
  if (json) headers['content-type'] = 'application/json'
  const body = json ? JSON.stringify(json) : form && new URLSearchParams(form)
  const method = path.includes('verify_credentials') || path.includes('getSession') ? 'GET' : 'POST'
  const answer = await fetch(`${to.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

interface TokenRequest {
  readonly token?: string
  readonly json?: object
  readonly form?: Readonly<Record<string, string>>
}

/** The body is typed like the result of JSON.parse, so that tests may read any field. */
type Reply = { readonly status: number; readonly body: ReturnType<typeof JSON.parse> }

const bluesky = '/bluesky/xrpc/com.atproto.server'
const refresh = (to: Sandbox, token: string) => call(to, `${bluesky}.refreshSession`, { token })
const signIn = async (to: Sandbox, name: string) => {
  const json = { identifier: `${name}.sandbox`, password: 'sand-boxx-pass-word' }
  return (await call(to, `${bluesky}.createSession`, { json })).body
}
const successorIn = ({ body }: Reply): string =>
  JSON.parse(Buffer.from(body.refreshJwt.split('.')[1], 'base64url').toString()).jti

test('bluesky: tokens from an earlier run are valid after a restart, even for an account that has not been created yet', async () => {
  const kept = new Map<string, { did: string; accessJwt: string; refreshJwt: string }>()
  await using after = await twoRuns({}, async (before) => {
    for (const name of ['alice', 'user-17']) kept.set(name, await signIn(before, name))
  })
  for (const [name, { did, accessJwt, refreshJwt }] of kept) {
    const who = await call(after, `${bluesky}.getSession`, { token: accessJwt })
    assert.deepEqual([who.status, who.body.did, who.body.handle], [200, did, `${name}.sandbox`])
    const renewed = await refresh(after, refreshJwt)
    assert.deepEqual([renewed.status, renewed.body.did], [200, did])
    assert.equal((await refresh(after, renewed.body.refreshJwt)).status, 200)
  }
})

test('bluesky: a refresh token from an earlier run opens one session, by the usual rules', async () => {
  let kept = ''
  await using after = await twoRuns({}, async (before) => {
    kept = (await signIn(before, 'alice')).refreshJwt
  })
  const first = await refresh(after, kept)
  assert.equal(successorIn(await refresh(after, kept)), successorIn(first))
  after.clock.advance(hours(2) + 1)
  const { status, body } = await refresh(after, kept)
  assert.deepEqual([status, body], [400, { error: 'ExpiredToken', message: 'Token has been revoked' }])
  assert.equal((await refresh(after, first.body.refreshJwt)).status, 200)
})

test('bluesky: a session ended after a restart stays ended, and another seed accepts no token', async () => {
  const kept: string[] = []
  await using after = await twoRuns({}, async (before) => {
    for (const name of ['alice', 'alice', 'bob']) kept.push((await signIn(before, name)).refreshJwt)
  })
  const [ended = '', ofRevoked = '', ofBob = ''] = kept
  const errorOf = async (token: string) => (await refresh(after, token)).body.error
  assert.equal((await call(after, `${bluesky}.deleteSession`, { token: ended })).status, 200)
  assert.equal(await errorOf(ended), 'ExpiredToken')
  const act = { network: 'bluesky', account: 'alice', act: 'revoke_app_password' }
  assert.equal((await call(after, '/control/act', { json: act })).status, 200)
  assert.equal(await errorOf(ofRevoked), 'ExpiredToken')
  await using other = await createSandbox({ seed: 'another' })
  assert.equal((await refresh(other, ofBob)).body.error, 'InvalidToken')
  assert.equal(await errorOf(ofBob), undefined)
})

test('bluesky: a session opened after a restart never takes over an earlier session of another account', async () => {
  let ofAlice = { refreshJwt: '', did: '' }
  await using after = await twoRuns({}, async (before) => {
    ofAlice = await signIn(before, 'alice')
  })
  await signIn(after, 'bob')
  assert.equal((await refresh(after, ofAlice.refreshJwt)).body.did, ofAlice.did)
})

const redirectUri = 'https://app.example/back'

async function register(on: Sandbox, more: Readonly<Record<string, string>> = {}) {
  const form = { client_name: 'Posthorn', redirect_uris: redirectUri, scopes: 'read write', ...more }
  const { body } = await call(on, '/mastodon/api/v1/apps', { form })
  return { client_id: String(body.client_id), client_secret: String(body.client_secret) }
}

interface Client {
  readonly client_id: string
  readonly client_secret: string
}

async function codeFor(on: Sandbox, app: Client, login: string) {
  const request = { response_type: 'code', client_id: app.client_id, redirect_uri: redirectUri, scope: 'read' }
  const query = new URLSearchParams({ ...request, login, approve: '1' })
  const { headers } = await fetch(`${on.url}/mastodon/oauth/authorize?${query}`, { redirect: 'manual' })
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
}

async function tokenFor(on: Sandbox, app: Client, code: string) {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...app }
  return await call(on, '/mastodon/oauth/token', { form })
}

const connect = async (on: Sandbox, app: Client, login: string) =>
  String((await tokenFor(on, app, await codeFor(on, app, login))).body.access_token)

const whoHas = async (on: Sandbox, token: string) => {
  const { status, body } = await call(on, '/mastodon/api/v1/accounts/verify_credentials', { token })
  return status === 200 ? body.username : body.error
}

test('mastodon: apps and their tokens are valid after a restart, with the granted scopes', async () => {
  let app = { client_id: '', client_secret: '' }
  let token = ''
  await using after = await twoRuns({}, async (before) => {
    app = await register(before)
    token = await connect(before, app, 'alice')
  })
  const ofBob = await connect(after, app, 'bob')
  assert.deepEqual([await whoHas(after, token), await whoHas(after, ofBob)], ['alice', 'bob'])
  const post = await call(after, '/mastodon/api/v1/statuses', { token, form: { status: 'no' } })
  assert.deepEqual([post.status, post.body.error], [403, 'This action is outside the authorized scopes'])
  assert.equal((await call(after, '/mastodon/oauth/revoke', { form: { ...app, token } })).status, 200)
  assert.equal(await whoHas(after, token), 'The access token was revoked')
})

test('mastodon: a reset, unlike a restart, discards apps and their tokens', async () => {
  await using on = await createSandbox()
  const app = await register(on)
  const token = await connect(on, app, 'alice')
  assert.equal((await call(on, '/control/reset', { json: {} })).status, 200)
  assert.equal(await whoHas(on, token), 'The access token is invalid')
  assert.equal((await tokenFor(on, app, 'any')).body.error, 'invalid_client')
})

test('mastodon: a code from an earlier run never yields another person’s token', async () => {
  let app = { client_id: '', client_secret: '' }
  let ofAlice = ''
  await using after = await twoRuns({}, async (before) => {
    app = await register(before)
    ofAlice = await codeFor(before, app, 'alice')
  })
  await codeFor(after, app, 'bob')
  assert.equal((await tokenFor(after, app, ofAlice)).body.error, 'invalid_grant')
})

test('mastodon: a changed value, a value signed for another purpose, or one from another seed is not accepted as a token', async () => {
  await using on = await createSandbox()
  await using other = await createSandbox({ seed: 'another' })
  const app = await register(on)
  const token = await connect(on, app, 'alice')
  const [body = '', signature = ''] = token.split('.')
  const changed = Buffer.from(Buffer.from(body, 'base64url').toString().replace('alice', 'bobby')).toString('base64url')
  const poser = await register(on, { client_name: 'alice', website: 'https://app.example/read' })
  for (const bad of [`${changed}.${signature}`, body, poser.client_id])
    assert.equal(await whoHas(on, bad), 'The access token is invalid')
  assert.equal(await whoHas(other, token), 'The access token is invalid')
  assert.equal(await whoHas(on, token), 'alice')
})

const ofApp = { client_id: 'sandbox-app', client_secret: 'sandbox-app-secret' }

/** Returns a long-lived token of the person, who authorizes the app to post. */
async function letIn(to: Sandbox, login: string): Promise<string> {
  const get = async (path: string, query: Readonly<Record<string, string>>) =>
    await fetch(`${to.url}/facebook${path}?${new URLSearchParams(query)}`, { redirect: 'manual' })
  const request = { client_id: ofApp.client_id, redirect_uri: redirectUri, login, approve: '1' }
  const scope = 'pages_show_list,pages_manage_posts,pages_read_engagement'
  const back = (await get('/dialog/oauth', { ...request, scope, scopes: scope, pages: `${login}-bakery` })).headers
  const code = new URL(back.get('location') ?? '').searchParams.get('code') ?? ''
  const tokenBy = async (query: Readonly<Record<string, string>>) =>
    JSON.parse(await (await get('/oauth/access_token', { ...ofApp, ...query })).text()).access_token
  const short = await tokenBy({ code, redirect_uri: redirectUri })
  return await tokenBy({ grant_type: 'fb_exchange_token', fb_exchange_token: short })
}

const pagesOf = async (on: Sandbox, token: string): Promise<Reply['body']> =>
  JSON.parse(await (await fetch(`${on.url}/facebook/me/accounts?access_token=${token}`)).text())

const postOn = async (on: Sandbox, { id, access_token }: { id: string; access_token: string }, message: string) =>
  (await call(on, `/facebook/${id}/feed`, { token: access_token, form: { message } })).body.error?.error_subcode ?? 200

test('facebook: people, pages and consents are valid after a restart, and tokens revoked after it stay revoked', async () => {
  let page = { id: '', access_token: '' }
  let token = ''
  await using after = await twoRuns({}, async (before) => {
    token = await letIn(before, 'alice')
    page = (await pagesOf(before, token)).data[0]
  })
  assert.equal(await postOn(after, page, 'after'), 200)
  const { data } = await pagesOf(after, token)
  assert.deepEqual([data.length, data[0].id, data[0].access_token], [1, page.id, page.access_token])
  const act = { network: 'facebook', account: 'alice', act: 'change_password' }
  assert.equal((await call(after, '/control/act', { json: act })).status, 200)
  assert.equal(await postOn(after, page, 'no'), 460)
  const [again] = (await pagesOf(after, await letIn(after, 'alice'))).data
  assert.equal(await postOn(after, again, 'again'), 200)
  assert.equal(await postOn(after, page, 'no'), 460)
})

test('facebook: after a reset and with another seed, no token is valid', async () => {
  let page = { id: '', access_token: '' }
  await using after = await twoRuns({}, async (before) => {
    page = (await pagesOf(before, await letIn(before, 'bob'))).data[0]
  })
  await using other = await createSandbox({ seed: 'another' })
  const whoIn = async (on: Sandbox) =>
    (await call(on, `/facebook/${page.id}/feed`, { token: page.access_token, form: { message: 'x' } })).body
  assert.equal((await whoIn(other)).error.code, 190)
  assert.equal((await call(after, '/control/reset', { json: {} })).status, 200)
  assert.equal((await whoIn(after)).error.code, 190)
})
