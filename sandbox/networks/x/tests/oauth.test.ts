import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours, seconds } from '../../../core/kit/clock.ts'
import { allScopes, type OnX, redirectUri, startX } from './kit.ts'

// "x.md 1" and the like are the section of the network's description that a test verifies.

const whoHas = async (on: OnX, token: string) => {
  const { status, body } = await on.call('GET', '/2/users/me', { token })
  return status === 200 ? body.data.username : status
}

test('x.md 1 Token: a person authorizes an app; its tokens last two hours and allow only the granted scopes', async () => {
  await using on = await startX()
  const { back } = await on.authorize()
  assert.equal(back?.get('state'), 's&1')
  const { status, body } = await on.exchange(back?.get('code') ?? '')
  assert.deepEqual([status, body.token_type, body.expires_in, body.scope], [200, 'bearer', 7_200, allScopes])
  assert.equal(await whoHas(on, body.access_token), 'alice')
  on.later(hours(2) - 1)
  assert.equal(await whoHas(on, body.access_token), 'alice')
  on.later(1)
  assert.equal(await whoHas(on, body.access_token), 401)
})

test('x.md 1 Refresh: the old refresh token is invalid after its first use, and a second use revokes all', async () => {
  await using on = await startX()
  const first = await on.connect()
  const { body: second } = await on.refresh(first.refresh)
  assert.notEqual(second.refresh_token, first.refresh)
  assert.deepEqual([await whoHas(on, second.access_token), second.scope], ['alice', allScopes])
  const again = await on.refresh(first.refresh)
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
  assert.equal(await whoHas(on, second.access_token), 401)
  assert.equal((await on.refresh(second.refresh_token)).body.error, 'invalid_grant')
  assert.match(JSON.stringify(on.sandbox.network('x').state()), /"reusedRefreshTokens":1\b/)
})

test('x.md 1 Refresh: a refresh token is used up even if the response is lost; without reuseKills the new tokens stay valid', async () => {
  await using on = await startX()
  await on.settings({ reuseKills: false, refusedGrant: 'invalid_request' })
  const first = await on.connect()
  await on.fault({ kind: 'drop_after', call: 'token', times: 1 })
  await assert.rejects(on.refresh(first.refresh))
  assert.equal((await on.refresh(first.refresh)).body.error, 'invalid_request')
  assert.equal(await whoHas(on, first.access), 'alice')
})

test('x.md 1 Refresh: a refresh token lasts half a year, and there is none without offline.access', async () => {
  await using on = await startX()
  const { refresh } = await on.connect()
  on.later(days(182))
  const { body } = await on.refresh(refresh)
  assert.equal(await whoHas(on, body.access_token), 'alice')
  on.later(days(184))
  assert.equal((await on.refresh(body.refresh_token)).body.error, 'invalid_grant')
  const brief = await on.exchange(await on.codeOf({ scope: 'tweet.read users.read' }))
  assert.equal('refresh_token' in brief.body, false)
})

test('x.md 1 Authorization code: valid once, for 30 seconds, for its URL and verifier', async () => {
  await using on = await startX()
  const used = await on.codeOf()
  assert.equal((await on.exchange(used)).status, 200)
  const refusals: Record<string, () => ReturnType<OnX['exchange']>> = {
    'invalid_grant used': () => on.exchange(used),
    'invalid_grant unknown': () => on.exchange('guessed'),
    'invalid_grant late': async () => {
      const code = await on.codeOf()
      on.later(seconds(30))
      return on.exchange(code)
    },
    'invalid_request another address': async () => on.exchange(await on.codeOf(), { redirect_uri: `${redirectUri}/` }),
    'invalid_request another verifier': async () => on.exchange(await on.codeOf(), { code_verifier: 'x'.repeat(43) }),
    'invalid_request no such grant type': async () => on.exchange(await on.codeOf(), { grant_type: 'password' }),
    'unauthorized_client wrong secret': async () =>
      on.exchange(await on.codeOf(), {}, `Basic ${btoa('sandbox-app:no')}`),
    'unauthorized_client no secret': async () => on.exchange(await on.codeOf(), { client_id: 'sandbox-app' }, ''),
  }
  for (const [what, ask] of Object.entries(refusals)) {
    const { status, body } = await ask()
    assert.equal(`${body.error} ${what.slice(what.indexOf(' ') + 1)}`, what)
    assert.equal(status, body.error === 'unauthorized_client' ? 401 : 400)
  }
  const { body } = await on.call('POST', '/2/oauth2/token', {
    basic: on.basic,
    form: { grant_type: 'authorization_code', code: await on.codeOf(), redirect_uri: redirectUri },
  })
  assert.equal(body.error, 'invalid_request')
})

test('x.md 1 Token: an app without a secret sends its ID in the body, and plain is also a valid method', async () => {
  await using on = await startX()
  const client_id = 'sandbox-public-app'
  const plain = { code_challenge: 'plain-and-simple', code_challenge_method: 'plain' }
  const code = await on.codeOf({ client_id, ...plain })
  assert.equal((await on.exchange(code, { client_id, code_verifier: 'plain-and-simple' }, '')).status, 200)
  const other = await on.exchange(await on.codeOf({ client_id }))
  assert.equal(other.body.error, 'invalid_grant')
})

