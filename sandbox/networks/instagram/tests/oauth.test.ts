import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { days, hours } from '../../../core/kit/clock.ts'
import { createSandbox } from '../../../index.ts'
import { allScopes, codesOf, type OnInstagram, redirectUri, startInstagram } from './kit.ts'

// "instagram.md 1A" and the like are the section of the network's description that a test verifies.

const whoHas = async (on: OnInstagram, token: string, path = '/me?fields=name') => {
  const { status, body } = await on.call('GET', path, { token })
  return status === 200 ? (body.username ?? body.name) : `${body.error.code}/${body.error.error_subcode}`
}

test('instagram.md 1A: a code becomes a token for an hour, then one for 60 days, for one of two IDs', async () => {
  await using on = await startInstagram()
  const { back, location } = await on.authorize()
  assert.ok(location?.endsWith('#_'))
  assert.equal(back?.get('state'), 's&1')
  const { status, body, text } = await on.exchange(back?.get('code') ?? '')
  assert.deepEqual([status, Object.keys(body)], [200, ['access_token', 'user_id', 'permissions']])
  assert.equal(body.permissions.join(), allScopes)
  const { body: long } = await on.lengthen(body.access_token)
  assert.deepEqual([long.token_type, long.expires_in, long.access_token.slice(0, 2)], ['bearer', 5_184_000, 'IG'])
  const fields = 'user_id,username,account_type,followers_count'
  const { body: me } = await on.call('GET', `/me?fields=${fields}`, { token: long.access_token })
  assert.deepEqual([me.username, me.account_type, typeof me.followers_count], ['alice', 'BUSINESS', 'number'])
  assert.notEqual(me.id, me.user_id)
  // The ID is a bare number that JavaScript cannot represent exactly, so it must be read as text.
  assert.equal(/"user_id":(\d+)/.exec(text)?.[1], me.id)
  // The calls use the account's ID, and only that one.
  const read = async (id: string) => codesOf(await on.call('GET', `/${id}?fields=id`, { token: long.access_token }))
  assert.deepEqual(
    [await read(me.user_id), await read(me.id)],
    [
      [200, undefined, undefined],
      [400, 100, 33],
    ],
  )
  // Each path may start with the version.
  assert.equal(await whoHas(on, long.access_token, '/v25.0/me?fields=username'), 'alice')
  on.later(hours(1))
  assert.equal(await whoHas(on, body.access_token), '190/463')
  on.later(days(60))
  assert.equal(await whoHas(on, long.access_token), '190/463')
  await on.settings({ tokensInData: true })
  assert.equal((await on.exchange(await on.codeOf())).body.data[0].permissions, allScopes)
})

test('instagram.md 1A: a code is valid once, within an hour, for its URL, and with the secret', async () => {
  await using on = await startInstagram()
  const used = await on.codeOf()
  assert.equal((await on.exchange(used)).status, 200)
  const refusals: Record<string, () => ReturnType<OnInstagram['exchange']>> = {
    'Invalid authorization code': () => on.exchange(used),
    'has expired': async () => {
      const code = await on.codeOf()
      on.later(hours(1))
      return on.exchange(code)
    },
    redirect_uri: async () => on.exchange(await on.codeOf(), { redirect_uri: `${redirectUri}/` }),
    'client secret': async () => on.exchange(await on.codeOf(), { client_secret: 'of-the-house' }),
    'platform app': async () => on.exchange(await on.codeOf(), { client_id: 'another' }),
    grant_type: async () => on.exchange(await on.codeOf(), { grant_type: 'password' }),
    'Invalid authorization': async () => on.exchange(await on.facebook.codeOf()),
  }
  for (const [what, ask] of Object.entries(refusals)) {
    const { status, body } = await ask()
    assert.deepEqual([status, body.error_type, body.code], [400, 'OAuthException', 400], what)
    assert.ok(body.error_message.includes(what), body.error_message)
  }
})

