import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { web } from '#test/servers/real-servers.ts'
import { callbackUrlOf, consent, createOauthUrl, signInByBrowser } from '#test/world/oauth.ts'

/** Tests of signing in to a Mastodon server that the person names. */
let t: TestApp
let instanceUrl: string
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  instanceUrl = `${t.sandbox.url}/mastodon`
})
after(() => t[Symbol.asyncDispose]())

async function someone(name: string): Promise<{ person: Person; profileId: string }> {
  const person = await t.as(name)
  const { body } = await person.post('/v1/profiles', { name: 'Harbour' })
  return { person, profileId: body.id }
}

const callsOf = (call: string) => t.sandbox.calls.list({ network: 'mastodon' }).calls.filter((one) => one.call === call)

async function connect(person: Person, profileId: string, login: string) {
  const { authUrl } = await createOauthUrl(t, person, 'mastodon', profileId, { headless: true, instanceUrl })
  const back = new URL(await consent(authUrl, { login }))
  return t.anyone.get(back.pathname + back.search)
}

test('200: a browser visits the server’s page and comes back, and the account can publish', async () => {
  const { person, profileId } = await someone('ada')
  const { authUrl } = await createOauthUrl(t, person, 'mastodon', profileId, { instanceUrl })
  const end = await signInByBrowser(t, authUrl, { login: 'user-31' })
  assert.equal(end.searchParams.get('error'), null)
  const { body } = await person.get(`/v1/platforms/accounts?profileId=${profileId}`)
  const [account] = body
  assert.equal(account.id, end.searchParams.get('accountId'))
  assert.deepEqual(
    [account.handle, account.mode, account.status, account.expiresAt],
    ['user-31@mastodon.sandbox', 'sandbox', 'active', null],
  )
  assert.deepEqual(account.scopes, ['read:accounts', 'read:statuses', 'write:media', 'write:statuses'])
  const draft = { profileId, platforms: ['mastodon'], content: 'by the front door', saveAsDraft: true }
  const { body: post } = await person.post('/v1/posts', draft)
  assert.equal((await person.post(`/v1/posts/${post.id}/publish-now`)).status, 200)
  await t.settle()
  const [entry] = t.sandbox.ledger.entries({ network: 'mastodon', account: 'user-31' })
  assert.equal(entry?.text, 'by the front door')
})

test('one app is registered for all people on a server, and none of its secrets is readable in the database', async () => {
  const before = callsOf('createApp').length
  const secrets: string[] = []
  for (const [name, login] of [
    ['bob', 'user-32'],
    ['carla', 'user-33'],
  ] as const) {
    const { person, profileId } = await someone(name)
    const { status, text } = await connect(person, profileId, login)
    assert.equal(status, 200, text)
  }
  assert.ok(callsOf('createApp').length - before <= 1)
  const rows = await t.db.selectFrom('serverApp').selectAll().execute()
  assert.deepEqual(
    rows.map(({ network, server, redirectUrl }) => [network, server, redirectUrl]),
    [['mastodon', instanceUrl, callbackUrlOf(t, 'mastodon')]],
  )
  const opened = t.deps.serverApps('mastodon')
  const app = await opened.read(instanceUrl, callbackUrlOf(t, 'mastodon'))
  secrets.push(String(app?.clientId), String(app?.clientSecret))
  for (const { sealedApp } of rows) for (const secret of secrets) assert.ok(!sealedApp.includes(secret))
})

test('a disconnected account’s token is revoked at the server, but kept if it is reconnected immediately', async () => {
  const { person, profileId } = await someone('dora')
  const first = await connect(person, profileId, 'user-34')
  assert.equal(first.status, 200, first.text)
  const { accountId } = first.body
  await person.delete(`/v1/connections/${accountId}`)
  const again = await connect(person, profileId, 'user-34')
  assert.deepEqual([again.status, again.body.accountId], [200, accountId], again.text)
  await t.settle()
  const health = await person.get(`/v1/connections/${accountId}/health`)
  assert.equal(health.body.status, 'active', health.text)

  const before = callsOf('revoke').length
  await person.delete(`/v1/connections/${accountId}`)
  await t.settle()
  assert.equal(callsOf('revoke').length, before + 1)
})

test('access_denied: a person who declines at the server comes back without an account', async () => {
  const { person, profileId } = await someone('erik')
  const { authUrl } = await createOauthUrl(t, person, 'mastodon', profileId, { instanceUrl })
  const end = await signInByBrowser(t, authUrl, { login: 'user-35', approve: false })
  assert.equal(end.searchParams.get('error'), 'access_denied')
})

test('400: a server must be named for Mastodon only, and must be a Mastodon server', async (context) => {
  const { person, profileId } = await someone('finn')
  const ask = (platform: string, more: object) =>
    person.post('/v1/connections/oauth-url', {
      platform,
      profileId,
      redirectUrl: callbackUrlOf(t, platform),
      ...more,
    })
  const unnamed = await ask('mastodon', {})
  assert.deepEqual([unnamed.status, unnamed.body.code], [400, 'platform_connects_directly'])
  assert.match(unnamed.body.detail, /instanceUrl/)
  const elsewhere = await ask('x', { instanceUrl })
  assert.deepEqual([elsewhere.status, elsewhere.body.errors[0].path], [400, '/instanceUrl'])
  // A server that a user names is only called at a public address.
  let requestCount = 0
  const private_ = await web(context, (_request, response) => {
    requestCount += 1
    response.end('{}')
  })
  for (const name of [private_.url, private_.url.replace('http:', 'https:'), 'https://localhost', 'not a server']) {
    const { status, body, text } = await ask('mastodon', { instanceUrl: name })
    assert.deepEqual([status, body.code], [400, 'network_address_unusable'], text)
  }
  assert.equal(requestCount, 0)
})
