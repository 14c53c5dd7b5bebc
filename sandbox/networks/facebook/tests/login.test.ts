import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours } from '../../../core/kit/clock.ts'
import { client, proofOf, redirectUri, startFacebook } from './kit.ts'

test('a person authorizes the app: a code leads to a short-lived token, a long-lived token, and page tokens that do not expire', async () => {
  await using on = await startFacebook()
  const { back, location } = await on.consent('alice')
  assert.ok(location?.endsWith('#_=_'))
  assert.equal(back?.get('state'), 's&1')
  const short = await on.exchange(back?.get('code') ?? '')
  assert.deepEqual([short.status, short.body.token_type, short.body.expires_in], [200, 'bearer', 5_400])
  const long = await on.extend(short.body.access_token)
  assert.equal(long.body.expires_in, 5_183_944)
  const token = long.body.access_token

  const me = await on.call('GET', '/me?fields=id,name,picture.type(large)', { token })
  assert.deepEqual([me.body.id, me.body.name, me.body.picture.data.height], ['122100000000001', 'Alice', 200])
  const { body } = await on.call(
    'GET',
    '/me/accounts?fields=id,name,username,access_token,tasks,followers_count&limit=100',
    { token },
  )
  assert.deepEqual(
    body.data.map((page: { name: string; username?: string }) => [page.name, page.username]),
    [
      ["Alice's Bakery", 'alice.bakery'],
      ["Alice's Books", undefined],
    ],
  )
  const ofPage = body.data[0].access_token
  const debug = await on.call(
    'GET',
    `/debug_token?input_token=${ofPage}&access_token=${client.client_id}|${client.client_secret}`,
  )
  assert.deepEqual(
    [debug.body.data.type, debug.body.data.expires_at, debug.body.data.profile_id],
    ['PAGE', 0, body.data[0].id],
  )
  on.later(days(61))
  assert.equal((await on.call('GET', '/me', { token })).body.error.error_subcode, 463)
  assert.equal((await on.call('GET', '/me', { token: ofPage })).body.id, body.data[0].id)
})

// facebook.md, 1 Auth, line 5.
test('a page token from a short-lived token expires with it', async () => {
  await using on = await startFacebook()
  const [page] = await on.accounts(await on.shortToken('alice'))
  assert.equal((await on.call('GET', '/me', { token: page?.access_token ?? '' })).status, 200)
  on.later(hours(1.5))
  const { status, body } = await on.call('GET', '/me', { token: page?.access_token ?? '' })
  assert.deepEqual([status, body.error.code, body.error.error_subcode], [400, 190, 463])
})

test('unchecked scopes are not granted, and unchecked pages are not listed', async () => {
  await using on = await startFacebook()
  const more = { scopes: 'pages_show_list,pages_manage_posts', pages: 'alice-books', return_scopes: 'true' }
  const { back } = await on.consent('alice', { ...more, scope: 'pages_show_list,pages_manage_posts,read_insights' })
  assert.equal(back?.get('denied_scopes'), 'read_insights')
  const token = (await on.exchange(back?.get('code') ?? '')).body.access_token
  const { body } = await on.call('GET', '/me/permissions', { token })
  assert.deepEqual(
    body.data.find(({ permission }: { permission: string }) => permission === 'read_insights'),
    {
      permission: 'read_insights',
      status: 'declined',
    },
  )
  assert.deepEqual(
    (await on.accounts(token)).map(({ name }) => name),
    ["Alice's Books"],
  )
})

// facebook.md, 1 Auth, line 1: auth_type=rerequest.
test('a declined scope stays declined unless the app sends auth_type=rerequest', async () => {
  await using on = await startFacebook()
  await on.consent('alice', { scopes: 'pages_show_list' })
  const granted = async (more: Readonly<Record<string, string>>) => {
    const token = await on.shortToken('alice', more)
    const { data } = (await on.call('GET', '/me/permissions', { token })).body
    return data.find(({ permission }: { permission: string }) => permission === 'pages_manage_posts').status
  }
  assert.equal(await granted({}), 'declined')
  assert.equal(await granted({ auth_type: 'rerequest' }), 'granted')
})

