import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CallFailed, type Connector, type JsonObject } from '#connectors/connector.ts'
import { openStand } from '#test/connector-suite/stand.ts'
import { facebook } from '../index.ts'
import { auth, neededScopes } from './auth.ts'

const connector: Connector = facebook
const redirectUrl = 'http://127.0.0.1:4000/v1/oauth/callback/facebook'

async function start(t: TestContext, settings: Readonly<Record<string, unknown>> = {}) {
  const stand = await openStand(t, 'facebook')
  const network = stand.sandbox.network('facebook')
  assert.equal(network.settings.change(settings), null)
  /** Passes the consent page, with the choices in `ticked`, and returns the code. */
  async function consent(login: string, ticked: Readonly<Record<string, string>> = {}) {
    const { addresses, app } = stand.http()
    assert.ok(app && auth.oauth)
    const request = { redirectUrl, state: 'a state & more', scopes: auth.scopes ?? [], challenge: null }
    const url = new URL(auth.oauth.authorizeUrl(addresses, app, request))
    for (const [name, value] of Object.entries({ login, approve: '1', ...ticked })) url.searchParams.set(name, value)
    const answer = await fetch(url, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? 'about:blank')
    assert.equal(back.searchParams.get('state'), request.state)
    return back.searchParams.get('code') ?? ''
  }
  const exchange = (code: string, to = redirectUrl) => {
    assert.ok(auth.oauth)
    return auth.oauth.exchange(stand.http(), { code, redirectUrl: to, verifier: null })
  }
  const signIn = async (login: string, ticked: Readonly<Record<string, string>> = {}) =>
    exchange(await consent(login, ticked))
  const act = (name: string, account = 'alice') => network.acts[name]?.(account)
  return { stand, consent, exchange, signIn, act }
}

const failing = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => assert.fail('it should have failed'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CallFailed, String(error))
  return error.failure
}
const meaning = async (work: Promise<unknown>, step = 'whoami') =>
  connector.judge(await failing(work), step, new Date(0)) ?? assert.fail('it is not a row of the table')

test('the granted scopes are returned, not the requested ones, and each page has its own token', async (t) => {
  const { signIn } = await start(t)
  const whole = await signIn('alice')
  // Everyone grants this scope.
  const always = 'public_profile'
  assert.deepEqual([...whole.scopes].sort(), [...(auth.scopes ?? []), always].sort())
  assert.equal(whole.expiresAt, null)
  const tokens = Object.values(whole.grant.pages).map(({ token }) => token)
  assert.equal(new Set([...tokens, whole.grant.userToken]).size, 3)
  const few = await signIn('bob', { scopes: neededScopes.join(',') })
  assert.deepEqual([...few.scopes].sort(), [...neededScopes, always].sort())
})

test('all pages are listed, across any number of result pages', async (t) => {
  const { signIn, stand } = await start(t, { page_size_max: 1 })
  const { grant } = await signIn('alice')
  assert.equal(Object.keys(grant.pages).length, 2)
  const seq = stand.sandbox.calls.total
  const pages = (await auth.targets?.(stand.http(), grant)) ?? []
  assert.deepEqual(
    pages.map(({ handle, lacks }) => [handle, lacks]),
    [
      ['alice.bakery', null],
      ["Alice's Books", null],
    ],
  )
  const calls = stand.callsSince(seq).map(({ call }) => call)
  assert.equal(calls.filter((call) => call === 'getAccounts').length, 2)
})

test('a page that the user may not publish to states the reason', async (t) => {
  const { signIn, stand } = await start(t)
  const { grant } = await signIn('user-1')
  const pages = (await auth.targets?.(stand.http(), grant)) ?? []
  assert.equal(pages[0]?.lacks, null)
  assert.match(pages[1]?.lacks ?? '', /^You can’t publish to “.+”\. Ask a page admin/)
})

test('a page added later requires another sign-in, and an unselected page is not listed', async (t) => {
  const { signIn, stand } = await start(t)
  const { grant } = await signIn('alice', { pages: 'alice-bakery' })
  assert.equal(Object.keys(grant.pages).length, 1)
  await signIn('alice')
  const [first, second] = (await auth.targets?.(stand.http(), grant)) ?? []
  assert.equal(first?.lacks, null)
  assert.match(second?.lacks ?? '', /Sign in again/)
  assert.equal((await meaning(auth.whoami(stand.http(), grant, second?.remoteId ?? ''))).is, 'reauth')
})

test('a page’s token outlives the user’s token, which is only used to list pages', async (t) => {
  const { signIn, stand } = await start(t)
  const { grant } = await signIn('alice')
  const [page = ''] = Object.keys(grant.pages)
  stand.later(61 * 86_400_000)
  assert.equal((await auth.whoami(stand.http(), grant, page)).handle, 'alice.bakery')
  assert.equal((await meaning(auth.targets?.(stand.http(), grant) ?? assert.fail(), 'targets')).is, 'reauth')
})

test('a long-lived token is accepted even if it is returned right away or without a lifetime', async (t) => {
  const { signIn, stand } = await start(t, { codes_give_long: true, omit_expires_in: true })
  const { grant } = await signIn('alice')
  const [page = ''] = Object.keys(grant.pages)
  stand.later(61 * 86_400_000)
  await auth.whoami(stand.http(), grant, page)
})

