import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours } from '../../../core/kit/clock.ts'
import { allScopes, type OnThreads, redirectUri, startThreads } from './kit.ts'

// "threads.md 1.2" and the like are the section of the network's description that a test verifies.

const whoHas = async (on: OnThreads, token: string) => {
  const { status, body } = await on.call('GET', '/v1.0/me?fields=id,username', { token })
  return status === 200 ? body.username : `${body.error.code}/${body.error.error_subcode}`
}

test('threads.md 1.1 to 1.3: a code becomes a token for an hour, then one for 60 days', async () => {
  await using on = await startThreads()
  const { back, location } = await on.authorize()
  assert.ok(location?.endsWith('#_'))
  assert.equal(back?.get('state'), 's&1')
  const { status, body, text } = await on.exchange(back?.get('code') ?? '')
  assert.deepEqual([status, Object.keys(body)], [200, ['access_token', 'user_id']])
  const { body: long } = await on.lengthen(body.access_token)
  assert.deepEqual([long.token_type, long.expires_in], ['bearer', 5_183_944])
  // The ID is a bare number that JavaScript cannot represent exactly, so it must be read as text.
  const [, id = ''] = /"user_id":(\d+)/.exec(text) ?? []
  const { body: me } = await on.call('GET', '/v1.0/me?fields=id', { token: long.access_token })
  assert.deepEqual([me.id, String(body.user_id) === id], [id, false])
  assert.equal(await whoHas(on, body.access_token), 'alice')
  on.later(hours(1))
  assert.equal(await whoHas(on, body.access_token), '190/463')
  assert.equal(await whoHas(on, long.access_token), 'alice')
  on.later(days(60))
  assert.equal(await whoHas(on, long.access_token), '190/463')
})

test('threads.md 1.2: a code is valid once, within an hour, for its URL, and with the product’s secret', async () => {
  await using on = await startThreads()
  const used = await on.codeOf()
  assert.equal((await on.exchange(used)).status, 200)
  const refusals: Record<string, () => ReturnType<OnThreads['exchange']>> = {
    'has been used': () => on.exchange(used),
    'Invalid verification code': () => on.exchange('guessed'),
    'has been used by its sign': async () => on.exchange(`${await on.codeOf()}#_`),
    'has expired': async () => {
      const code = await on.codeOf()
      on.later(hours(1))
      return on.exchange(code)
    },
    redirect_uri: async () => on.exchange(await on.codeOf(), { redirect_uri: `${redirectUri}/` }),
    'client secret': async () => on.exchange(await on.codeOf(), { client_secret: 'of-the-house' }),
    'platform app': async () => on.exchange(await on.codeOf(), { client_id: 'another' }),
    grant_type: async () => on.exchange(await on.codeOf(), { grant_type: 'password' }),
  }
  for (const [what, ask] of Object.entries(refusals)) {
    const { status, body } = await ask()
    assert.deepEqual([status, body.error_type, body.code], [400, 'OAuthException', 400], what)
    assert.ok(body.error_message.includes(what.replace(' by its sign', '')), body.error_message)
  }
})