test('the page has a button for each person and a checkbox for each scope and page, and submitting it redirects back', async () => {
  await using on = await startFacebook()
  const { status, body } = await on.consent('', { approve: '', scope: 'pages_show_list,pages_manage_posts' })
  assert.equal(status, 200)
  for (const name of ['Alice', 'Bob', 'Carla']) assert.match(body, new RegExp(`Continue as ${name}`))
  assert.equal(body.split('type="checkbox" name="scopes"').length - 1, 2)
  assert.equal(body.split('type="checkbox" name="pages"').length - 1, 6)
  const form = Object.fromEntries(
    [...body.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  )
  const pressed = await on.call('POST', '/dialog/oauth', {
    form: { ...form, scopes: 'pages_show_list', pages: 'bob-books', login: 'bob' },
  })
  const back = new URL(pressed.headers.get('location') ?? '').searchParams
  assert.equal(back.get('state'), 's&1')
  const token = (await on.exchange(back.get('code') ?? '')).body.access_token
  assert.deepEqual(
    (await on.accounts(token)).map(({ name }) => name),
    ["Bob's Books"],
  )
  const cancelled = await on.call('POST', '/dialog/oauth', { form: { ...form, approve: '0' } })
  const no = new URL(cancelled.headers.get('location') ?? '').searchParams
  assert.deepEqual([no.get('error'), no.get('error_reason'), no.get('code')], ['access_denied', 'user_denied', null])
})

test('a list longer than one page continues from its cursor or its URL', async () => {
  await using on = await startFacebook()
  await on.settings({ page_size_max: 1 })
  const token = await on.longToken('alice')
  const first = (await on.call('GET', '/me/accounts?fields=name&limit=100', { token })).body
  assert.deepEqual([first.data.length, first.data[0].name], [1, "Alice's Bakery"])
  const second = (await on.call('GET', first.paging.next, { token })).body
  assert.deepEqual([second.data[0].name, second.paging.next], ["Alice's Books", undefined])
})

test('a code is valid once, within ten minutes, for its URL, and for the app with the secret', async () => {
  await using on = await startFacebook()
  const code = (await on.consent('alice')).back?.get('code') ?? ''
  const errorOf = async (more: Readonly<Record<string, string>>) => (await on.exchange(code, more)).body.error
  assert.equal((await errorOf({ redirect_uri: `${redirectUri}/` })).error_subcode, 36_008)
  assert.equal((await errorOf({ client_secret: 'guessed' })).message, 'Error validating client secret.')
  assert.equal((await errorOf({ client_id: 'another' })).code, 101)
  assert.equal((await on.exchange(code)).status, 200)
  assert.equal((await errorOf({})).error_subcode, 36_009)
  const late = (await on.consent('alice')).back?.get('code') ?? ''
  on.later(600_000)
  assert.equal((await on.exchange(late)).body.error.error_subcode, 36_007)
})

test('an invalid app or callback is shown to the person and never sent to the callback', async () => {
  await using on = await startFacebook()
  for (const more of [
    { client_id: 'unknown' },
    { redirect_uri: 'javascript:alert(1)' },
    { scope: 'pages_fly' },
  ] as const) {
    const { status, location } = await on.consent('alice', more)
    assert.deepEqual([status, location], [400, null], JSON.stringify(more))
  }
  await on.settings({ redirect_uris: 'https://one.example/,https://two.example/' })
  assert.equal((await on.consent('alice', { redirect_uri: 'https://one.example/evil' })).status, 400)
  assert.equal((await on.consent('alice', { redirect_uri: 'https://two.example/' })).status, 302)
})

// facebook.md, 1 Auth, line 8, and 6 Errors, 104.
test('a secret proof is checked if present, and required if the app demands it', async () => {
  await using on = await startFacebook()
  const { token } = await on.page()
  const ask = async (proof: string | null) =>
    (await on.call('GET', `/me${proof === null ? '' : `?appsecret_proof=${proof}`}`, { token })).body.error?.code ?? 200
  assert.deepEqual([await ask(null), await ask(proofOf(token)), await ask(proofOf('other'))], [200, 200, 104])
  await on.settings({ require_appsecret_proof: true })
  assert.deepEqual([await ask(null), await ask(proofOf(token))], [104, 200])
})

// facebook.md, 1 Auth, line 5, and 6 Errors, 190.
test('a changed password and a removed app, role or session each invalidate tokens with a separate subcode, and a new consent is valid', async () => {
  for (const [act, subcode] of [
    ['change_password', 460],
    ['remove_app', 458],
    ['lose_role', 492],
    ['require_checkpoint', 459],
    ['log_out', 467],
  ] as const) {
    await using on = await startFacebook()
    const page = await on.page('alice')
    const ofBob = await on.page('bob')
    await on.act(act === 'lose_role' ? 'alice-bakery' : 'alice', act)
    const { status, body } = await page.post({ message: 'too late' })
    assert.deepEqual([status, body.error.code, body.error.error_subcode], [400, 190, subcode], act)
    assert.equal((await ofBob.post({ message: 'still here' })).status, 200)
    if (act === 'lose_role') assert.equal((await on.accounts(await on.longToken('alice'))).length, 1)
    else if (act !== 'require_checkpoint') {
      const again = await on.page('alice')
      assert.equal((await again.post({ message: 'again' })).status, 200)
      assert.equal((await page.post({ message: 'old' })).body.error.error_subcode, subcode)
    }
    assert.equal(
      on.seen('alice-bakery').some(({ text }) => text === 'too late' || text === 'old'),
      false,
    )
  }
})

test('revoking all permissions removes the app; revoking one keeps the others', async () => {
  await using on = await startFacebook()
  const token = await on.longToken('alice')
  const [page] = await on.accounts(token)
  assert.equal((await on.call('DELETE', '/122100000000001/permissions/read_insights', { token })).body.success, true)
  assert.equal((await on.call('DELETE', '/122100000000002/permissions', { token })).body.error.error_subcode, 33)
  assert.equal((await on.call('GET', '/me', { token })).status, 200)
  assert.equal((await on.call('DELETE', '/122100000000001/permissions', { token })).body.success, true)
  for (const dead of [token, page?.access_token ?? ''])
    assert.equal((await on.call('GET', '/me', { token: dead })).body.error.error_subcode, 458)
})

// facebook.md, 1 Auth, line 4.
test('a page of a business portfolio is not in the person’s own list; reading the portfolio needs business_management', async () => {
  await using on = await startFacebook()
  await on.settings({ second_page_in: 'owned_pages' })
  const token = await on.longToken('alice')
  assert.deepEqual(
    (await on.accounts(token)).map(({ name }) => name),
    ["Alice's Bakery"],
  )
  const [portfolio] = (await on.call('GET', '/me/businesses?fields=id,name', { token })).body.data
  const owned = await on.call('GET', `/${portfolio.id}/owned_pages?fields=name,access_token`, { token })
  assert.equal(owned.body.data[0].name, "Alice's Books")
  const { data } = (await on.call('GET', `/${portfolio.id}/client_pages`, { token })).body
  assert.deepEqual(data, [])
  const tasks = await on.call('GET', `/${portfolio.id}/owned_pages?fields=tasks`, { token })
  assert.equal(tasks.body.error.code, 100)
  const few = await on.longToken('bob', { scopes: 'pages_show_list' })
  assert.equal((await on.call('GET', '/me/businesses', { token: few })).body.error.code, 200)
})

// facebook.md, 1 Auth, line 1.
test('a configuration replaces the scopes: it must belong to the app, and `scope` must be absent', async () => {
  await using on = await startFacebook()
  const config = { config_id: '700000000000001' }
  const query = new URLSearchParams({ client_id: client.client_id, redirect_uri: redirectUri, ...config })
  const good = await on.call('GET', `/dialog/oauth?${query}&login=alice&approve=1`)
  assert.equal(good.status, 302)
  assert.equal((await on.consent('alice', config)).status, 400)
  query.set('config_id', '1')
  assert.equal((await on.call('GET', `/dialog/oauth?${query}&login=alice&approve=1`)).status, 400)
})
