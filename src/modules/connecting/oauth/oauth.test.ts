import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { setPlan } from '#modules/identity/index.ts'
import type { Network } from '#rules/network-names.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { browser, callbackUrlOf, connectHeadless, consent, createOauthUrl, signInByBrowser } from '#test/world/oauth.ts'
import { grant, makeProfile, refused } from '#test/world/people.ts'

const publicUrl = 'https://posthorn.test'
const elsewhere = 'https://app.example.com/done?tab=1'
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: publicUrl, ALLOWED_REDIRECTS: elsewhere } })
})
after(() => t[Symbol.asyncDispose]())

let people = 0
/** Creates a user with a profile, and picks a network login that no other user has connected. */
async function somebody(): Promise<{ person: Person; profileId: string; login: string }> {
  people += 1
  const person = await t.as(`o-${people}`)
  return { person, profileId: await makeProfile(person), login: `user-${people}` }
}

const accounts = async (person: Person, profileId: string) =>
  (await person.get(`/v1/platforms/accounts?profileId=${profileId}`)).body
const nowhere = `https://posthorn.test/connected?error=oauth_state_invalid`
const flows = async () => (await t.db.selectFrom('oauthFlow').selectAll().execute()).length

test('a browser signs in to the network and returns with an account', async () => {
  const { person, profileId, login } = await somebody()
  const { authUrl, state, expiresAt } = await createOauthUrl(t, person, 'x', profileId)
  assert.match(authUrl, /^https:\/\/posthorn\.test\/v1\/oauth\/start\/[\w-]{43}$/)
  assert.equal(new Date(expiresAt).getTime(), t.now().getTime() + minutes(10))
  const via = browser(t)
  const started = await via.open(authUrl)
  assert.match(started.headers['set-cookie'] ?? '', /; Max-Age=600; Path=\/v1; HttpOnly; Secure; SameSite=Lax$/)
  const query = new URL(started.location ?? '').searchParams
  assert.equal(query.get('state'), state)
  assert.equal(query.get('redirect_uri'), callbackUrlOf(t, 'x'))
  assert.match(query.get('code_challenge') ?? '', /^[\w-]{43}$/)
  const ended = await via.open(await consent(started.location ?? '', { login }))
  const [account] = await accounts(person, profileId)
  assert.equal(ended.location, `https://posthorn.test/connected?connected=net-d&accountId=${account.id}`)
  assert.deepEqual([account.network, account.status, account.isDefault], ['x', 'active', true])
  assert.equal(via.cookies.size, 0)
  const page = await via.open(ended.location ?? '')
  assert.match(page.text, /X is connected/)
  assert.match(page.headers['content-security-policy'] ?? '', /^default-src 'none'; style-src 'sha256-/)
})

test('a headless sign-in starts at the network’s URL and ends with JSON', async () => {
  const { person, profileId, login } = await somebody()
  const done = await connectHeadless(t, person, 'x', profileId, { login })
  assert.equal(done.status, 200, done.text)
  const [account] = await accounts(person, profileId)
  const { ok, network, accountId, choose } = done.body
  assert.deepEqual([ok, network, accountId, choose], [true, 'x', account.id, null])
  assert.equal((await person.get(`/v1/platforms/accounts/${account.id}/health`)).body.checks.at(-1).ok, true)
})

test('signing in to an account again returns the same account, and the platform may be given by name', async () => {
  const { person, profileId, login } = await somebody()
  const first = await connectHeadless(t, person, 'x', profileId, { login })
  const { authUrl } = (
    await person.post('/v1/connections/oauth-url', {
      platform: 'twitter',
      profileId,
      redirectUrl: callbackUrlOf(t, 'x'),
      headless: true,
    })
  ).body
  const back = new URL(await consent(authUrl, { login }))
  const again = await t.anyone.get(`/v1/oauth/callback/x${back.search}`)
  assert.equal(again.body.accountId, first.body.accountId)
  assert.equal((await accounts(person, profileId)).length, 1)
})

test('auth-url starts the same flow, and the older callback route finishes it', async () => {
  const { person, profileId, login } = await somebody()
  const { body } = await person.get(`/v1/platforms/x/auth-url?profileId=${profileId}`)
  const via = browser(t)
  const started = await via.open(body.authUrl)
  const back = await consent(started.location ?? '', { login })
  const ended = await via.open(back.replace('/v1/oauth/callback/x', '/v1/platforms/x/callback'))
  assert.match(ended.location ?? '', /\/connected\?connected=net-d&accountId=acc_/)
})

test('a forged, missing, used or foreign state leads to our own page, or to a JSON response with 400', async () => {
  const { person, profileId, login } = await somebody()
  const { authUrl, state } = await createOauthUrl(t, person, 'x', profileId, {
    headless: true,
    finalRedirectUrl: elsewhere,
  })
  const back = new URL(await consent(authUrl, { login }))
  const path = '/v1/oauth/callback/x'
  const changed = `${state.slice(0, -2)}AA`
  const bad = [
    path,
    `${path}?code=1`,
    `${path}?code=1&state=`,
    `${path}?code=1&state=${changed}`,
    `${path}?code=1&state=${state}&state=${state}`,
    `${path}?code=1&state=${'x'.repeat(5_000)}`,
    `${path}?error=access_denied&state=nobody&finalRedirectUrl=https://evil.example`,
    `/v1/oauth/callback/facebook${back.search}`,
    `/v1/platforms/facebook/callback${back.search}`,
  ]
  for (const address of bad) {
    const answer = await t.anyone.get(address)
    assert.deepEqual([answer.status, answer.headers.location], [302, nowhere], address)
    const json = await t.anyone.get(address, { headers: { accept: 'application/json' } })
    refused(json, 400, 'oauth_state_invalid')
  }
  // None of these attempts has used up the flow.
  assert.equal((await t.anyone.get(path + back.search)).status, 200)
  const replayed = await t.anyone.get(path + back.search)
  assert.deepEqual([replayed.status, replayed.headers.location], [302, nowhere])
  assert.equal((await accounts(person, profileId)).length, 1)
})

test('a state works for ten minutes, and expired flows are deleted', async () => {
  const { person, profileId, login } = await somebody()
  const { authUrl } = await createOauthUrl(t, person, 'x', profileId, { headless: true })
  const via = await createOauthUrl(t, person, 'x', profileId)
  const back = new URL(await consent(authUrl, { login }))
  await t.advance(minutes(10))
  const late = await t.anyone.get(back.pathname + back.search)
  assert.deepEqual([late.status, late.headers.location], [302, nowhere])
  assert.equal((await browser(t).open(via.authUrl)).location, nowhere)
  await t.advance(minutes(60))
  assert.equal(await flows(), 0)
})

test('only the browser that started a flow can finish it, and another browser does not break it', async () => {
  const { person, profileId, login } = await somebody()
  const { authUrl } = await createOauthUrl(t, person, 'x', profileId)
  const mine = browser(t)
  const started = await mine.open(authUrl)
  const back = await consent(started.location ?? '', { login })
  const foreign = browser(t)
  assert.equal((await foreign.open(back)).location, nowhere)
  for (const [name] of mine.cookies) foreign.cookies.set(name, 'A'.repeat(43))
  assert.equal((await foreign.open(back)).location, nowhere)
  // Another browser that opens our URL a second time also gets nothing.
  assert.equal((await foreign.open(authUrl)).location, nowhere)
  assert.deepEqual(await accounts(person, profileId), [])
  assert.match((await mine.open(back)).location ?? '', /connected=net-d/)
})

test('a browser that never opened our start URL cannot finish a flow, even with its state', async () => {
  const { person, profileId, login } = await somebody()
  const seen = await createOauthUrl(t, person, 'x', profileId)
  const own = await createOauthUrl(t, person, 'x', profileId, { headless: true })
  const back = new URL(await consent(own.authUrl, { login }))
  back.searchParams.set('state', seen.state)
  assert.equal((await browser(t).open(back.href)).location, nowhere)
})

test('another user’s token cannot finish a flow', async () => {
  const { person, profileId, login } = await somebody()
  const { authUrl } = await createOauthUrl(t, person, 'x', profileId, { headless: true })
  const back = new URL(await consent(authUrl, { login }))
  const other = await t.as('mallory')
  const answer = await other.get(back.pathname + back.search, { headers: { accept: 'application/json' } })
  refused(answer, 400, 'oauth_state_invalid')
})

test('of fifty callbacks with one state, sent to two processes, exactly one succeeds', async () => {
  const { person, profileId, login } = await somebody()
  await using beside = await startApp({ beside: t, settings: { PUBLIC_URL: publicUrl, ALLOWED_REDIRECTS: elsewhere } })
  const { authUrl } = await createOauthUrl(t, person, 'x', profileId, { headless: true })
  const back = new URL(await consent(authUrl, { login }))
  const askers = Array.from({ length: 50 }, (_, nth) => (nth % 2 === 0 ? t : beside).anyone)
  const answers = await Promise.all(askers.map((one) => one.get(back.pathname + back.search)))
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 302)])
  assert.equal((await accounts(person, profileId)).length, 1)
})

