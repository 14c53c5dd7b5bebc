import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { hours } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'

/** An agent's stored sign-in, and a user who authorizes it as soon as the browser opens. */
function createSignIn(t: TestApp, person: Person) {
  let client: StoredOAuthClientInformation | undefined
  let tokens: StoredOAuthTokens | undefined
  let discovery: OAuthDiscoveryState | undefined
  let verifier = ''
  const seen = { back: new URLSearchParams(), asked: 0, tokens: () => tokens }
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:41234/callback',
    clientMetadata: { client_name: 'Agent', redirect_uris: ['http://127.0.0.1:41234/callback'] },
    clientInformation: () => client,
    saveClientInformation: (given) => {
      client = given
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given
    },
    discoveryState: () => discovery,
    saveDiscoveryState: (given) => {
      discovery = given
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
    async redirectToAuthorization({ pathname, search }) {
      seen.asked += 1
      const { headers, text } = await t.anyone.get(pathname + search)
      const request = new URL(headers.location ?? '', 'http://none').searchParams.get('request')
      assert.ok(request, text)
      const { body } = await person.post('/v1/auth/authorization', { request, decision: 'allow' })
      seen.back = new URL(body.redirectTo).searchParams
    },
  }
  return { provider, seen }
}

test('an agent that knows only the URL of /mcp finds the sign-in and renews its tokens automatically', async () => {
  await using t = await startApp({ settings: { PUBLIC_URL: 'https://posthorn.test' } })
  const ada = await t.as('ada')
  await ada.post('/v1/profiles', { name: 'Harbour Coffee' })
  const { provider, seen } = createSignIn(t, ada)
  const connect = () =>
    new StreamableHTTPClientTransport(new URL('https://posthorn.test/mcp'), {
      authProvider: provider,
      fetch: (url, init) => fetch(String(url).replace('https://posthorn.test', t.url), init),
    })
  const first = connect()
  await assert.rejects(new Client({ name: 'test', version: '1' }).connect(first), UnauthorizedError)
  assert.equal(seen.asked, 1)
  // The protocol's own client compares `iss`, and binds the token to `resource`.
  await first.finishAuth(seen.back)

  const agent = new Client({ name: 'test', version: '1' })
  await agent.connect(connect())
  const { content } = await agent.callTool({ name: 'list_profiles', arguments: {} })
  assert.match(JSON.stringify(content), /Harbour Coffee/)
  const { access_token = '' } = seen.tokens() ?? {}
  assert.equal((await t.withToken(access_token).get('/v1/profiles')).status, 401, 'the token is only for /mcp')
  await t.advance(hours(1))
  await agent.callTool({ name: 'list_profiles', arguments: {} })
  assert.notEqual(seen.tokens()?.access_token, access_token)
  assert.equal(seen.asked, 1, 'the user is not prompted again')
  await agent.close()
})
