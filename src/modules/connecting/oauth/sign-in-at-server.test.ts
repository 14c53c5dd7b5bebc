import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopeNames } from '#kernel/caller.ts'
import { hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { browser, callbackUrlOf, consent, createOauthUrl, signInByBrowser } from '#test/world/oauth.ts'
import { makeProfile, refused } from '#test/world/people.ts'
import { inTime, withKey } from '#test/world/posts.ts'

/** Sign-in to Bluesky at the account's own server: pushed requests, proof of possession, and no registered app. */
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  change({ clientsAt: t.url })
})
after(() => t[Symbol.asyncDispose]())

const change = (patch: object) => assert.equal(t.sandbox.network('bluesky').settings.change({ ...patch }), null)
const act = (name: string, account: string) => t.sandbox.network('bluesky').acts[name]?.(account)
const server = () => `${t.sandbox.url}/bluesky`

let people = 0
async function somebody() {
  people += 1
  const login = `user-${700 + people}`
  const person = await t.as(`there-${people}`)
  const profileId = await makeProfile(person)
  // A key does not expire when a test moves the clock.
  const key = await withKey(
    t,
    person,
    scopeNames.filter((name) => !name.startsWith('admin:')),
  )
  return { person, key, login, identifier: `${login}.sandbox`, profileId }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

/** Signs in with a browser. Returns the URL where it ends. */
async function signIn(who: Somebody, { identifier = who.identifier, login = who.login } = {}): Promise<URL> {
  const { authUrl } = await createOauthUrl(t, who.person, 'bluesky', who.profileId, { identifier })
  return await signInByBrowser(t, authUrl, { login })
}

/** Starts a headless sign-in and consents. Returns the callback query. */
async function consented({ person, profileId, identifier, login }: Somebody): Promise<URLSearchParams> {
  const more = { identifier, headless: true }
  const { authUrl } = await createOauthUrl(t, person, 'bluesky', profileId, more)
  return new URL(await consent(authUrl, { login })).searchParams
}
const comeBack = (query: URLSearchParams) =>
  t.anyone.get(`/v1/oauth/callback/bluesky?${query}`, { headers: { accept: 'application/json' } })

const accounts = async (person: Client, profileId: string) =>
  (await person.get(`/v1/platforms/accounts?profileId=${profileId}`)).body

async function publish(who: Somebody, content: string): Promise<string> {
  return (await publishAndRead(who, content)).status
}

async function publishAndRead(who: Somebody, content: string) {
  const draft = { profileId: who.profileId, content, platforms: ['bluesky'], scheduledAt: inTime(t, minutes(2)) }
  const made = await who.key.post('/v1/posts', draft)
  assert.equal(made.status, 201, made.text)
  await t.advance(minutes(3))
  return (await who.key.get(`/v1/posts/${made.body.id}`)).body
}
const isOut = (text: string) => t.sandbox.ledger.entries({}).filter((entry) => entry.text === text).length
/** Returns the calls to the network since a given time, with their statuses. */
const callsSince = (seq: number) =>
  t.sandbox.calls.list({ network: 'bluesky', after: seq }).calls.map(({ call, status }) => `${call} ${status}`)

test('a person signs in to the account’s server, and posts are published with proofs of the session’s key', async () => {
  const who = await somebody()
  const from = t.sandbox.calls.total
  const ended = await signIn(who)
  assert.equal(ended.searchParams.get('connected'), 'net-a')
  const [account] = await accounts(who.person, who.profileId)
  assert.deepEqual([account.handle, account.status], [who.identifier, 'active'])
  assert.deepEqual(account.scopes, ['atproto', 'transition:generic'])
  assert.ok(callsSince(from).includes('pushRequest 201'))
  const post = await publishAndRead(who, 'by consent')
  assert.equal(post.status, 'published')
  // The link leads to the sandbox, which shows the post, rather than to the real site, which has no such account.
  const [link = ''] = /http[^"]+\/profile\/did:plc:\w+\/post\/\w+/.exec(JSON.stringify(post)) ?? []
  assert.ok(link.startsWith(`${server()}/profile/`), JSON.stringify(post))
  const page = await fetch(link, { redirect: 'manual' })
  const location = page.headers.get('location') ?? ''
  assert.ok(location.startsWith(`${t.sandbox.url}/feed/bluesky/${who.login}#at://`), location)
  assert.equal(isOut('by consent'), 1)
})

test('the server can be named by its URL, and reads this installation’s metadata document, which contains no secrets', async () => {
  const who = await somebody()
  const { body } = await t.anyone.get('/oauth/client-metadata.json')
  assert.equal(body.client_id, 'https://posthorn.test/oauth/client-metadata.json')
  assert.ok(body.jwks.keys.length === 1 && !('d' in body.jwks.keys[0]))
  assert.equal((await signIn(who, { identifier: server() })).searchParams.get('connected'), 'net-a')
})

test('400: a missing identifier, an unknown handle, and an invalid URL are rejected', async () => {
  const { person, profileId } = await somebody()
  const connectRequest = { platform: 'bluesky', profileId, redirectUrl: callbackUrlOf(t, 'bluesky') }
  refused(await person.post('/v1/connections/oauth-url', connectRequest), 400, 'platform_connects_directly')
  const unknown = await person.post('/v1/connections/oauth-url', { ...connectRequest, identifier: 'no_one.sandbox' })
  refused(unknown, 400, 'network_refused')
  assert.match(unknown.body.detail, /No account with this handle/)
  const nowhere = await person.post('/v1/connections/oauth-url', { ...connectRequest, identifier: 'http://10.0.0.1' })
  refused(nowhere, 400, 'network_address_unusable')
})

test('a nonce that changes between two calls costs one rejected call, and the post is published once', async () => {
  const who = await somebody()
  await signIn(who)
  assert.equal(await publish(who, 'nonce one'), 'published')
  await t.advance(minutes(10))
  const from = t.sandbox.calls.total
  assert.equal(await publish(who, 'nonce two'), 'published')
  const puts = callsSince(from).filter((call) => call.startsWith('putRecord'))
  assert.deepEqual(puts, ['putRecord 401', 'putRecord 200'])
  assert.equal(isOut('nonce two'), 1)
})

test('tokens are renewed before they expire; each refresh token is used once', async () => {
  const who = await somebody()
  await signIn(who)
  for (const text of ['renewed once', 'renewed twice']) {
    await t.advance(hours(2))
    assert.equal(await publish(who, text), 'published')
    assert.equal(isOut(text), 1)
  }
})

test('after the person revokes consent, the account needs a reconnect, and signing in again restores it', async () => {
  const who = await somebody()
  await signIn(who)
  act('revoke_consents', who.login)
  assert.notEqual(await publish(who, 'after the end'), 'published')
  const [lost] = await accounts(who.person, who.profileId)
  assert.equal(lost.status, 'needs_reconnect')
  await signIn(who)
  const [back, ...others] = await accounts(who.person, who.profileId)
  assert.deepEqual([back.id, back.status, others.length], [lost.id, 'active', 0])
})

test('disconnecting revokes the consent at the server', async () => {
  const who = await somebody()
  await signIn(who)
  const [account] = await accounts(who.person, who.profileId)
  const from = t.sandbox.calls.total
  assert.equal((await who.person.delete(`/v1/platforms/accounts/${account.id}?action=keep`)).status, 200)
  await t.settle()
  assert.ok(callsSince(from).includes('revokeToken 200'), callsSince(from).join())
})

test('400 oauth_state_invalid: a callback works once', async () => {
  const who = await somebody()
  const query = await consented(who)
  assert.equal((await comeBack(query)).status, 200)
  refused(await comeBack(query), 400, 'oauth_state_invalid')
})

test('400: a callback from another or no server connects nothing', async () => {
  for (const issuer of ['https://evil.example', null]) {
    const who = await somebody()
    const query = await consented(who)
    if (issuer === null) query.delete('iss')
    else query.set('iss', issuer)
    const answer = await comeBack(query)
    refused(answer, 400, 'network_refused')
    assert.match(answer.body.detail, /a different server/)
    assert.deepEqual(await accounts(who.person, who.profileId), [])
  }
})

test('400: an account other than the named one is not connected, and its consent is revoked immediately', async () => {
  const who = await somebody()
  const from = t.sandbox.calls.total
  const answer = await comeBack(await consented({ ...who, login: 'user-799' }))
  refused(answer, 400, 'network_refused')
  assert.match(answer.body.detail, /You started reconnecting|different account/)
  assert.deepEqual(await accounts(who.person, who.profileId), [])
  assert.ok(callsSince(from).includes('revokeToken 200'))
})

test('409: a consent for an account that another user has connected is revoked immediately', async () => {
  const [owner, who] = [await somebody(), await somebody()]
  await signIn(owner)
  const from = t.sandbox.calls.total
  const query = await consented({ ...who, identifier: owner.identifier, login: owner.login })
  refused(await comeBack(query), 409, 'account_in_use')
  assert.ok(callsSince(from).includes('revokeToken 200'), callsSince(from).join())
  assert.equal(await publish(owner, 'The owner still publishes'), 'published')
})

test('a person who denies access comes back with that result, and a request that is not opened in time ends here', async () => {
  const who = await somebody()
  const { identifier, person, profileId } = who
  const { authUrl } = await createOauthUrl(t, person, 'bluesky', profileId, { identifier })
  const ended = await signInByBrowser(t, authUrl, { approve: false })
  assert.equal(ended.searchParams.get('error'), 'access_denied')
  const late = await createOauthUrl(t, person, 'bluesky', profileId, { identifier })
  assert.equal(new Date(late.expiresAt).getTime(), t.now().getTime() + minutes(5))
  await t.advance(minutes(6))
  assert.match((await browser(t).open(late.authUrl)).location ?? '', /error=oauth_state_invalid$/)
})

test('a local installation needs no metadata document, and its callback finds the cookie under either host name', async () => {
  await using here = await startApp({ beside: t, settings: { PUBLIC_URL: 'http://localhost:4000' } })
  const person = await here.as('local')
  const profileId = await makeProfile(person)
  const { authUrl } = await createOauthUrl(here, person, 'bluesky', profileId, { identifier: 'user-798.sandbox' })
  const via = browser(here)
  const started = await via.open(authUrl)
  const back = new URL(await consent(started.location ?? '', { login: 'user-798' }))
  assert.equal(back.host, '127.0.0.1:4000')
  const path = `http://localhost:4000${back.pathname}${back.search}`
  const forwarded = await via.open(path, { host: '127.0.0.1:4000' })
  assert.deepEqual([forwarded.status, forwarded.location], [307, path])
  const ended = await via.open(forwarded.location ?? '', { host: 'localhost:4000' })
  assert.match(ended.location ?? '', /[?&]connected=net-a/)
})