test('a flow that starts in one process can finish in another', async () => {
  const { person, profileId, login } = await somebody()
  await using beside = await startApp({ beside: t, settings: { PUBLIC_URL: publicUrl } })
  const { authUrl } = await createOauthUrl(t, person, 'x', profileId)
  const via = browser(beside)
  assert.match((await signInByBrowser(beside, authUrl, { login }, via)).href, /connected=net-d/)
  assert.equal((await accounts(person, profileId)).length, 1)
})

test('declined consents and consents without a required scope are explained', async () => {
  const { person, profileId, login } = await somebody()
  const { authUrl } = await createOauthUrl(t, person, 'x', profileId, { finalRedirectUrl: elsewhere })
  const cancelled = await signInByBrowser(t, authUrl, { login, approve: false })
  assert.equal(cancelled.href, 'https://app.example.com/done?tab=1&error=access_denied')
  const no = await connectHeadless(t, person, 'x', profileId, { login, approve: false })
  refused(no, 400, 'access_denied')
  const less = await connectHeadless(t, person, 'x', profileId, { login, scopes: ['tweet.read', 'users.read'] })
  refused(less, 400, 'scopes_missing')
  assert.match(less.body.detail, /tweet\.write, media\.write, offline\.access/)
  assert.deepEqual(await accounts(person, profileId), [])
})