test('a code works once, and only for the callback URL it was issued for', async (t) => {
  const { consent, exchange } = await start(t)
  const code = await consent('alice')
  assert.equal((await meaning(exchange(code, `${redirectUrl}/`), 'connect')).is, 'reauth')
  await exchange(code)
  assert.equal((await meaning(exchange(code), 'connect')).is, 'reauth')
})

test('each call includes the app secret proof if the app requires it', async (t) => {
  const { signIn, stand } = await start(t, { require_appsecret_proof: true })
  const { grant } = await signIn('alice')
  await auth.targets?.(stand.http(), grant)
  await auth.revoke?.(stand.http(), grant)
})

test('a URL contains tokens and secrets only where the network accepts them nowhere else', async (t) => {
  const { signIn, stand } = await start(t)
  const addresses: string[] = []
  stand.standBetween((request, send) => {
    if (!['exchangeCode', 'extendToken', 'debugToken'].includes(request.name)) addresses.push(request.url)
    return send(request)
  })
  const { grant } = await signIn('alice')
  await auth.targets?.(stand.http(), grant)
  assert.ok(addresses.length >= 4)
  for (const token of [grant.userToken, ...Object.values(grant.pages).map(({ token }) => token)])
    for (const address of addresses) assert.ok(!address.includes(token), address)
})

test('a grant revoked by the user or by us is distinguished from a temporary failure', async (t) => {
  const { signIn, stand, act } = await start(t)
  const whys = new Set<string>()
  for (const end of ['change_password', 'log_out', 'remove_app', 'lose_role', 'require_checkpoint', null]) {
    const { grant } = await signIn('alice')
    const [page = ''] = Object.keys(grant.pages)
    if (end) await act(end)
    else await auth.revoke?.(stand.http(), grant)
    const verdict = await meaning(auth.whoami(stand.http(), grant, page))
    assert.equal(verdict.is, 'reauth', `${end}: ${verdict.why}`)
    whys.add(verdict.why)
    await act('restore_role')
    await act('pass_checkpoint')
  }
  assert.equal(whys.size, 5, 'each has its own message; our revocation counts as a removal')
})

test('whoami without a page returns the user, with the ID that later identifies them', async (t) => {
  const { signIn, stand } = await start(t)
  const { grant, principal } = await signIn('alice')
  const person = await auth.whoami(stand.http(), grant)
  assert.deepEqual([person.remoteId, person.followers], [principal, null])
  assert.ok(!Object.hasOwn(grant.pages, principal))
  assert.deepEqual(JSON.parse(JSON.stringify(grant)), grant satisfies JsonObject)
})

test('a page listed only in a business portfolio or the grant can be selected and published to', async (t) => {
  const { signIn, stand } = await start(t)
  for (const list of ['owned_pages', 'client_pages', 'nowhere']) {
    assert.equal(stand.sandbox.network('facebook').settings.change({ second_page_in: list }), null)
    const { grant } = await signIn('alice')
    const pages = (await auth.targets?.(stand.http(), grant)) ?? []
    assert.deepEqual(
      pages.map(({ handle, lacks }) => [handle, lacks]),
      [
        ['alice.bakery', null],
        ["Alice's Books", null],
      ],
      list,
    )
    const page = pages[1]?.remoteId ?? ''
    assert.equal((await auth.whoami(stand.http(), grant, page)).remoteId, page, list)
  }
})

test('without permission to read portfolios, granted pages are still found', async (t) => {
  const { signIn, stand } = await start(t, { second_page_in: 'owned_pages' })
  const { grant } = await signIn('alice', { scopes: neededScopes.join(',') })
  assert.deepEqual(
    ((await auth.targets?.(stand.http(), grant)) ?? []).map(({ handle, lacks }) => [handle, lacks]),
    [
      ['alice.bakery', null],
      ["Alice's Books", null],
    ],
  )
})

test('a failure to read portfolios fails the list, so no page is silently omitted', async (t) => {
  const { signIn, stand } = await start(t)
  const { grant } = await signIn('alice')
  for (const call of ['getBusinesses', 'getOwnedPages', 'debugToken']) {
    stand.fault({ kind: 'error_before', call })
    await failing(auth.targets?.(stand.http(), grant) ?? assert.fail())
  }
})

test('a Facebook Login for Business configuration replaces the scopes', async (t) => {
  const { stand, exchange } = await start(t, { login_config_scopes: [...neededScopes, 'read_insights'].join(',') })
  const { addresses, app } = stand.http()
  assert.ok(app && auth.oauth)
  const configId = String(stand.sandbox.network('facebook').settings.read().login_config_id)
  const request = { redirectUrl, state: 's', scopes: auth.scopes ?? [], challenge: null }
  const url = new URL(auth.oauth.authorizeUrl(addresses, { ...app, configId }, request))
  assert.deepEqual([url.searchParams.get('config_id'), url.searchParams.has('scope')], [configId, false])
  for (const [name, value] of Object.entries({ login: 'alice', approve: '1' })) url.searchParams.set(name, value)
  const answer = await fetch(url, { redirect: 'manual' })
  const code = new URL(answer.headers.get('location') ?? 'about:blank').searchParams.get('code') ?? ''
  const { scopes } = await exchange(code)
  assert.deepEqual([...scopes].sort(), [...neededScopes, 'public_profile', 'read_insights'].sort())
})
