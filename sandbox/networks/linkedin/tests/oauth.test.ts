import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, minutes } from '../../../core/kit/clock.ts'
import { allScopes, app, type OnLinkedin, startLinkedin } from './kit.ts'

// "linkedin.md 1" and the like are the section of the network's description that a test verifies.

const whoHas = async (on: OnLinkedin, token: string) => {
  const { status, body } = await on.call('GET', '/rest/me', { token })
  return status === 200 ? body.vanityName : (body.code ?? status)
}
const revoked = 'REVOKED_ACCESS_TOKEN'

test('linkedin.md 1 Token: a member authorizes an app for 60 days, and no token renews it', async () => {
  await using on = await startLinkedin()
  const { back } = await on.authorize()
  assert.equal(back?.get('state'), 's&1')
  const { status, body } = await on.exchange(back?.get('code') ?? '')
  assert.deepEqual([status, body.token_type, body.expires_in], [200, 'Bearer', 5_184_000])
  assert.deepEqual(body.scope.split(','), allScopes.split(' '))
  assert.deepEqual([body.refresh_token, body.id_token], [undefined, undefined])
  assert.ok(body.access_token.length < 1_000)
  on.later(days(60) - 1)
  assert.equal(await whoHas(on, body.access_token), 'alice')
  on.later(1)
  assert.equal(await whoHas(on, body.access_token), 'EXPIRED_ACCESS_TOKEN')
})

test('linkedin.md 1 Refresh: a partner’s refresh token stays the same and expires after a year, however often it is used', async () => {
  await using on = await startLinkedin()
  await on.settings({ partner: true, scopeSeparator: ' ' })
  const first = await on.connect()
  assert.deepEqual([first.refresh_token_expires_in, first.scope], [31_536_000, allScopes])
  on.later(days(300))
  const { body: second } = await on.refresh(first.refresh_token)
  assert.deepEqual([second.refresh_token, second.refresh_token_expires_in], [first.refresh_token, 5_616_000])
  assert.equal(await whoHas(on, second.access_token), 'alice')
  on.later(days(65))
  const late = await on.refresh(first.refresh_token)
  assert.deepEqual([late.status, late.body.error], [400, 'invalid_request'])
  await on.settings({ refusedGrant: 'invalid_grant' })
  assert.equal((await on.refresh('guessed')).body.error, 'invalid_grant')
})

test('linkedin.md 1 Authorize: a code is valid once, for half an hour, for the URL that it was requested for', async () => {
  await using on = await startLinkedin()
  const used = await on.codeOf()
  assert.equal((await on.exchange(used)).status, 200)
  const refusals: readonly (readonly [string, () => ReturnType<OnLinkedin['exchange']>])[] = [
    ['invalid_request not found', () => on.exchange(used)],
    ['invalid_request not found', () => on.exchange('guessed')],
    [
      'invalid_request expired',
      async () => {
        const code = await on.codeOf()
        on.later(minutes(30))
        return on.exchange(code)
      },
    ],
    [
      'invalid_request does not match',
      async () => on.exchange(await on.codeOf(), { redirect_uri: 'https://app.example/' }),
    ],
    ['invalid_client authentication failed', async () => on.exchange(await on.codeOf(), { client_secret: 'no' })],
    ['unsupported_grant_type is not supported', async () => on.exchange(await on.codeOf(), { grant_type: 'password' })],
  ]
  for (const [wanted, ask] of refusals) {
    const { status, body } = await ask()
    const [error = '', ...says] = wanted.split(' ')
    assert.deepEqual([status, body.error], [error === 'invalid_client' ? 401 : 400, error])
    assert.ok(body.error_description.includes(says.join(' ')), body.error_description)
  }
})