test('after a consent with fewer scopes, the previous grant stays in use', async () => {
  const { person, profileId, login } = await somebody()
  const { body } = await connectHeadless(t, person, 'x', profileId, { login })
  const before = await grants()
  refused(
    await connectHeadless(t, person, 'x', profileId, { login, scopes: ['tweet.read', 'users.read'] }),
    400,
    'scopes_missing',
  )
  assert.deepEqual(await grants(), before)
  assert.equal((await person.get(`/v1/platforms/accounts/${body.accountId}/health`)).body.status, 'active')
})

const grants = () =>
  t.db.selectFrom('networkGrant').select(['id', 'version', 'scopes', 'status']).orderBy('id').execute()

test('a code is useless without its PKCE verifier', async () => {
  const { person, profileId, login } = await somebody()
  const [mine, other] = [
    await createOauthUrl(t, person, 'x', profileId, { headless: true }),
    await createOauthUrl(t, person, 'x', profileId, { headless: true }),
  ]
  const stolen = new URL(await consent(mine.authUrl, { login })).searchParams.get('code') ?? ''
  // The thief has a separate flow, with another verifier.
  const answer = await t.anyone.get(`/v1/oauth/callback/x?code=${stolen}&state=${other.state}`)
  assert.equal(answer.status, 400, answer.text)
  assert.match(answer.body.code, /^network_refused/)
  assert.ok(!answer.text.includes(stolen))
  assert.deepEqual(await accounts(person, profileId), [])
})

