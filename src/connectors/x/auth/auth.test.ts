import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Answer, CallFailed, type Http, type HttpRequest } from '#connectors/connector.ts'
import { x as network } from '#test/connector-suite/networks/x.ts'
import { grantOf, whoIs } from '#test/connector-suite/sign-in.ts'
import { openStand } from '#test/connector-suite/stand.ts'
import { judge } from '../verdicts/verdicts.ts'
import { auth } from './auth.ts'
import type { Grant } from './grant.ts'

const open = (t: TestContext) => openStand(t, 'x')
const app = { clientId: 'an app', clientSecret: 'its:secret', verifyToken: null }
const now = new Date('2027-01-13T12:00:00.000Z')

/** Builds an HTTP client that returns the given bodies in order. */
function answering(...bodies: readonly object[]) {
  const left = [...bodies]
  const requests: HttpRequest[] = []
  const http: Http = {
    addresses: { api: 'https://api.x.example', auth: 'https://x.example' },
    app,
    now,
    async send(request): Promise<Answer> {
      requests.push(request)
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(left.shift())) }
    },
  }
  return { http, requests }
}

const grant = (more: Partial<Grant> = {}): Grant => ({ userId: '7', accessToken: 'a', refreshToken: 'r', ...more })

test('the sign-in URL has every parameter that X requires, and nothing else', () => {
  const request = { redirectUrl: 'https://p.example/back?x=1', state: 's&t', scopes: auth.scopes ?? [], challenge: 'c' }
  const text = auth.oauth?.authorizeUrl({ auth: 'https://x.com' }, app, request) ?? ''
  const url = new URL(text)
  assert.equal(`${url.origin}${url.pathname}`, 'https://x.com/i/oauth2/authorize')
  assert.ok(!text.includes('+'), 'a blank is %20')
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    response_type: 'code',
    client_id: 'an app',
    redirect_uri: 'https://p.example/back?x=1',
    scope: 'tweet.read tweet.write users.read media.write offline.access',
    state: 's&t',
    code_challenge: 'c',
    code_challenge_method: 'S256',
  })
})

test('the app’s secret is sent only in the header', async () => {
  const { http, requests } = answering(
    {
      token_type: 'bearer',
      access_token: 'a2',
      refresh_token: 'r2',
      expires_in: 7_200,
      scope: 'tweet.read users.read',
    },
    { data: { id: '7', username: 'ada' } },
  )
  const given = { code: 'the-code', redirectUrl: 'https://p.example/back', verifier: 'v' }
  const granted = await auth.oauth?.exchange(http, given)
  assert.deepEqual(granted, {
    grant: { userId: '7', accessToken: 'a2', refreshToken: 'r2' },
    principal: '7',
    scopes: ['tweet.read', 'users.read'],
    expiresAt: new Date('2027-01-13T14:00:00.000Z'),
  })
  const [token, me] = requests
  const basic = Buffer.from(token?.headers?.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
  assert.equal(basic, 'an%20app:its%3Asecret')
  assert.deepEqual(Object.fromEntries(new URLSearchParams(String(token?.body))), {
    grant_type: 'authorization_code',
    code: 'the-code',
    redirect_uri: 'https://p.example/back',
    code_verifier: 'v',
  })
  assert.equal(me?.headers?.authorization, 'Bearer a2')
})

test('a renewal is one call, so no failure can come between us and the new tokens', async () => {
  const { http, requests } = answering({ access_token: 'a2', refresh_token: 'r2', expires_in: 'soon', scope: 7 })
  const renewed = await auth.refresh?.(http, grant())
  assert.equal(requests.length, 1)
  assert.deepEqual(renewed?.grant, { userId: '7', accessToken: 'a2', refreshToken: 'r2' })
  // Malformed fields next to the tokens do not invalidate the response.
  assert.deepEqual(renewed?.expiresAt, new Date('2027-01-13T14:00:00.000Z'))
})

test('a renewal without a new refresh token keeps the old one', async () => {
  const { http } = answering({ access_token: 'a2' })
  assert.deepEqual((await auth.refresh?.(http, grant()))?.grant, grant({ accessToken: 'a2' }))
})

test('without offline access the user must reconnect when access expires', async () => {
  const { http, requests } = answering()
  const error = await auth.refresh?.(http, grant({ refreshToken: null })).then(
    () => assert.fail(),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CallFailed)
  assert.equal(judge(error.failure, 'refresh', now)?.is, 'reauth')
  assert.deepEqual(requests, [])
})

test('a refresh token works once: a second use disconnects the account', async (t) => {
  const stand = await open(t)
  const first = await grantOf(stand, network, 'alice')
  const second = await auth.refresh?.(stand.http(), first.grant as Grant)
  assert.ok(second && second.principal === first.principal)
  const error = await auth.refresh?.(stand.http(), first.grant as Grant).then(
    () => assert.fail('it was good twice'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CallFailed)
  assert.equal(judge(error.failure, 'refresh', now)?.is, 'reauth')
})

test('the other errors that X returns for an invalid token are also recognized', async (t) => {
  const stand = await open(t)
  const { grant: old } = await grantOf(stand, network, 'alice')
  assert.equal(stand.sandbox.network('x').settings?.change({ refusedGrant: 'invalid_request' }), null)
  stand.fault({ kind: 'revoked_token' })
  const error = await auth.refresh?.(stand.http(), old as Grant).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof CallFailed && error.failure.body.includes('invalid_request'))
  assert.equal(judge(error.failure, 'refresh', now)?.is, 'reauth')
})

test('a revoked grant no longer works', async (t) => {
  const stand = await open(t)
  const { grant: given } = await grantOf(stand, network, 'alice')
  await auth.revoke?.(stand.http(), given as Grant)
  await assert.rejects(auth.whoami(stand.http(), given as Grant), CallFailed)
})

test('an account has the data that X returns, including the facts for its limits', async (t) => {
  const stand = await open(t)
  const { grant: given, scopes } = await grantOf(stand, network, 'alice')
  assert.deepEqual(scopes.toSorted(), auth.scopes?.toSorted())
  const remote = await whoIs(stand, network, given, 'alice')
  assert.match(remote.remoteId, /^\d+$/)
  assert.equal(remote.handle, 'alice')
  assert.ok(remote.followers !== null && remote.displayName)
  assert.deepEqual(Object.keys(remote.facts).toSorted(), ['id', 'subscriptionType', 'username', 'verifiedType'])
})

test('the larger profile image is used', async () => {
  const me = { id: '7', username: 'ada', profile_image_url: 'https://pbs.x.example/1/a_normal.jpg' }
  const { http } = answering({ data: me })
  assert.equal((await auth.whoami(http, grant())).avatar, 'https://pbs.x.example/1/a_400x400.jpg')
  const odd = answering({ data: { ...me, profile_image_url: 'javascript:alert(1)', verified_type: 3 } })
  const remote = await auth.whoami(odd.http, grant())
  assert.deepEqual([remote.avatar, remote.facts.verifiedType], [null, null])
})