test('linkedin.md 1 Authorize: errors about the app are shown to the person, all others are sent to the app', async () => {
  await using on = await startLinkedin()
  for (const wrong of [
    { client_id: 'unknown' },
    { redirect_uri: 'http://app.example/back' },
    { redirect_uri: 'https://app.example/back#x' },
    { redirect_uri: 'javascript:alert(1)' },
  ]) {
    const { status, location } = await on.authorize(wrong)
    assert.deepEqual([status, location], [400, null], JSON.stringify(wrong))
  }
  const refusals: readonly (readonly [Record<string, string>, string])[] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: '' }, 'invalid_request'],
    [{ scope: 'r_member_social' }, 'unauthorized_scope_error'],
    [{ scope: 'openid w_member_social' }, 'unauthorized_scope_error'],
    [{ approve: '0' }, 'user_cancelled_authorize'],
    [{ approve: '0', login: '' }, 'user_cancelled_login'],
    [{ scopes: '' }, 'user_cancelled_authorize'],
  ]
  for (const [wrong, error] of refusals) {
    const { back } = await on.authorize(wrong)
    assert.deepEqual([back?.get('error'), back?.get('state'), back?.get('code')], [error, 's&1', null])
    assert.match(back?.get('error_description') ?? '', /./)
  }
  await on.settings({ callbacks: ['https://app.example/other'] })
  assert.equal((await on.authorize()).status, 400)
  assert.equal((await on.authorize({ redirect_uri: 'https://app.example/other' })).status, 302)
})

test('linkedin.md 1: the page has a button for each member, and its form works', async () => {
  await using on = await startLinkedin()
  const { status, body, location } = await on.authorize({ login: '', approve: '' })
  assert.deepEqual([status, location], [200, null])
  assert.match(body, /Allow as Alice/)
  const fields = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map((found) => [
    found[1],
    (found[2] ?? '').replaceAll('&amp;', '&'),
  ])
  const form = { ...Object.fromEntries(fields), login: 'bob', approve: '1' }
  const answer = await on.call('POST', '/oauth/v2/authorization', { form })
  const back = new URL(answer.headers.get('location') ?? '').searchParams
  assert.equal(back.get('state'), 's&1')
  assert.equal(await whoHas(on, (await on.exchange(back.get('code') ?? '')).body.access_token), 'bob')
})

test('linkedin.md 1 Products: scopes that the app does not have may be omitted silently; fewer may be granted', async () => {
  await using on = await startLinkedin()
  await on.settings({ omitsScopes: true })
  const scope = 'openid w_member_social r_basicprofile'
  assert.equal((await on.connect('alice', scope)).scope, 'w_member_social,r_basicprofile')
  const code = await on.codeOf({ scope, scopes: 'r_basicprofile' })
  assert.equal((await on.exchange(code)).body.scope, 'r_basicprofile')
})

test('linkedin.md 1 Identity: OpenID returns a member’s ID in userinfo, and an app for pages returns the same ID in me', async () => {
  await using on = await startLinkedin()
  const { id, vanityName } = (await on.as('alice', 'GET', '/v2/me')).body
  assert.deepEqual([vanityName, (await on.as('alice', 'GET', '/rest/me')).body.id], ['alice', id])
  await on.settings({ products: ['openid', 'share'] })
  const { access_token: token, id_token } = await on.connect('alice', 'openid profile email w_member_social')
  assert.equal(id_token.split('.').length, 3)
  const { body } = await on.call('GET', '/v2/userinfo', { token })
  assert.deepEqual([body.sub, body.name, body.email], [id, 'Alice', 'alice@people.example'])
  assert.equal((await fetch(body.picture)).status, 200)
  on.later(days(61))
  assert.equal((await fetch(body.picture)).status, 403)
  assert.equal((await on.call('GET', '/rest/me', { token })).status, 401)
})

test('linkedin.md 1 Pages: the list contains a member’s organizations with the member’s role in each', async () => {
  await using on = await startLinkedin()
  const ask = async (more = '') =>
    (await on.as('alice', 'GET', `/rest/organizationAcls?q=roleAssignee&state=APPROVED${more}`)).body
  const { elements, paging } = await ask()
  assert.deepEqual(
    elements.map((one: Record<string, string>) => [one.role, one.state, one.roleAssignee]),
    ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR'].map((role) => [role, 'APPROVED', elements[0].roleAssignee]),
  )
  assert.deepEqual([paging.start, paging.count, paging.total], [0, 10, 2])
  assert.equal((await ask('&role=ADMINISTRATOR')).elements.length, 1)
  assert.equal((await ask('&start=1&count=5')).elements[0].role, 'CONTENT_ADMINISTRATOR')
  const id = elements[0].organization.split(':').at(-1)
  const { body } = await on.as('alice', 'GET', `/rest/organizations/${id}`)
  assert.deepEqual([body.localizedName, body.vanityName], ['Alice Works', 'alice-works'])
  assert.equal((await on.as('bob', 'GET', `/rest/organizations/${id}`)).status, 403)
  await on.settings({ targetField: 'organizationTarget', contentRole: 'CONTENT_ADMIN' })
  assert.deepEqual(
    (await ask('&role=CONTENT_ADMIN')).elements.map((one: Record<string, string>) => one.organizationTarget),
    [elements[1].organization],
  )
  await on.act('alice', 'lose_role')
  assert.deepEqual((await ask()).elements, [])
})