test('the database contains none of the state, the start token and the verifier', async () => {
  const { person, profileId } = await somebody()
  const { authUrl, state } = await createOauthUrl(t, person, 'x', profileId)
  const nonce = authUrl.split('/').at(-1) ?? ''
  const rows = JSON.stringify(await t.db.selectFrom('oauthFlow').selectAll().execute())
  for (const secret of [state, nonce]) {
    assert.ok(!rows.includes(secret))
    assert.ok(!rows.includes(JSON.stringify([...Buffer.from(secret)]).slice(1, 60)))
  }
})

test('a callback or final URL that is not allowed starts no flow', async () => {
  const { person, profileId } = await somebody()
  const connectRequest = { platform: 'x', profileId, redirectUrl: callbackUrlOf(t, 'x') }
  const before = await flows()
  const answer = await person.post('/v1/connections/oauth-url', {
    ...connectRequest,
    redirectUrl: 'https://evil.example/v1/oauth/callback/x',
    finalRedirectUrl: '//evil.example',
  })
  refused(answer, 400, 'validation_failed')
  const faults = answer.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])
  assert.deepEqual(faults, [
    ['/redirectUrl', 'redirect_not_allowed'],
    ['/finalRedirectUrl', 'redirect_not_allowed'],
  ])
  assert.equal(await flows(), before)
})

test('a crafted link to our page can select only one of our own messages', async () => {
  const via = browser(t)
  for (const [query, title] of [
    ['connected=net-d', 'X is connected'],
    ['choose=facebook', 'Choose a Facebook page'],
    ['error=access_denied', 'No account connected'],
    ['error=%3Cscript%3E', 'Something went wrong'],
    ['error=constructor', 'Something went wrong'],
    ['connected=%3Cscript%3Ealert(1)%3C/script%3E', 'Posthorn'],
    ['connected=__proto__', 'Posthorn'],
    ['', 'Posthorn'],
  ] as const) {
    const { status, text } = await via.open(`https://posthorn.test/connected?${query}`)
    assert.equal(status, 200)
    assert.ok(text.includes(title), `${query}: ${text}`)
    assert.doesNotMatch(text, /<script|alert/)
  }
})

test('only admins of the profile connect accounts, and their role is checked again at the end', async () => {
  const { person, profileId, login } = await somebody()
  const connectRequest = { platform: 'x', profileId, redirectUrl: callbackUrlOf(t, 'x') }
  const [editor, admin, stranger] = [await t.as('o-editor'), await t.as('o-admin'), await t.as('o-stranger')]
  await grant(person, profileId, editor, 'editor')
  await grant(person, profileId, admin, 'admin')
  refused(await editor.post('/v1/connections/oauth-url', connectRequest), 403, 'profile_role_required')
  refused(await stranger.post('/v1/connections/oauth-url', connectRequest), 403, 'profile_forbidden')
  const { authUrl } = await createOauthUrl(t, admin, 'x', profileId, { headless: true })
  const back = new URL(await consent(authUrl, { login }))
  await grant(person, profileId, admin, 'viewer')
  refused(await t.anyone.get(back.pathname + back.search), 403, 'profile_role_required')
  assert.deepEqual(await accounts(person, profileId), [])
})

test('networks that connect directly, unknown networks, and networks without an app are refused', async () => {
  const { person, profileId } = await somebody()
  const connectRequest = (platform: string) => ({ platform, profileId, redirectUrl: callbackUrlOf(t, platform) })
  refused(await person.post('/v1/connections/oauth-url', connectRequest('bluesky')), 400, 'platform_connects_directly')
  refused(await person.post('/v1/connections/oauth-url', connectRequest('mastodon')), 400, 'platform_connects_directly')
  refused(await person.post('/v1/connections/oauth-url', connectRequest('nowhere')), 400, 'validation_failed')
  refused(await person.get(`/v1/platforms/nowhere/auth-url?profileId=${profileId}`), 404, 'platform_not_found')
  refused(await t.anyone.get('/v1/oauth/callback/nowhere?state=1'), 404, 'platform_not_found')
  await using live = await startApp({
    beside: t,
    settings: { PUBLIC_URL: publicUrl, SANDBOX: 'off', BLUESKY_URL: 'http://127.0.0.1:1' },
  })
  const answer = await live.withToken(person.token).post('/v1/connections/oauth-url', connectRequest('x'))
  refused(answer, 409, 'network_app_missing')
  assert.match(answer.body.detail, /X_CLIENT_ID and X_CLIENT_SECRET/)
  const { body } = await live.withToken(person.token).get('/v1/connections/providers')
  const ways = body.providers.map((one: { network: string; connect: object }) => [one.network, one.connect])
  const { kind, needsApp, configured } = Object.fromEntries(ways).x
  assert.deepEqual([kind, needsApp, configured], ['oauth', true, false])
})

