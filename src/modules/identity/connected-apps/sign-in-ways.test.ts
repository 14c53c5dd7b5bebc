import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after as afterAll, before as beforeAll, test } from 'node:test'
import fc from 'fast-check'
import { inTx } from '#infra/db/client.ts'
import { days, minutes, seconds } from '#kernel/clock.ts'
import { anyCharacter } from '#test/fuzz/any-character.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer } from '#test/harness/client.ts'
import { openOutbound } from '#test/servers/outbound.ts'
import { oauthApp } from '#test/world/apps.ts'
import { createClientDocuments } from './clients/client-documents.ts'
import { deleteClientsBeyond } from './clients/store.ts'

let t: TestApp
let app: ReturnType<typeof oauthApp>
let people = 0
const someone = (): Promise<Person> => t.as(`person${++people}`)
beforeAll(async () => {
  t = await startApp()
  await t.as('owner')
  app = oauthApp(t)
})
afterAll(() => t[Symbol.asyncDispose]())

const base = 'http://posthorn.test'
const faultOf = ({ status, body }: Answer) => [status, body?.error]

test('200: agents discover the sign-in from any URL of the service (RFC 9728, RFC 8414)', async () => {
  for (const path of ['', '/mcp']) {
    const { body } = await t.anyone.get(`/.well-known/oauth-protected-resource${path}`)
    assert.deepEqual([body.resource, body.authorization_servers], [base + path, [base]])
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      const server = (await t.anyone.get(`/.well-known/${name}${path}`)).body
      assert.deepEqual(
        [server.issuer, server.code_challenge_methods_supported, server.token_endpoint_auth_methods_supported],
        [base, ['S256'], ['none']],
      )
      for (const end of ['authorization', 'token', 'registration', 'revocation', 'device_authorization'])
        assert.match(server[`${end}_endpoint`], /^http:\/\/posthorn\.test\/oauth\/\w+$/, end)
    }
    const refused = path === '' ? await t.anyone.get('/v1/profiles') : await t.withToken('pha_x').post('/mcp', {})
    assert.equal(refused.status, 401)
    const at = `${base}/.well-known/oauth-protected-resource${path}`
    const wrong = path === '' ? '' : ', error="invalid_token"'
    assert.equal(refused.headers['www-authenticate'], `Bearer realm="posthorn", resource_metadata="${at}"${wrong}`)
  }
})