test('threads.md 10, 7: a client must remove the suffix #_ of a code', async () => {
  await using on = await startThreads()
  await on.settings({ codeEndsInSign: true })
  const code = await on.codeOf()
  assert.match(code, /^\w+#_$/)
  assert.equal((await on.exchange(code)).status, 400)
  assert.equal((await on.exchange(code.slice(0, -2))).status, 200)
})

test('threads.md 1.3 and 1.4: a short-lived token is exchanged, and a long-lived one is renewed after a day', async () => {
  await using on = await startThreads()
  const short = await on.shortToken()
  const long = (await on.lengthen(short)).body.access_token
  const errorOf = async (asking: ReturnType<OnThreads['renew']>) => {
    const { status, body } = await asking
    return status === 200 ? 200 : [status, body.error.code, body.error.message]
  }
  assert.deepEqual(await errorOf(on.lengthen(short, { client_secret: 'no' })), [
    400,
    100,
    'Error validating client secret.',
  ])
  assert.match(String(await errorOf(on.lengthen(long))), /short-lived/)
  assert.match(String(await errorOf(on.lengthen(short, { grant_type: 'fb_exchange_token' }))), /th_exchange_token/)
  assert.match(String(await errorOf(on.renew(short))), /long-lived/)
  on.later(days(1) - 1)
  assert.match(String(await errorOf(on.renew(long))), /at least 24 hours/)
  on.later(1)
  const { body } = await on.renew(long)
  assert.deepEqual([body.token_type, body.expires_in], ['bearer', 5_183_944])
  on.later(days(59.5))
  assert.match(String(await errorOf(on.renew(long))), /190.*Session has expired/)
  assert.equal(await whoHas(on, body.access_token), 'alice')
  await on.settings({ refreshesPrivate: false })
  await on.act('alice', 'go_private')
  assert.match(String(await errorOf(on.renew(body.access_token))), /private/)
})

test('threads.md 1.1: an invalid request is shown to the person and never sent to the callback', async () => {
  await using on = await startThreads()
  for (const wrong of [
    { client_id: 'unknown' },
    { redirect_uri: 'http://app.example/back' },
    { redirect_uri: 'javascript:alert(1)' },
    { response_type: 'token' },
    { scope: 'threads_content_publish' },
    { scope: 'threads_basic,pages_show_list' },
  ] as const) {
    const { status, location } = await on.authorize(wrong)
    assert.deepEqual([status, location], [400, null], JSON.stringify(wrong))
  }
  await on.settings({ callbacks: ['https://app.example/back/'] })
  assert.equal((await on.authorize()).status, 400)
  assert.equal((await on.authorize({ redirect_uri: 'https://app.example/back/' })).status, 302)
})

test('threads.md 1, Without App Review: only testers can authorize the app', async () => {
  await using on = await startThreads()
  await on.settings({ reviewed: false })
  assert.equal((await on.authorize()).status, 400)
  await on.act('alice', 'become_tester')
  assert.equal((await on.authorize()).status, 302)
})

test('the consent page has a button for each person and a checkbox for each scope, and Cancel denies access', async () => {
  await using on = await startThreads()
  const { body } = await on.authorize({ approve: '', login: '' })
  for (const name of ['Alice', 'Bob', 'Carla']) assert.match(body, new RegExp(`Continue as ${name}`))
  const form: Record<string, string> = {}
  for (const [, name, value] of body.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
    form[name] = value.replaceAll('&amp;', '&')
  const pressed = await on.call('POST', '/oauth/authorize', {
    form: { ...form, scopes: 'threads_delete', login: 'bob' },
  })
  const back = new URL(pressed.headers.get('location') ?? '').searchParams
  const token = (await on.exchange(back.get('code') ?? '')).body.access_token
  const debug = await on.call('GET', `/debug_token?input_token=${token}`, { token })
  assert.deepEqual(
    [debug.body.data.scopes, debug.body.data.is_valid, debug.body.data.app_id],
    [['threads_basic', 'threads_delete'], true, 'sandbox-app'],
  )
  const cancelled = (await on.authorize({ approve: '0' })).back
  assert.deepEqual(
    [cancelled?.get('error'), cancelled?.get('error_reason'), cancelled?.get('code')],
    ['access_denied', 'user_denied', null],
  )
})

test('threads.md 1.5: the app can inspect a token', async () => {
  await using on = await startThreads()
  const request = { client_id: 'sandbox-app', client_secret: 'sandbox-app-secret', grant_type: 'client_credentials' }
  const { body } = await on.query('/oauth/access_token', request)
  assert.equal(body.access_token, 'TH|sandbox-app|sandbox-app-secret')
  const short = await on.shortToken()
  on.later(1_800_000)
  const token = (await on.lengthen(short)).body.access_token
  const debug = async (input: string) =>
    (await on.query('/debug_token', { input_token: input, access_token: body.access_token })).body.data
  const { expires_at, data_access_expires_at, issued_at } = await debug(token)
  assert.deepEqual([expires_at - issued_at, data_access_expires_at - issued_at], [5_183_944, 7_774_200])
  on.later(days(1))
  const renewed = await debug((await on.renew(token)).body.access_token)
  assert.equal(renewed.data_access_expires_at - renewed.issued_at, 7_776_000)
  await on.act('alice', 'revoke_access')
  assert.deepEqual([(await debug(token)).is_valid, (await debug('guessed')).error.code], [false, 190])
})

test('threads.md 1.6: removing the app or changing the password invalidates tokens, and a new consent is valid', async () => {
  await using on = await startThreads()
  const [token, ofBob] = [await on.connect(), await on.connect('bob')]
  for (const [act, subcode] of [
    ['revoke_access', 458],
    ['change_password', 460],
  ] as const) {
    await on.act('alice', act)
    assert.equal(await whoHas(on, token), `190/${subcode}`)
    assert.equal(await whoHas(on, await on.connect()), 'alice')
    assert.equal(await whoHas(on, ofBob), 'bob')
  }
})

test('tokens are recognized after a restart, but not after a reset or with another seed; a code never is', async () => {
  const before = await startThreads()
  const kept = await before.connect('user-7')
  const code = await before.codeOf()
  await before.sandbox.close()
  await using on = await startThreads()
  assert.equal(await whoHas(on, kept), 'user.7')
  on.later(days(1))
  const { body: next } = await on.renew(kept)
  assert.equal(await whoHas(on, next.access_token), 'user.7')
  assert.equal((await on.exchange(code)).body.code, 400)
  await using other = await startThreads({ seed: 'another' })
  assert.equal(await whoHas(other, kept), '190/undefined')
  assert.equal(await whoHas(on, kept.slice(0, -3)), '190/undefined')
  await on.act('user-7', 'revoke_access')
  assert.equal(await whoHas(on, kept), '190/458')
  on.sandbox.reset()
  assert.equal(await whoHas(on, next.access_token), '190/undefined')
})

test('threads.md 2: the profile has an image whose URL expires', async () => {
  await using on = await startThreads()
  const fields = 'id,username,name,threads_profile_picture_url,threads_biography,is_verified'
  const { body } = await on.as('alice', 'GET', `/me?fields=${fields}`)
  assert.deepEqual([body.username, body.name, body.is_verified], ['alice', 'Alice', false])
  assert.equal((await on.call('GET', body.threads_profile_picture_url)).status, 200)
  on.later(hours(3))
  assert.equal((await on.call('GET', body.threads_profile_picture_url)).status, 403)
  assert.equal((await on.as('alice', 'GET', `/${body.id}?fields=username`)).body.username, 'alice')
  assert.equal(allScopes.split(',').length, 11)
})
