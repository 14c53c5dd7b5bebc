import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { days, hours, minutes } from '../../../core/kit/clock.ts'
import { allScopes, type OnTiktok, redirectUri, startTiktok } from './kit.ts'

// "tiktok.md 1" and the like are the section of the network's description that a test verifies.

const whoHas = async (on: OnTiktok, token: string) => {
  const { status, body } = await on.call('GET', '/v2/user/info/?fields=open_id,username', { token })
  return status === 200 ? body.data.user.username : body.error.code
}

test('tiktok.md 1 Token: a person authorizes an app; responses state token lifetimes, and access expires after two hours', async () => {
  await using on = await startTiktok()
  const { back } = await on.authorize()
  assert.deepEqual([back?.get('state'), back?.get('scopes')], ['s&1', allScopes])
  const { status, body } = await on.exchange(back?.get('code') ?? '')
  assert.deepEqual([status, body.expires_in, body.refresh_expires_in], [200, 7_200, 15_552_000])
  assert.deepEqual([body.scope, body.token_type], [allScopes, 'Bearer'])
  assert.equal(await whoHas(on, body.access_token), 'alice')
  const { body: who } = await on.call('GET', '/v2/user/info/?fields=open_id', { token: body.access_token })
  assert.deepEqual([who.data.user, who.error.code], [{ open_id: body.open_id }, 'ok'])
  on.later(hours(2))
  assert.equal(await whoHas(on, body.access_token), 'access_token_invalid')
})

test('tiktok.md 1 Refresh: each renewal invalidates the previous refresh token, even if the response is lost', async () => {
  await using on = await startTiktok()
  const first = await on.connect()
  await on.fault({ kind: 'drop_after', call: 'token', times: 1 })
  await assert.rejects(on.refresh(first.refresh))
  const again = await on.refresh(first.refresh)
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
  assert.equal(await whoHas(on, first.access), 'alice')
  assert.match(JSON.stringify(on.sandbox.network('tiktok').state()), /"reusedRefreshTokens":1\b/)
  const second = await on.connect()
  const { body } = await on.refresh(second.refresh)
  assert.notEqual(body.refresh_token, second.refresh)
  assert.equal(await whoHas(on, body.access_token), 'alice')
  on.later(days(180))
  assert.equal((await on.refresh(body.refresh_token)).body.error, 'invalid_grant')
})

test('tiktok.md 1 Life: as older documentation says, a refresh token stays the same and lasts a year', async () => {
  await using on = await startTiktok()
  await on.settings({ rotates: false, accessTokenMs: days(1), refreshTokenMs: days(365) })
  const first = await on.connect()
  for (const _ of [1, 2]) {
    const { body } = await on.refresh(first.refresh)
    assert.deepEqual([body.refresh_token, body.expires_in], [first.refresh, 86_400])
  }
})

test('tiktok.md 1 Token: a code is valid once, for its URL, and only if sent as a form with the secret', async () => {
  await using on = await startTiktok()
  const used = await on.codeOf()
  assert.equal((await on.exchange(used)).status, 200)
  const refusals: Record<string, () => ReturnType<OnTiktok['exchange']>> = {
    'invalid_grant used': () => on.exchange(used),
    'invalid_grant unknown': () => on.exchange('guessed'),
    'invalid_grant late': async () => {
      const code = await on.codeOf()
      on.later(minutes(10))
      return on.exchange(code)
    },
    'invalid_grant not decoded': async () => on.exchange(encodeURIComponent(await on.codeOf()).replace('!', '%21')),
    'invalid_request another address': async () => on.exchange(await on.codeOf(), { redirect_uri: `${redirectUri}/` }),
    'invalid_request no code': () => on.exchange(''),
    'invalid_request as JSON': () => on.call('POST', '/v2/oauth/token/', { json: { grant_type: 'refresh_token' } }),
    'unsupported_grant_type password': async () => on.exchange(await on.codeOf(), { grant_type: 'password' }),
    'invalid_client wrong secret': async () => on.exchange(await on.codeOf(), { client_secret: 'no' }),
    'invalid_client another key': async () => on.exchange(await on.codeOf(), { client_key: 'no' }),
  }
  for (const [what, ask] of Object.entries(refusals)) {
    const { status, body } = await ask()
    assert.equal(`${body.error} ${what.slice(what.indexOf(' ') + 1)}`, what)
    assert.equal(status, body.error === 'invalid_client' ? 401 : 400)
    assert.deepEqual([typeof body.error_description, typeof body.log_id], ['string', 'string'])
  }
  await on.settings({ oauthErrorsIn200: true })
  const response = await on.exchange(used)
  assert.deepEqual([response.status, response.body.error], [200, 'invalid_grant'])
})

test('tiktok.md 7: the code in the callback is URL-encoded, and encoded twice with codeEncodedTwice', async () => {
  await using on = await startTiktok()
  const { location, back } = await on.authorize()
  assert.match(location ?? '', /code=\w+%2A2%21\w+\.e1&/)
  assert.match(back?.get('code') ?? '', /^\w+\*2!\w+\.e1$/)
  await on.settings({ codeEncodedTwice: true })
  const twice = await on.codeOf()
  assert.match(twice, /%2A2%21/)
  assert.equal((await on.exchange(decodeURIComponent(twice))).status, 200)
})