test('instagram.md 1A: a long-lived token can be renewed after a day and before it expires', async () => {
  await using on = await startInstagram()
  const short = await on.shortToken()
  const long = (await on.lengthen(short)).body.access_token
  const errorMessage = async (asking: ReturnType<OnInstagram['renew']>) => String((await asking).body.error?.message)
  assert.match(await errorMessage(on.lengthen(short, { client_secret: 'no' })), /client secret/)
  assert.match(await errorMessage(on.lengthen(long)), /short-lived/)
  assert.match(await errorMessage(on.lengthen(short, { grant_type: 'fb_exchange_token' })), /ig_exchange_token/)
  assert.match(await errorMessage(on.renew(short)), /long-lived/)
  assert.match(await errorMessage(on.renew(await on.connectPages())), /Cannot parse/)
  on.later(days(1) - 1)
  assert.match(await errorMessage(on.renew(long)), /at least 24 hours/)
  on.later(1)
  const { body } = await on.renew(long)
  assert.deepEqual([body.token_type, body.expires_in], ['bearer', 5_184_000])
  on.later(days(59.5))
  assert.match(await errorMessage(on.renew(long)), /Session has expired/)
  assert.equal(await whoHas(on, body.access_token), 'Alice')
})

test('instagram.md 1A: an invalid request is shown to the person, and Cancel denies access', async () => {
  await using on = await startInstagram()
  for (const wrong of [
    { client_id: 'unknown' },
    { redirect_uri: 'http://app.example/back' },
    { response_type: 'token' },
    { scope: 'instagram_business_content_publish' },
    { scope: 'instagram_business_basic,business_basic' },
  ] as const) {
    const { status, location } = await on.authorize(wrong)
    assert.deepEqual([status, location], [400, null], JSON.stringify(wrong))
  }
  const { back } = await on.authorize({ approve: '0' })
  assert.deepEqual([back?.get('error'), back?.get('error_reason')], ['access_denied', 'user_denied'])
  await on.settings({ reviewed: false })
  assert.equal((await on.authorize()).status, 400)
  await on.act('alice', 'become_tester')
  assert.equal((await on.authorize()).status, 302)
})

test('instagram.md 1B: a Facebook sign-in leads to a page’s account, and the page’s token does not expire', async () => {
  await using on = await startInstagram()
  const user = await on.connectPages()
  const get = async (path: string, token = user) => (await on.call('GET', path, { token })).body
  const { id: userId, name } = await get('/me')
  assert.equal(name, 'Alice')
  const { data } = await get('/me/permissions')
  assert.ok(
    data.some(
      ({ permission, status }: Record<string, string>) => permission === 'instagram_basic' && status === 'granted',
    ),
  )
  const pages = await get('/me/accounts?fields=id,name,access_token,tasks,instagram_business_account{id,username}')
  const [bakery, books] = pages.data
  assert.deepEqual([bakery.name, bakery.instagram_business_account.username], ["Alice's Bakery", 'alice'])
  assert.equal(books.instagram_business_account, undefined)
  const [bare] = (await get('/me/accounts?fields=instagram_business_account')).data
  const { id } = bakery.instagram_business_account
  assert.deepEqual(bare.instagram_business_account, { id })
  const other = await on.connect()
  assert.equal((await get('/me?fields=user_id', other)).user_id, id, 'both ways connect the same account')
  const { data: debug } = await get(`/debug_token?input_token=${user}`, 'sandbox-app|sandbox-app-secret')
  assert.deepEqual([debug.is_valid, debug.user_id, debug.granular_scopes.length > 0], [true, userId, true])
  on.later(days(100))
  assert.equal(await whoHas(on, user), '190/463')
  assert.equal(await whoHas(on, bakery.access_token, `/${id}?fields=username`), 'alice')
  assert.equal(await whoHas(on, bakery.access_token), "Alice's Bakery")
  assert.equal(await whoHas(on, books.access_token, `/${id}?fields=username`), '100/33')
})

test('instagram.md 1B: an unselected page gives access to no account, and declined permissions are listed', async () => {
  await using on = await startInstagram()
  const pages = (await on.call('GET', '/me/accounts', { token: await on.connectPages() })).body.data
  const token = await on.connectPages('alice', { pages: pages[1].id, scopes: 'pages_show_list,instagram_basic' })
  assert.deepEqual(
    (await on.call('GET', '/me/accounts?fields=name', { token })).body.data.map(({ name }: { name: string }) => name),
    ["Alice's Books"],
  )
  const { data } = (await on.call('GET', '/me/permissions', { token })).body
  assert.ok(
    data.some(
      ({ status, permission }: Record<string, string>) =>
        status === 'declined' && permission === 'instagram_content_publish',
    ),
  )
  const { user_id: id } = (await on.as('alice', 'GET', '/me?fields=user_id')).body
  assert.equal(await whoHas(on, token, `/${id}?fields=username`), '100/33')
})