test('201: an app registers as a public client, whatever else it requests', async () => {
  const { status, body } = await t.anyone.post('/oauth/register', {
    client_name: 'Cursor\u202e\n',
    client_uri: 'https://cursor.example.com',
    redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token', 'implicit'],
    response_types: ['code'],
    software_id: 'unknown to us',
  })
  assert.equal(status, 201)
  const { client_id, client_id_issued_at, ...metadata } = body
  assert.match(client_id, /^client_/)
  assert.equal(client_id_issued_at, Math.floor(t.now().getTime() / 1_000))
  assert.deepEqual(metadata, {
    client_name: 'Cursor',
    client_uri: 'https://cursor.example.com/',
    redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
})

test('400: an unsafe redirect URI is not registered, and only the port of a loopback URI may differ', async () => {
  for (const uri of [
    'http://agent.example.com/callback',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'https://user@agent.example.com/',
    'https://agent.example.com/#part',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'unknown:/callback',
    '/callback',
    `https://agent.example.com/${'x'.repeat(2_000)}`,
  ]) {
    const answer = await t.anyone.post('/oauth/register', { redirect_uris: [uri] })
    assert.deepEqual(faultOf(answer), [400, 'invalid_redirect_uri'], uri)
  }
  for (const body of [[], null, { redirect_uris: ['https://a.example.com/'], response_types: ['token'] }])
    assert.deepEqual(faultOf(await t.anyone.post('/oauth/register', body ?? 'null')), [400, 'invalid_client_metadata'])
  const clientId = await app.register({ redirect_uris: ['http://127.0.0.1/callback', 'com.example.agent:/callback'] })
  const opens = async (redirect_uri: string) => (await app.open(clientId, 'v', { redirect_uri })).status
  assert.deepEqual(
    await Promise.all(['http://127.0.0.1:9/callback', 'com.example.agent:/callback'].map(opens)),
    [302, 302],
  )
  for (const uri of ['http://localhost:9/callback', 'http://127.0.0.1:9/other', 'com.example.agent:/other'])
    assert.equal(await opens(uri), 400, uri)
})

test('a registered app that no one authorizes is deleted after a day; an authorized one stays', async () => {
  const [unused, used] = [await app.register(), await app.register()]
  await app.signIn(await someone(), { clientId: used })
  await t.advance(days(2))
  assert.deepEqual([(await app.open(unused, 'v')).status, (await app.open(used, 'v')).status], [400, 302])
})

/** Starts a website that counts its visitors. */
async function startSite() {
  const site = { url: '', visits: 0, status: 200, body: '', [Symbol.asyncDispose]: async () => void server.close() }
  const server = createServer((_request, response) => {
    site.visits += 1
    response.writeHead(site.status).end(site.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

test('beyond the limit, the oldest unauthorized app is deleted, but never an authorized one', async () => {
  const used = await app.register()
  await app.signIn(await someone(), { clientId: used })
  const unused = [await app.register(), await app.register(), await app.register()]
  await inTx(t.db, (tx) => deleteClientsBeyond(tx, 2))
  const left = await Promise.all([used, ...unused].map(async (id) => (await app.open(id, 'v')).status))
  assert.deepEqual(left, [302, 400, 302, 302])
})

test('an app with a metadata document on the web appears under its website’s name', async (c) => {
  await using site = await startSite()
  const out = openOutbound(c)
  const address = 'https://agent.example.com/client.json'
  const good = { client_id: address, client_name: 'Agent', redirect_uris: ['https://agent.example.com/back'] }
  const read = (document: unknown, status = 200) => {
    Object.assign(site, { status, body: JSON.stringify(document) })
    const outbound = {
      request: (sent: Parameters<typeof out.request>[0]) =>
        out.request({ ...sent, url: sent.url.replace('https://agent.example.com', site.url) }),
    }
    return createClientDocuments({ clock: t.deps.clock, outbound })
  }
  const documents = read(good)
  const client = await documents.read(address)
  assert.deepEqual([client?.name, client?.namedBy, client?.redirectUris], ['Agent', 'document', good.redirect_uris])
  await documents.read(address)
  assert.equal(site.visits, 1, 'a document is cached for five minutes')
  for (const document of [
    { ...good, client_id: 'https://agent.example.com/other.json' },
    { ...good, token_endpoint_auth_method: 'private_key_jwt' },
    { ...good, redirect_uris: ['http://agent.example.com/back'] },
    'not an object',
  ])
    assert.equal(await read(document).read(address), null)
  assert.equal(await read(good, 404).read(address), null)
  for (const odd of ['https://agent.example.com/', `${address}#x`, 'https://a:b@agent.example.com/client.json'])
    assert.equal(await read(good).read(odd), null)
})

test('400: a document at an address on the internal network is not fetched', async () => {
  await using inside = await startSite()
  const answer = await app.open(`${inside.url.replace('http:', 'https:')}/client.json`, 'v')
  assert.equal(answer.status, 400)
  assert.equal(inside.visits, 0)
})

const begin = async (over: object = {}) =>
  (await app.post('/oauth/device', { client_id: 'posthorn-cli', scope: 'profiles:read', ...over })).body
const poll = (device_code: string, over: object = {}) =>
  app.post('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'posthorn-cli',
    device_code,
    ...over,
  })

test('200: a device without a browser gets tokens once, after its user enters the code elsewhere', async () => {
  const ada = await someone()
  const started = await begin()
  assert.match(started.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  assert.deepEqual(
    [started.verification_uri, started.verification_uri_complete, started.expires_in, started.interval],
    [`${base}/device`, `${base}/device#${started.user_code}`, 600, 5],
  )
  assert.deepEqual(faultOf(await poll(started.device_code)), [400, 'authorization_pending'])
  assert.deepEqual(faultOf(await poll(started.device_code)), [400, 'slow_down'])
  await t.advance(seconds(10))
  assert.deepEqual(faultOf(await poll(started.device_code)), [400, 'authorization_pending'])
  const userCode = started.user_code.toLowerCase().replace('-', ' ')
  const response = await ada.post('/v1/auth/device/check', { userCode })
  assert.deepEqual(
    [response.body.app.name, response.body.app.namedBy, response.body.scopes],
    ['Posthorn command line', 'own', ['profiles:read']],
  )
  assert.deepEqual((await ada.get('/v1/auth/me/apps')).body.apps, [], 'a request alone does not create an app')
  const allow = () => ada.post('/v1/auth/device', { userCode, decision: 'allow' })
  assert.equal((await allow()).status, 200)
  assert.equal((await allow()).body.code, 'device_code_not_found', 'a code is answered once')
  assert.deepEqual(faultOf(await poll(started.device_code, { client_id: await app.register() })), [
    400,
    'invalid_grant',
  ])
  const { status, body } = await poll(started.device_code)
  assert.deepEqual([status, body.token_type, body.scope], [200, 'Bearer', 'profiles:read'])
  assert.equal((await t.withToken(body.access_token).get('/v1/profiles')).status, 200)
  assert.deepEqual(faultOf(await poll(started.device_code)), [400, 'invalid_grant'])
})

test('an app that names no scopes gets the default scopes; the command line gets all scopes except administrative ones', async () => {
  const ada = await someone()
  const request = app.requestOf(await app.open(await app.register(), 'v', { scope: null }))
  const agent = (await ada.post('/v1/auth/authorization/check', { request })).body.scopes
  assert.ok(agent.includes('posts:publish') && !agent.includes('webhooks:write'), agent.join(' '))
  const { user_code } = await begin({ scope: null })
  const requested = (await ada.post('/v1/auth/device/check', { userCode: user_code })).body.scopes
  assert.ok(requested.includes('webhooks:write') && !requested.includes('admin:read'), requested.join(' '))
})

test('a device is refused if its user denies access, its code expires, or it is unknown', async () => {
  const ada = await someone()
  const refused = await begin()
  const answer = { userCode: refused.user_code, decision: 'refuse' }
  assert.equal((await ada.post('/v1/auth/device', answer)).status, 200)
  assert.deepEqual(faultOf(await poll(refused.device_code)), [400, 'access_denied'])
  assert.deepEqual((await ada.get('/v1/auth/me/apps')).body.apps, [])
  const late = await begin()
  await t.advance(minutes(10))
  assert.deepEqual(faultOf(await poll(late.device_code)), [400, 'expired_token'])
  const again = await t.as(`late${people}`)
  const missed = await again.post('/v1/auth/device/check', { userCode: late.user_code })
  assert.deepEqual([missed.status, missed.body.code], [404, 'device_code_not_found'])
  assert.deepEqual(faultOf(await poll('unknown')), [400, 'invalid_grant'])
  const stranger = await app.post('/oauth/device', { client_id: 'client_01kajv4z00e008000000000001' })
  assert.deepEqual(faultOf(stranger), [401, 'invalid_client'])
  assert.ok(!JSON.stringify(await t.db.selectFrom('deviceRequest').selectAll().execute()).includes(late.device_code))
})

test('OAuth endpoints accept only forms with unique fields, and return OAuth errors', async () => {
  const json = await t.anyone.post('/oauth/token', { grant_type: 'refresh_token' })
  assert.deepEqual(faultOf(json), [400, 'invalid_request'])
  assert.equal(json.headers['cache-control'], 'no-store')
  const twice = await t.anyone.post('/oauth/token', 'grant_type=refresh_token&grant_type=password', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.deepEqual(faultOf(twice), [400, 'invalid_request'])
  assert.deepEqual(Object.keys(twice.body), ['error', 'error_description'])
  assert.match(twice.body.error_description, /more than once/)
})

const odd = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    'posthorn-cli',
    'client_x',
    'https://[',
    'http://127.0.0.1:1/callback',
    'S256',
    'code',
    'refresh_token',
  ),
)
const fields = [
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'scope',
  'resource',
  'grant_type',
  'code',
  'token',
]

test('OAuth endpoints never respond with 5xx to hostile input', async () => {
  const form = fc.array(fc.tuple(fc.constantFrom(...fields), odd), { maxLength: 8 })
  const metadata = { redirect_uris: fc.oneof(fc.array(odd), fc.anything()), client_name: odd, client_uri: odd }
  await fc.assert(
    fc.asyncProperty(form, fc.record(metadata), async (pairs, body) => {
      const text = new URLSearchParams(
        pairs.map(([name, value]): [string, string] => [name, value.toWellFormed()]),
      ).toString()
      const type = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      const answers = [
        await t.anyone.get(`/oauth/authorize?${text}`),
        await t.anyone.post('/oauth/register', JSON.stringify(body)),
        ...(await Promise.all(['token', 'revoke', 'device'].map((end) => t.anyone.post(`/oauth/${end}`, text, type)))),
      ]
      for (const { status, text: message } of answers) assert.ok(status < 500, message)
    }),
    { numRuns: 60, seed: 20_261_122, endOnFailure: true },
  )
})

test('WEB=off: without pages no sign-in is announced, and an app that tries to use one gets the reason', async () => {
  await using bare = await startApp({ beside: t, settings: { WEB: 'off' } })
  for (const name of ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'])
    assert.equal((await bare.anyone.get(`/.well-known/${name}/mcp`)).status, 404, name)
  const refused = await bare.withToken('pha_x').post('/mcp', {})
  assert.equal(refused.headers['www-authenticate'], 'Bearer realm="posthorn", error="invalid_token"')
  const page = await bare.anyone.get('/oauth/authorize?client_id=posthorn-cli')
  assert.equal(page.status, 400)
  assert.match(page.text, /serves no pages \(WEB=off\).*Use an API key/)
  const device = await fetch(`${bare.url}/oauth/device`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'posthorn-cli' }),
  })
  assert.equal(device.status, 400)
  assert.match(((await device.json()) as { error_description: string }).error_description, /Use an API key/)
})