test('another user’s account, and any account if the plan is full, are refused at the end', async () => {
  const [one, two] = [await somebody(), await somebody()]
  await connectHeadless(t, one.person, 'x', one.profileId, { login: one.login })
  refused(await connectHeadless(t, two.person, 'x', two.profileId, { login: one.login }), 409, 'account_in_use')
  const { authUrl } = await createOauthUrl(t, two.person, 'x', two.profileId)
  const ended = await signInByBrowser(t, authUrl, { login: one.login })
  assert.equal(ended.searchParams.get('error'), 'account_in_use')

  await setPlan(t.deps, two.person.email, 'free')
  const logins = [2, 3, 4, 5].map((nth) => `user-${9_000 + nth}`)
  for (const login of logins.slice(0, 2)) await connectHeadless(t, two.person, 'x', two.profileId, { login })
  const answers = await Promise.all(
    logins.slice(2).map((login) => connectHeadless(t, two.person, 'x', two.profileId, { login })),
  )
  assert.deepEqual(answers.map(({ status, body }) => [status, body.code]).sort(), [
    [200, undefined],
    [409, 'plan_limit_reached'],
  ])
  const again = await connectHeadless(t, two.person, 'x', two.profileId, { login: logins[0] ?? '' })
  assert.equal(again.status, 200, again.text)
})

test('upgrade-scopes also requests the current scopes, and only the same account can finish it', async () => {
  const { person, profileId, login } = await somebody()
  const { body } = await connectHeadless(t, person, 'x', profileId, { login })
  const upgrade = async (as: string) => {
    const answer = await person.post(`/v1/connections/${body.accountId}/upgrade-scopes`, {
      scopes: ['like.read'],
      redirectUrl: callbackUrlOf(t, 'x'),
      headless: true,
    })
    assert.equal(answer.status, 200, answer.text)
    assert.match(decodeURIComponent(answer.body.authUrl), /scope=tweet\.read .*offline\.access like\.read/)
    const back = new URL(await consent(answer.body.authUrl, { login: as }))
    return await t.anyone.get(back.pathname + back.search)
  }
  refused(await upgrade('carla'), 409, 'oauth_account_differs')
  assert.equal((await upgrade(login)).body.accountId, body.accountId)
  const [account] = await accounts(person, profileId)
  assert.ok(account.scopes.includes('like.read'))
})

test('503: a network does not respond to the callback, and the user can start again', async () => {
  const { person, profileId, login } = await somebody()
  const { authUrl } = await createOauthUrl(t, person, 'x', profileId, { headless: true })
  const back = new URL(await consent(authUrl, { login }))
  await fault('x', 'error_before', 'token')
  refused(await t.anyone.get(back.pathname + back.search), 503, 'network_unavailable')
  assert.equal((await connectHeadless(t, person, 'x', profileId, { login })).status, 200)
})

async function fault(network: Network, kind: string, call: string): Promise<void> {
  const answer = await fetch(`${t.sandbox.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network, kind, call, times: 1 }),
  })
  assert.ok(answer.ok, await answer.text())
}

test('400: an account can only be named for a network with many servers', async () => {
  const { person, profileId } = await somebody()
  const connectRequest = { platform: 'x', profileId, redirectUrl: callbackUrlOf(t, 'x'), identifier: 'alice.sandbox' }
  const answer = await person.post('/v1/connections/oauth-url', connectRequest)
  refused(answer, 400, 'validation_failed')
  assert.deepEqual([answer.body.errors[0].path, answer.body.errors[0].code], ['/identifier', 'not_for_network'])
})