test('instagram.md 1B: a Facebook code can be exchanged only there, with the secret and its URL', async () => {
  await using on = await startInstagram()
  const code = await on.facebook.codeOf()
  const request = { client_id: 'sandbox-app', client_secret: 'sandbox-app-secret', redirect_uri: redirectUri, code }
  const trade = async (more: object) => codesOf(await on.query('/oauth/access_token', { ...request, ...more }))
  assert.deepEqual(await trade({ client_secret: 'no' }), [400, 1, undefined])
  assert.deepEqual(await trade({ client_id: 'no' }), [400, 101, undefined])
  assert.deepEqual(await trade({ redirect_uri: `${redirectUri}/` }), [400, 100, 36_008])
  assert.deepEqual(await trade({ code: await on.codeOf() }), [400, 100, 36_009])
  assert.deepEqual(await trade({}), [200, undefined, undefined])
  for (const wrong of [{ client_id: 'no' }, { redirect_uri: 'mailto:a@b.c' }, { scope: 'instagram_business_basic' }])
    assert.equal((await on.facebook.authorize(wrong)).status, 400)
})

test('instagram.md 1B: a secret proof is checked, and required if the app demands it', async () => {
  await using on = await startInstagram()
  const token = await on.connectPages()
  const proof = createHmac('sha256', 'sandbox-app-secret').update(token).digest('hex')
  const ask = async (more: string) => codesOf(await on.call('GET', `/me?fields=id${more}`, { token }))
  assert.deepEqual(await ask('&appsecret_proof=abc'), [400, 104, undefined])
  await on.settings({ requiresProof: true })
  assert.deepEqual(await ask(''), [400, 104, undefined])
  assert.deepEqual(await ask(`&appsecret_proof=${proof}`), [200, undefined, undefined])
  assert.equal(await whoHas(on, await on.connect()), 'Alice')
})

test('instagram.md 1, Revocation: each login type is revoked separately, and a new login starts over', async () => {
  await using on = await startInstagram()
  const [login, user] = [await on.connect(), await on.connectPages()]
  const { data } = (await on.call('GET', '/me/accounts?fields=access_token', { token: user })).body
  const page = data[0].access_token
  await on.act('alice', 'lose_role')
  assert.deepEqual([await whoHas(on, page), await whoHas(on, user)], ['190/492', 'Alice'])
  await on.act('alice', 'restore_role')
  await on.act('alice', 'require_checkpoint')
  assert.deepEqual([await whoHas(on, page), await whoHas(on, login)], ['190/459', 'Alice'])
  await on.act('alice', 'pass_checkpoint')
  const { id } = (await on.call('GET', '/me', { token: user })).body
  assert.equal((await on.call('DELETE', '/122100000000002/permissions', { token: user })).status, 400)
  assert.deepEqual((await on.call('DELETE', `/${id}/permissions`, { token: user })).body, { success: true })
  assert.deepEqual([await whoHas(on, page), await whoHas(on, login)], ['190/458', 'Alice'])
  await on.act('alice', 'revoke_access')
  assert.equal(await whoHas(on, login), '190/458')
  assert.equal(await whoHas(on, await on.connect()), 'Alice')
  assert.equal(await whoHas(on, await on.connectPages()), 'Alice')
})

test('tokens of an earlier run are valid after a restart, for both login types, and Facebook shows the same account', async () => {
  const options = { seed: 'again', startMs: Date.UTC(2026, 10, 15, 9) }
  const valid: string[] = []
  {
    await using before = await startInstagram(options)
    valid.push(await before.connect('user-17'), await before.connectPages('bob'))
  }
  await using on = await startInstagram(options)
  const [login = '', user = ''] = valid
  assert.equal(await whoHas(on, login), 'User 17')
  assert.equal(await whoHas(on, user), 'Bob')
  await using sandbox = await createSandbox()
  const connected = await fetch(`${sandbox.url}/control/accounts`, {
    method: 'POST',
    body: JSON.stringify({ network: 'facebook', count: 1 }),
    headers: { 'content-type': 'application/json' },
  })
  const { accounts } = (await connected.json()) as { accounts: { pageId: string; userToken: string }[] }
  const [{ pageId, userToken } = { pageId: '', userToken: '' }] = accounts
  const fields = 'instagram_business_account{id,username}'
  const page = await fetch(`${sandbox.url}/facebook/${pageId}?fields=${fields}&access_token=${userToken}`)
  const { instagram_business_account: linked } = (await page.json()) as Record<string, { id: string; username: string }>
  assert.deepEqual([linked?.username, /^178414/.test(linked?.id ?? '')], ['user.1', true])
})