test('tiktok.md 1 Authorize: an invalid request is shown to the person and never sent to the callback', async () => {
  await using on = await startTiktok()
  const wrongs: readonly Readonly<Record<string, string>>[] = [
    { client_key: 'unknown' },
    { client_key: '', client_id: 'sandbox-app' },
    { redirect_uri: 'http://app.example/back' },
    { redirect_uri: 'https://app.example/back?for=tiktok' },
    { redirect_uri: 'https://app.example/back#x' },
    { redirect_uri: '/back' },
    { response_type: 'token' },
    { scope: '' },
    { scope: 'user.info.basic video.publish' },
    { scope: 'user.info.basic,everything' },
    { disable_auto_auth: 'yes' },
    { code_challenge: 'b64_url', code_challenge_method: 'S256' },
    { code_challenge: 'a'.repeat(64), code_challenge_method: 'plain' },
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

test('tiktok.md 1 PKCE: the challenge of a desktop app is hexadecimal', async () => {
  await using on = await startTiktok()
  const code_verifier = 'a-verifier-that-is-long-enough-for-the-purpose-0123'
  const challenge = createHash('sha256').update(code_verifier).digest('hex')
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  assert.equal((await on.exchange(await on.codeOf(pkce), { code_verifier })).status, 200)
  assert.equal((await on.exchange(await on.codeOf(pkce))).body.error, 'invalid_request')
})

test('the consent page lists people and scopes, grants the checked scopes, and Cancel denies access', async () => {
  await using on = await startTiktok()
  const { body } = await on.authorize({ approve: '', login: '' })
  for (const name of ['Alice', 'Bob', 'Carla']) assert.match(body, new RegExp(`Continue as ${name}`))
  const form = new URLSearchParams()
  for (const [, name, value] of body.split('</form>')[0].matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
    form.append(name, value.replaceAll('&amp;', '&'))
  for (const scope of ['user.info.basic', 'user.info.profile']) form.append('scopes', scope)
  form.append('login', 'bob')
  const pressed = await on.call('POST', '/v2/auth/authorize/', { form })
  const back = new URL(pressed.headers.get('location') ?? '').searchParams
  const { body: tokens } = await on.exchange(back.get('code') ?? '')
  assert.deepEqual([back.get('state'), tokens.scope], ['s&1', 'user.info.basic,user.info.profile'])
  assert.equal(await whoHas(on, tokens.access_token), 'bob')
  const { back: no } = await on.authorize({ approve: '0' })
  assert.deepEqual([no?.get('error'), no?.get('state'), no?.get('code')], ['access_denied', 's&1', null])
  assert.equal((await on.authorize({ scopes: '' })).back?.get('error'), 'access_denied')
})

test('tiktok.md 1 Revoke: all tokens of a consent are revoked, and its unfinished posts fail', async () => {
  await using on = await startTiktok()
  const { access, refresh } = await on.connect()
  const id = await on.sendVideo('alice')
  const form = { client_key: 'sandbox-app', client_secret: 'sandbox-app-secret', token: access }
  assert.equal((await on.call('POST', '/v2/oauth/revoke/', { form: { ...form, client_secret: 'x' } })).status, 401)
  assert.equal((await on.call('POST', '/v2/oauth/revoke/', { form })).status, 200)
  assert.equal(await whoHas(on, access), 'access_token_invalid')
  assert.equal((await on.refresh(refresh)).body.error, 'invalid_grant')
  await on.act('alice', 'revoke_access')
  const again = await on.connect()
  const { body } = await on.call('POST', '/v2/post/publish/status/fetch/', {
    token: again.access,
    json: { publish_id: id },
  })
  assert.deepEqual([body.data.status, body.data.fail_reason], ['FAILED', 'auth_removed'])
  on.later(hours(1))
  assert.deepEqual(on.seen('alice'), [])
})

test('tokens are known after a restart, and not after a reset or with another seed; a code never is', async () => {
  const before = await startTiktok()
  const kept = await before.connect('user-7')
  const code = await before.codeOf()
  await before.sandbox.close()
  await using on = await startTiktok()
  assert.equal(await whoHas(on, kept.access), 'user.7')
  const { body: next } = await on.refresh(kept.refresh)
  assert.equal(await whoHas(on, next.access_token), 'user.7')
  assert.equal((await on.exchange(code)).body.error, 'invalid_grant')
  await using other = await startTiktok({ seed: 'another' })
  assert.equal(await whoHas(other, kept.access), 'access_token_invalid')
  assert.equal(await whoHas(on, kept.access.slice(0, -3)), 'access_token_invalid')
  await on.act('user-7', 'revoke_access')
  assert.equal(await whoHas(on, kept.access), 'access_token_invalid')
  on.sandbox.reset()
  assert.equal(await whoHas(on, next.access_token), 'access_token_invalid')
})

test('tiktok.md 1 Profile: each field requires a scope, and a missing scope fails the whole call', async () => {
  await using on = await startTiktok()
  const { body } = await on.exchange(await on.codeOf({ scopes: 'user.info.basic' }))
  assert.equal(body.scope, 'user.info.basic')
  const ask = (fields: string) => on.call('GET', `/v2/user/info/?fields=${fields}`, { token: body.access_token })
  const response = await ask('open_id,union_id,avatar_url,display_name')
  assert.deepEqual([response.status, response.body.data.user.display_name], [200, 'Alice'])
  assert.equal((await on.call('GET', response.body.data.user.avatar_url)).status, 200)
  on.later(hours(3))
  assert.equal((await on.call('GET', response.body.data.user.avatar_url)).status, 403)
  const { access } = await on.connect('bob')
  const all = 'username,is_verified,profile_deep_link,follower_count,following_count,likes_count,video_count'
  const { body: bob } = await on.call('GET', `/v2/user/info/?fields=${all}`, { token: access })
  assert.deepEqual([bob.data.user.username, bob.data.user.profile_deep_link], ['bob', `${on.base}/@bob`])
  assert.ok(bob.data.user.follower_count > 0)
})