test('x.md 1 Authorize: an invalid request is shown to the person and never sent to the callback', async () => {
  await using on = await startX()
  const wrongs: readonly Readonly<Record<string, string>>[] = [
    { client_id: 'unknown' },
    { redirect_uri: 'http://localhost:4000/back' },
    { redirect_uri: 'https://localhost/back' },
    { redirect_uri: 'http://app.example/back' },
    { redirect_uri: 'javascript:alert(1)' },
    { redirect_uri: '/back' },
    { redirect_uri: 'https://app.example/back#x' },
    { response_type: 'token' },
    { scope: '' },
    { scope: 'tweet.read everything' },
    { state: '' },
    { state: 'x'.repeat(501) },
    { code_challenge: '' },
    { code_challenge: 'too-short' },
    { code_challenge_method: '' },
    { code_challenge_method: 'S512' },
  ]
  for (const wrong of wrongs) {
    const { status, location, body } = await on.authorize(wrong)
    assert.deepEqual([status, location], [400, null], JSON.stringify(wrong))
    assert.match(body, /Something went wrong/)
  }
  await on.settings({ callbacks: [redirectUri] })
  assert.ok((await on.authorize()).back?.get('code'))
  assert.equal((await on.authorize({ redirect_uri: 'https://app.example/back' })).status, 400)
})

test('the consent page lists people and scopes, returns with the checked scopes, and Cancel denies access', async () => {
  await using on = await startX()
  const { body } = await on.authorize({ approve: '', login: '' })
  for (const name of ['Alice', 'Bob', 'Carla']) assert.match(body, new RegExp(`Authorize app as ${name}`))
  const form = new URLSearchParams()
  for (const [, name, value] of body.split('</form>')[0].matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
    form.append(name, value.replaceAll('&amp;', '&'))
  for (const scope of ['tweet.read', 'users.read']) form.append('scopes', scope)
  form.append('login', 'bob')
  const pressed = await on.call('POST', '/i/oauth2/authorize', { form })
  const back = new URL(pressed.headers.get('location') ?? '').searchParams
  const tokens = await on.exchange(back.get('code') ?? '')
  assert.deepEqual([back.get('state'), tokens.body.scope], ['s&1', 'tweet.read users.read'])
  assert.equal(await whoHas(on, tokens.body.access_token), 'bob')

  assert.equal((await on.authorize({ approve: '0' })).location, `${redirectUri}?state=s%261&error=access_denied`)
  assert.equal((await on.authorize({ scopes: '' })).back?.get('error'), 'access_denied')
  const { body: some } = await on.exchange(await on.codeOf({ scopes: 'users.read,dm.read' }))
  assert.equal(some.scope, 'users.read')
})

test('x.md 1 Revoke: a refresh token revokes its whole grant, an access token only itself', async () => {
  await using on = await startX()
  const give = (token: string) => on.call('POST', '/2/oauth2/revoke', { basic: on.basic, form: { token } })
  const one = await on.connect()
  const two = await on.connect()
  assert.deepEqual((await give(one.access)).body, { revoked: true })
  assert.equal(await whoHas(on, one.access), 401)
  assert.equal((await on.refresh(one.refresh)).status, 200)
  await give(two.refresh)
  assert.equal(await whoHas(on, two.access), 401)
  assert.equal((await give('unknown')).status, 200)
})

test('after a person revokes all access, a new grant is valid', async () => {
  await using on = await startX()
  const before = await on.connect()
  await on.act('alice', 'revoke_access')
  assert.equal(await whoHas(on, before.access), 401)
  assert.equal((await on.refresh(before.refresh)).body.error, 'invalid_grant')
  assert.equal(await whoHas(on, (await on.connect()).access), 'alice')
})

test('tokens are known after a restart, and not after a reset or with another seed; a code never is', async () => {
  const before = await startX()
  const kept = await before.connect('user-7')
  const code = await before.codeOf()
  await before.sandbox.close()
  await using on = await startX()
  assert.equal(await whoHas(on, kept.access), 'user_7')
  const { body: next } = await on.refresh(kept.refresh)
  assert.equal(await whoHas(on, next.access_token), 'user_7')
  assert.equal((await on.exchange(code)).body.error, 'invalid_grant')
  await using other = await startX({ seed: 'another' })
  assert.equal(await whoHas(other, kept.access), 401)
  assert.equal(await whoHas(on, `${kept.access.split('.')[0]}.x`), 401)
  await on.act('user-7', 'revoke_access')
  assert.equal(await whoHas(on, kept.access), 401)
  on.sandbox.reset()
  assert.equal(await whoHas(on, next.access_token), 401)
})

test('revoking access also revokes grants from an earlier run that this run has not seen', async () => {
  const before = await startX()
  const kept = await before.connect()
  await before.sandbox.close()
  await using on = await startX()
  await on.act('alice', 'revoke_access')
  assert.equal(await whoHas(on, kept.access), 401)
})

test('x.md 1: an app-only bearer token is for usage, not for people', async () => {
  await using on = await startX()
  const form = { grant_type: 'client_credentials' }
  const { body } = await on.call('POST', '/oauth2/token', { basic: on.basic, form })
  assert.equal(body.token_type, 'bearer')
  const me = await on.call('GET', '/2/users/me', { token: body.access_token })
  assert.deepEqual([me.status, me.body.title], [403, 'Unsupported Authentication'])
  const wrong = await on.call('POST', '/oauth2/token', { basic: `Basic ${btoa('sandbox-app:no')}`, form })
  assert.deepEqual([wrong.status, wrong.body.errors[0].code], [403, 99])
})