test('linkedin.md 1: requesting different scopes revokes earlier tokens, and requesting the same scopes does not', async () => {
  await using on = await startLinkedin()
  const first = (await on.connect()).access_token
  const second = (await on.connect()).access_token
  assert.deepEqual([await whoHas(on, first), await whoHas(on, second)], ['alice', 'alice'])
  const third = (await on.connect('alice', 'r_basicprofile')).access_token
  assert.deepEqual([await whoHas(on, first), await whoHas(on, second)], [revoked, revoked])
  assert.equal(await whoHas(on, third), 'alice')
  await on.connect()
  assert.deepEqual([await whoHas(on, first), await whoHas(on, third)], [revoked, revoked])
})

test('linkedin.md 1: a token can be introspected and revoked', async () => {
  await using on = await startLinkedin()
  const token = (await on.connect()).access_token
  const ask = async () => (await on.call('POST', '/oauth/v2/introspectToken', { form: { token, ...app } })).body
  const { active, status, scope } = await ask()
  assert.deepEqual([active, status, scope], [true, 'active', allScopes.replaceAll(' ', ',')])
  const giveBack = (secret: Record<string, string>) =>
    on.call('POST', '/oauth/v2/revoke', { form: { token, ...app, ...secret } })
  assert.equal((await giveBack({ client_secret: 'no' })).status, 401)
  await on.settings({ revokes: false })
  assert.equal((await giveBack({})).status, 404)
  await on.settings({ revokes: true })
  assert.equal((await giveBack({})).status, 200)
  assert.deepEqual([(await ask()).status, await whoHas(on, token)], ['revoked', revoked])
})

test('tokens survive a restart, and revoked tokens stay revoked; another seed or a reset invalidates all of them', async () => {
  const before = await startLinkedin()
  const [kept, ended, code] = [
    (await before.connect('user-7')).access_token,
    (await before.connect('alice')).access_token,
    await before.codeOf(),
  ]
  await before.sandbox.close()
  await using on = await startLinkedin()
  assert.equal(await whoHas(on, kept), 'user-7')
  assert.equal((await on.exchange(code)).status, 400)
  const again = (await on.connect('alice', 'r_basicprofile')).access_token
  assert.deepEqual([await whoHas(on, ended), await whoHas(on, again)], [revoked, 'alice'])
  await using other = await startLinkedin({ seed: 'another' })
  assert.equal(await whoHas(other, kept), 'INVALID_ACCESS_TOKEN')
  assert.equal(await whoHas(on, `${kept.split('.')[0]}.x`), 'INVALID_ACCESS_TOKEN')
  on.sandbox.reset()
  assert.equal(await whoHas(on, kept), 'INVALID_ACCESS_TOKEN')
})

test('numbered members have already authorized the app, each with their own organization', async () => {
  await using on = await startLinkedin()
  const { body } = await on.call('POST', '/control/accounts', { json: { network: 'linkedin', count: 2 } })
  const [, { account, accessToken, urn, organization }] = body.accounts
  assert.deepEqual([account, await whoHas(on, accessToken)], ['user-2', 'user-2'])
  for (const author of [urn, organization]) {
    const json = await on.bodyOf('alice', { author, commentary: `by ${author.split(':')[2]}` })
    assert.equal((await on.call('POST', '/rest/posts', { token: accessToken, json })).status, 201)
  }
  assert.deepEqual(
    [...on.seen('user-2'), ...on.seen('user-2-works')].map(({ text }) => text),
    ['by person', 'by organization'],
  )
})
