import assert from 'node:assert/strict'
import { after as afterAll, before as beforeAll, test } from 'node:test'
import { after, days, hours, minutes, seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer } from '#test/harness/client.ts'
import { oauthApp } from '#test/world/apps.ts'
import { setRole } from '../index.ts'

let t: TestApp
/** Another node of the same installation. */
let beside: TestApp
let app: ReturnType<typeof oauthApp>
let people = 0
const someone = (): Promise<Person> => t.as(`person${++people}`)
beforeAll(async () => {
  t = await startApp()
  await t.as('owner')
  beside = await startApp({ beside: t })
  app = oauthApp(t)
})
afterAll(async () => {
  await beside[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

const reads = (token: string, on = t) => on.withToken(token).get('/v1/profiles')
const faultOf = ({ status, body }: Answer) => [status, body?.error]
const appsOf = async (person: Person) => (await person.get('/v1/auth/me/apps')).body.apps

test('200: an authorized app acts for its user within its scopes, like an API key, and is listed', async () => {
  const ada = await someone()
  const { body: profile } = await ada.post('/v1/profiles', { name: 'Harbour' })
  const { tokens, back } = await app.signIn(ada)
  assert.equal(back.origin + back.pathname, app.callback.replace(/\?.*/, ''))
  assert.deepEqual([back.searchParams.get('state'), back.searchParams.get('iss')], ['opaque', 'http://posthorn.test'])
  assert.match(tokens.access_token, /^pha_/)
  assert.equal(tokens.scope, 'profiles:read posts:read')
  const seen = await reads(tokens.access_token)
  assert.deepEqual([seen.status, seen.body[0].id], [200, profile.id])
  const refused = await t.withToken(tokens.access_token).post('/v1/profiles', { name: 'x' })
  assert.deepEqual([refused.status, refused.body.code], [403, 'scope_required'])
  assert.match(refused.headers['www-authenticate'] ?? '', /error="insufficient_scope", scope="profiles:write"/)
  const made = await t.withToken(tokens.access_token).post('/v1/api-keys', { name: 'x', scopes: ['admin:write'] })
  assert.equal(made.body.code, 'identity_token_required', 'an app makes no keys')
  const [one] = await appsOf(ada)
  assert.deepEqual(
    [one.name, one.resource, one.scopes, one.profileIds],
    ['Agent', 'http://posthorn.test', ['profiles:read', 'posts:read'], null],
  )
  const { entries } = (await ada.get('/v1/auth/me/audit-log')).body
  assert.deepEqual([entries[0].action, entries[0].subject], ['app.allowed', one.id])
})

test('the audit log names the app that acted, and its user', async () => {
  const ada = await someone()
  const { tokens } = await app.signIn(ada, { request: { scope: 'profiles:write' } })
  assert.equal((await t.withToken(tokens.access_token).post('/v1/profiles', { name: 'x' })).status, 200)
  const { actor } = (await ada.get('/v1/auth/me/audit-log')).body.entries[0]
  assert.deepEqual(actor, { kind: 'app', uid: ada.uid, keyId: null, appId: (await appsOf(ada))[0].id })
})

test('an app authorized for one profile cannot access others', async () => {
  const [ada, bob] = [await someone(), await someone()]
  const [one] = [await ada.post('/v1/profiles', { name: 'one' }), await ada.post('/v1/profiles', { name: 'two' })]
  const { tokens } = await app.signIn(ada, { answer: { profileIds: [one.body.id] } })
  assert.deepEqual(
    (await reads(tokens.access_token)).body.map(({ id }: { id: string }) => id),
    [one.body.id],
  )
  const foreign = (await bob.post('/v1/profiles', { name: 'of bob' })).body.id
  const request = app.requestOf(await app.open(await app.register(), 'v'))
  const refused = await ada.post('/v1/auth/authorization', { request, decision: 'allow', profileIds: [foreign] })
  assert.equal(refused.body.code, 'profile_forbidden')
})

test('a scope that the user lacks is not offered, and cannot be granted', async () => {
  const [ada, staff] = [await someone(), await someone()]
  const request = app.requestOf(await app.open(await app.register(), 'v', { scope: 'posts:read admin:read' }))
  const offered = await ada.post('/v1/auth/authorization/check', { request })
  assert.deepEqual(offered.body.scopes, ['posts:read'])
  assert.deepEqual(offered.body.app, { name: 'Agent', homeUrl: null, namedBy: 'itself', documentUrl: null })
  const answer = (person: Person, scopes?: string[]) =>
    person.post('/v1/auth/authorization', { request, decision: 'allow', ...(scopes ? { scopes } : {}) })
  assert.equal((await answer(ada, ['admin:read'])).body.code, 'role_required')
  assert.equal((await answer(ada, ['posts:write'])).body.errors[0].code, 'not_requested')
  assert.equal((await answer(ada, [])).status, 400)
  await setRole(t.deps, staff.email, 'support')
  assert.equal((await answer(staff, ['admin:read'])).status, 200)
  const unknown = await app.open(await app.register(), 'v', { scope: 'everything' })
  assert.deepEqual([unknown.status, unknown.headers.location], [400, undefined])
})

test('denying a request sends the app only an error', async () => {
  const ada = await someone()
  const { back } = await app.consent(ada, { answer: { decision: 'refuse' } })
  assert.deepEqual(
    [back.searchParams.get('error'), back.searchParams.get('code'), back.searchParams.get('state')],
    ['access_denied', null, 'opaque'],
  )
  assert.deepEqual(await appsOf(ada), [])
})

test('open redirect: an invalid request never redirects, whatever URL it names', async () => {
  const clientId = await app.register({ redirect_uris: ['https://agent.example.com/back'] })
  const faulty = [
    { redirect_uri: 'https://evil.example.com/' },
    { redirect_uri: 'https://agent.example.com/back/more' },
    { redirect_uri: 'https://agent.example.com.evil.example.com/back' },
    { redirect_uri: null },
    { client_id: 'client_01kajv4z00e008000000000001' },
    { redirect_uri: 'https://agent.example.com/back', scope: 'everything' },
  ]
  for (const over of faulty) {
    const answer = await app.open(clientId, 'v', over)
    assert.deepEqual([answer.status, answer.headers.location], [400, undefined], JSON.stringify(over))
    assert.match(answer.headers['content-security-policy'] ?? '', /frame-ancestors 'none'/)
    assert.ok(!answer.text.includes('href="https://evil'))
  }
})

test('downgrade: a request without PKCE, or with the plain method, receives no code', async () => {
  const clientId = await app.register()
  for (const over of [
    { code_challenge: null },
    { code_challenge_method: 'plain' },
    { code_challenge_method: null },
    { response_type: 'token' },
  ]) {
    assert.equal((await app.open(clientId, 'v', over)).status, 400, JSON.stringify(over))
  }
  const consented = await app.consent(await someone())
  for (const code_verifier of [null, 'x'.repeat(43), `${consented.verifier}x`])
    assert.ok([400].includes((await app.redeem(consented, { code_verifier })).status), String(code_verifier))
  assert.equal((await app.redeem(consented)).status, 200, 'a wrong proof does not use the code up')
})

test('invalid_grant: a code is rejected from another app, with another redirect URI, or after it expires', async () => {
  const ada = await someone()
  const consented = await app.consent(ada)
  const foreign = await app.redeem({ ...consented, clientId: await app.register() })
  assert.deepEqual(faultOf(foreign), [400, 'invalid_grant'])
  assert.match(foreign.headers['content-type'] ?? '', /^application\/json/)
  assert.deepEqual(faultOf(await app.redeem(consented, { redirect_uri: 'http://127.0.0.1:1/callback' })), [
    400,
    'invalid_grant',
  ])
  await t.advance(minutes(1))
  assert.deepEqual(faultOf(await app.redeem(consented)), [400, 'invalid_grant'])
  assert.deepEqual(faultOf(await app.redeem(consented, { grant_type: 'password' })), [400, 'unsupported_grant_type'])
  assert.deepEqual(faultOf(await app.redeem(consented, { grant_type: null })), [400, 'invalid_request'])
})

test('replay: using a code twice revokes its tokens, including on other nodes', async () => {
  const ada = await someone()
  const { tokens, ...consented } = await app.signIn(ada)
  assert.equal((await reads(tokens.access_token, beside)).status, 200)
  assert.deepEqual(faultOf(await app.redeem(consented, {}, beside)), [400, 'invalid_grant'])
  assert.equal((await reads(tokens.access_token, beside)).status, 401)
  await t.advance(seconds(1))
  assert.equal((await reads(tokens.access_token)).status, 401)
  assert.deepEqual(faultOf(await app.refresh(consented.clientId, tokens.refresh_token)), [400, 'invalid_grant'])
  assert.deepEqual(await appsOf(ada), [])
  const raced = await app.consent(ada)
  const answers = await Promise.all([app.redeem(raced), app.redeem(raced, {}, beside), app.redeem(raced)])
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  await t.advance(seconds(1))
  const won = answers.find(({ status }) => status === 200)!
  assert.equal((await reads(won.body.access_token)).status, 401, 'no one keeps tokens of a code with competing uses')
})

test('refresh tokens rotate; using one twice revokes the app, and a third party cannot use them', async () => {
  const ada = await someone()
  const { tokens, clientId } = await app.signIn(ada)
  const other = await app.register()
  assert.deepEqual(faultOf(await app.refresh(other, tokens.refresh_token)), [400, 'invalid_grant'])
  assert.deepEqual(faultOf(await app.refresh(clientId, tokens.refresh_token, { scope: 'posts:write' })), [
    400,
    'invalid_scope',
  ])
  const next = await app.refresh(clientId, tokens.refresh_token, { scope: 'posts:read' })
  assert.deepEqual([next.status, next.body.scope], [200, 'posts:read'])
  assert.equal((await reads(next.body.access_token)).status, 403, 'the narrower token lacks profiles:read')
  assert.deepEqual(faultOf(await app.refresh(clientId, tokens.refresh_token)), [400, 'invalid_grant'])
  assert.equal((await reads(next.body.access_token)).status, 401)
  assert.deepEqual(faultOf(await app.refresh(clientId, next.body.refresh_token)), [400, 'invalid_grant'])
  const { entries } = (await ada.get('/v1/auth/me/audit-log')).body
  assert.deepEqual(entries[0].changes.reason, { from: null, to: 'refresh_token_reused' })
})

test('an access token works for an hour; an app that is not used for 30 days must be authorized again', async () => {
  const ada = await someone()
  const { tokens, clientId } = await app.signIn(ada)
  await t.advance(hours(1) - 1)
  assert.equal((await reads(tokens.access_token)).status, 200)
  await t.advance(1)
  assert.equal((await reads(tokens.access_token)).status, 401)
  const next = await app.refresh(clientId, tokens.refresh_token)
  assert.equal(next.status, 200)
  const again = await t.anyone.post('/v1/auth/sign-in', { email: ada.email, password: ada.password })
  const later = t.withToken(again.body.token)
  assert.equal((await later.get('/v1/auth/me/apps')).body.apps[0].expiresAt, after(t.now(), days(30)).toISOString())
  await t.advance(days(30))
  assert.deepEqual(faultOf(await app.refresh(clientId, next.body.refresh_token)), [400, 'invalid_grant'])
  await t.advance(days(2))
  const left = await t.db.selectFrom('connectedApp').selectAll().where('clientId', '=', clientId).execute()
  assert.deepEqual(left, [], 'an expired app is deleted with its tokens')
})

test('audience: a token for /mcp is refused under /v1, and none is issued for another service', async () => {
  const ada = await someone()
  const { tokens, clientId } = await app.signIn(ada, { request: { resource: app.mcp } })
  const elsewhere = await reads(tokens.access_token)
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [401, 'unauthenticated'])
  assert.match(elsewhere.body.detail, /only valid for \/mcp/)
  assert.notEqual((await t.withToken(tokens.access_token).post('/mcp', {})).status, 401)
  for (const resource of ['http://posthorn.test', 'https://other.example.com/mcp'])
    assert.deepEqual(faultOf(await app.refresh(clientId, tokens.refresh_token, { resource })), [400, 'invalid_target'])
  assert.equal((await app.refresh(clientId, tokens.refresh_token, { resource: app.mcp })).status, 200)
  const foreign = await app.open(clientId, 'v', { resource: 'https://other.example.com/mcp' })
  assert.deepEqual([foreign.status, foreign.headers.location], [400, undefined])
})

test('a user revokes an app immediately here and within a second on other nodes; no one else can', async () => {
  const [ada, bob] = [await someone(), await someone()]
  const { tokens, clientId } = await app.signIn(ada)
  const [{ id }] = await appsOf(ada)
  for (const on of [t, beside]) assert.equal((await reads(tokens.access_token, on)).status, 200)
  assert.equal((await bob.delete(`/v1/auth/me/apps/${id}`)).body.code, 'app_forbidden')
  assert.deepEqual((await ada.delete(`/v1/auth/me/apps/${id}`)).body, { ok: true })
  assert.equal((await reads(tokens.access_token)).status, 401)
  await t.advance(seconds(1))
  assert.equal((await reads(tokens.access_token, beside)).status, 401)
  assert.deepEqual(faultOf(await app.refresh(clientId, tokens.refresh_token)), [400, 'invalid_grant'])
  assert.equal((await ada.delete(`/v1/auth/me/apps/${id}`)).body.code, 'app_not_found')
})

test('200: an app can revoke its own access with either token; an unknown token gets the same response', async () => {
  const ada = await someone()
  const { tokens, clientId } = await app.signIn(ada)
  const revoke = (token: string, client_id: string | null) => app.post('/oauth/revoke', { token, client_id })
  assert.equal((await revoke('phr_unknown', clientId)).status, 200)
  assert.equal((await revoke(tokens.access_token, await app.register())).status, 200)
  assert.equal((await reads(tokens.access_token)).status, 200, 'an app ends only itself')
  assert.equal((await revoke(tokens.refresh_token, clientId)).status, 200)
  assert.equal((await reads(tokens.access_token)).status, 401)
})

test('a disabled user’s apps are rejected immediately and get no tokens; they work again when the user is enabled', async () => {
  const [root, bob] = [await t.as('owner'), await someone()]
  const { tokens, clientId } = await app.signIn(bob)
  const pending = await app.consent(bob)
  const again = await t.anyone.post('/v1/auth/sign-in', { email: root.email, password: root.password })
  const admin = t.withToken(again.body.token)
  assert.equal((await admin.post(`/v1/admin/users/${bob.uid}/disable`, { reason: 'spam' })).status, 200)
  assert.equal((await reads(tokens.access_token)).status, 401)
  assert.deepEqual(faultOf(await app.refresh(clientId, tokens.refresh_token)), [400, 'invalid_grant'])
  assert.deepEqual(faultOf(await app.redeem(pending)), [400, 'invalid_grant'])
  assert.equal((await admin.post(`/v1/admin/users/${bob.uid}/enable`, {})).status, 200)
  assert.equal((await reads(tokens.access_token)).status, 200)
})

test('CSRF: a cookie cannot approve an app’s request; only the page’s identity token can', async () => {
  const ada = await someone()
  const session = await t.anyone.post('/v1/auth/session', { email: ada.email, password: ada.password })
  const cookie = session.headers['set-cookie']?.split(';')[0] ?? ''
  const request = app.requestOf(await app.open(await app.register(), 'v'))
  const forged = await t.anyone.post('/v1/auth/authorization', { request, decision: 'allow' }, { headers: { cookie } })
  assert.equal(forged.status, 401)
  const { tokens } = await app.signIn(ada)
  const byApp = await t.withToken(tokens.access_token).post('/v1/auth/authorization', { request, decision: 'allow' })
  assert.equal(byApp.body.code, 'identity_token_required', 'an app lets no other app in')
})

test('tokens, codes and devices are never stored in plain text, and deleting a user deletes them', async () => {
  const ada = await someone()
  const { tokens, code } = await app.signIn(ada)
  const appIds = async () =>
    (await t.db.selectFrom('connectedApp').select('connectedApp.id').execute()).map(({ id }) => id)
  const rows = await Promise.all([
    t.db.selectFrom('appToken').selectAll().execute(),
    t.db.selectFrom('appCode').selectAll().execute(),
    t.db.selectFrom('connectedApp').selectAll().execute(),
  ])
  const stored = JSON.stringify(rows)
  for (const secret of [code, tokens.access_token, tokens.refresh_token])
    assert.ok(!stored.includes(secret) && !stored.includes(Buffer.from(secret).toString('hex')))
  const id = fromWire('app', (await appsOf(ada))[0].id)!
  assert.ok((await appIds()).includes(id))
  const again = await t.anyone.post('/v1/auth/sign-in', { email: ada.email, password: ada.password })
  assert.equal((await t.withToken(again.body.token).delete('/v1/auth/me')).status, 200)
  assert.equal((await reads(tokens.access_token)).status, 401)
  assert.ok(!(await appIds()).includes(id))
})
