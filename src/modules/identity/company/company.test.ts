import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { epoch } from '#test/harness/clock.ts'
import { type OidcProvider, openOidcProvider } from '#test/servers/oidc/provider.ts'
import { companyBrowser } from '#test/world/company-browser.ts'
import { inviteToSignUp, markEmailVerified } from '../index.ts'

/** Company sign-in against a real provider. Most tests share one application; each has its own people. */
let t: TestApp
let provider: OidcProvider
before(async () => {
  provider = await openOidcProvider(() => t?.now() ?? epoch, 'http://posthorn.test')
  t = await startApp({ settings: provider.settings })
  await t.as('owner')
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

const verified = (name: string) => ({ email: `${name}@example.com`, email_verified: true, name: `${name} at work` })
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? 200 : `${status} ${body.code}`

/** Starts another installation on the same provider. */
async function freshApp(settings: Record<string, string> = {}) {
  const app = await startApp({ settings: { ...provider.settings, ...settings } })
  await app.as('owner')
  return app
}

test('200: a new person gets an account and a session in the browser, and the next sign-in is the same account', async () => {
  await provider.person('nora', verified('nora'))
  const browser = companyBrowser(t)
  const { status, body } = await browser.signIn('nora', { next: '/posts?tab=drafts' })
  assert.equal(status, 200)
  const { user } = body
  assert.deepEqual(
    [user.email, user.emailVerified, user.name, user.role, body.next],
    ['nora@example.com', true, 'nora at work', 'user', '/posts?tab=drafts'],
  )
  assert.equal((await t.withToken(body.token).get('/v1/auth/me')).status, 200)
  const renewed = await browser.call('POST', '/v1/auth/session/refresh')
  assert.equal(renewed.body.user.uid, user.uid)
  assert.equal((await companyBrowser(t).signIn('nora')).body.user.uid, user.uid)
})

test('another address of the same person at the provider stays the same account', async () => {
  await provider.person('mia', { ...verified('mia'), sub: 'mia' })
  const first = (await companyBrowser(t).signIn('mia')).body.user
  await provider.person('mia', { ...verified('mia-married'), sub: 'mia' })
  const { body } = await companyBrowser(t).signIn('mia')
  assert.equal(body.user.uid, first.uid)
  const connection = await t.withToken(body.token).get('/v1/auth/me/company')
  assert.equal(connection.body.email, 'mia-married@example.com')
})

test('an existing account is connected by an address that both sides have verified', async () => {
  const ada = await t.as('ada')
  await markEmailVerified(t.deps, ada.email)
  await provider.person('ada', verified('ada'))
  const { body } = await companyBrowser(t).signIn('ada')
  assert.equal(body.user.uid, ada.uid)
  const { entries } = (await ada.get('/v1/auth/me/audit-log')).body
  assert.ok(entries.some(({ action }: { action: string }) => action === 'company_sign_in.connected'))
  assert.equal((await ada.get('/v1/auth/me')).status, 200, 'the password session stays')
})

test('403: an address that the provider has not verified takes over no account', async () => {
  const eve = await t.as('victim')
  await markEmailVerified(t.deps, eve.email)
  await provider.person('mallory', { email: eve.email, email_verified: false })
  assert.equal(outcomeOf(await companyBrowser(t).signIn('mallory')), '403 company_address_unverified')
  await provider.person('mallory', { email: eve.email })
  assert.equal(outcomeOf(await companyBrowser(t).signIn('mallory')), '403 company_address_unverified')
})

test('403: an account whose address was never confirmed here is not shared with the address’s owner', async () => {
  await t.as('squatter')
  await provider.person('squatted', verified('squatter'))
  assert.equal(outcomeOf(await companyBrowser(t).signIn('squatted')), '403 company_address_unverified')
})

test('409: a new colleague with the address of a previous one does not get their account', async () => {
  await provider.person('john-1', { ...verified('john'), sub: 'john-1' })
  const { body } = await companyBrowser(t).signIn('john-1')
  assert.ok(body.user.uid)
  await provider.person('john-2', { ...verified('john'), sub: 'john-2' })
  assert.equal(outcomeOf(await companyBrowser(t).signIn('john-2')), '409 company_account_taken')
})

test('a signed-in person connects, and signs in with an address that nothing here knows', async () => {
  const ben = await t.as('ben')
  await provider.person('ben-at-work', { email: 'ben@corp.example', email_verified: false })
  const browser = companyBrowser(t)
  assert.equal(outcomeOf(await browser.connect('ben-at-work', ben.token)), 200)
  assert.equal((await companyBrowser(t).signIn('ben-at-work')).body.user.uid, ben.uid)
  assert.equal(outcomeOf(await browser.call('DELETE', '/v1/auth/me/company', undefined, ben.token)), 200)
  assert.equal((await ben.get('/v1/auth/me/company')).body.isConnected, false)
})

test('409: a person who is connected with one account cannot be connected with another', async () => {
  await provider.person('two', verified('two'))
  await companyBrowser(t).signIn('two')
  const other = await t.as('other')
  assert.equal(outcomeOf(await companyBrowser(t).connect('two', other.token)), '409 company_account_taken')
})

test('400: a connection is finished only by the account and the browser that started it', async () => {
  const [carl, dora] = [await t.as('carl'), await t.as('dora')]
  await provider.person('carl-at-work', { sub: 'carl-at-work' })
  const attacker = companyBrowser(t)
  const started = await attacker.call('POST', '/v1/auth/me/company/start', undefined, carl.token)
  const returned = Object.fromEntries((await attacker.visit(started.body.url, 'carl-at-work')).searchParams)
  const path = '/v1/auth/me/company/finish'
  assert.equal(outcomeOf(await companyBrowser(t).call('POST', path, returned, dora.token)), '400 oauth_state_invalid')
  assert.equal(outcomeOf(await attacker.call('POST', path, returned, dora.token)), '400 oauth_state_invalid')
  assert.equal(
    outcomeOf(await companyBrowser(t).call('POST', '/v1/auth/company/finish', returned)),
    '400 oauth_state_invalid',
  )
  const foreign = await companyBrowser(t, { 'x-any': '1' }).call('POST', path, returned)
  assert.equal(foreign.status, 401)
  assert.equal((await dora.get('/v1/auth/me/company')).body.isConnected, false)
})

test('403 reauthentication_required: a token alone cannot connect an account 15 minutes after the sign-in', async () => {
  const app = await freshApp()
  await using _ = app
  const gus = await app.as('gus')
  await app.turnClock(minutes(14))
  const renewed = await app.anyone.post('/v1/auth/token', { refreshToken: gus.refreshToken })
  await app.turnClock(minutes(2))
  const answer = await companyBrowser(app).connect('gus', renewed.body.token)
  assert.equal(outcomeOf(answer), '403 reauthentication_required')
})

test('400: a sign-in belongs to the browser that started it, and its state and code work once', async () => {
  await provider.person('ida', verified('ida'))
  const browser = companyBrowser(t)
  const returned = await browser.leave('ida')
  assert.equal(outcomeOf(await companyBrowser(t).finish(returned)), '400 oauth_state_invalid', 'another browser')
  const other = companyBrowser(t)
  await other.leave('ida')
  assert.equal(outcomeOf(await other.finish(returned)), '400 oauth_state_invalid', 'a browser with another secret')
  assert.equal(outcomeOf(await browser.finish({ ...returned, state: `${returned.state}x` })), '400 oauth_state_invalid')
  assert.equal(outcomeOf(await browser.finish(returned)), 200)
  assert.equal(outcomeOf(await browser.finish(returned)), '400 oauth_state_invalid', 'a replay')
})

test('400: the code of one sign-in is refused with the state of another, though both belong to the browser', async () => {
  await provider.person('pia', verified('pia'))
  const browser = companyBrowser(t)
  const [one, other] = [await browser.leave('pia'), await browser.leave('pia')]
  assert.equal(outcomeOf(await browser.finish({ ...one, code: other.code })), '400 company_sign_in_failed')
})

test('400: a sign-in that took longer than ten minutes starts again', async () => {
  const app = await freshApp()
  await using _ = app
  const browser = companyBrowser(app)
  const returned = await browser.leave('nora')
  await app.turnClock(minutes(11))
  assert.equal(outcomeOf(await browser.finish(returned)), '400 oauth_state_invalid')
})

test('two tabs sign in at the same time, and a new person gets one account', async () => {
  await provider.person('tess', verified('tess'))
  const browser = companyBrowser(t)
  const returns = [await browser.leave('tess'), await browser.leave('tess')]
  const answers = await Promise.all(returns.map((returned) => browser.finish(returned)))
  assert.deepEqual(answers.map(outcomeOf), [200, 200])
  assert.equal(new Set(answers.map(({ body }) => body.user.uid)).size, 1)
})

test('of concurrent finishes with one state, one signs in', async () => {
  await provider.person('rae', verified('rae'))
  const browser = companyBrowser(t)
  const returned = await browser.leave('rae')
  const answers = await Promise.all([1, 2, 3].map(() => browser.finish(returned)))
  assert.deepEqual(answers.map(outcomeOf).toSorted(), [200, '400 oauth_state_invalid', '400 oauth_state_invalid'])
})

test('a sign-in starts a new session, and never continues one that the browser already has', async () => {
  await provider.person('sid', verified('sid'))
  const browser = companyBrowser(t)
  browser.cookies().set('posthorn_session', 'planted-by-an-attacker')
  await browser.signIn('sid')
  const first = browser.cookies().get('posthorn_session')
  assert.notEqual(first, 'planted-by-an-attacker')
  await browser.signIn('sid')
  assert.notEqual(browser.cookies().get('posthorn_session'), first)
})

test('400: the page to open afterwards is a path of this installation', async () => {
  for (const next of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'posts',
    '/a\\b',
  ]) {
    const { status, body } = await t.anyone.post('/v1/auth/company/start', { next })
    assert.deepEqual([status, body.code], [400, 'validation_failed'], next)
  }
})

test('403 origin_forbidden: a page of another site can neither start nor finish', async () => {
  const headers = { origin: 'https://evil.example' }
  const ada = await t.as('ada')
  for (const [client, path] of [
    [t.anyone, '/v1/auth/company/start'],
    [t.anyone, '/v1/auth/company/finish'],
    [ada, '/v1/auth/me/company/start'],
    [ada, '/v1/auth/me/company/finish'],
  ] as const) {
    const body = path.endsWith('finish') ? { state: 's.a', code: 'b' } : path.includes('/me/') ? undefined : {}
    const answer = await client.post(path, body, { headers })
    assert.deepEqual([answer.status, answer.body.code], [403, 'origin_forbidden'], path)
  }
})

test('after the provider has rotated its keys, people sign in', async () => {
  await provider.person('kay', verified('kay'))
  assert.equal(outcomeOf(await companyBrowser(t).signIn('kay')), 200)
  await provider.rotateKeys()
  assert.equal(outcomeOf(await companyBrowser(t).signIn('kay')), 200)
})

test('503: while the provider is down or silent, a sign-in is refused in seconds, and passwords work', async () => {
  const app = await freshApp()
  await using _ = app
  await provider.serve('down')
  try {
    const refused = await app.anyone.post('/v1/auth/company/start', {})
    assert.deepEqual([refused.status, refused.body.code], [503, 'identity_provider_unavailable'])
    assert.ok(refused.headers['retry-after'])
    await app.turnClock(minutes(1))
    await provider.serve('silent')
    const silent = await app.anyone.post('/v1/auth/company/start', {})
    assert.equal(silent.body.code, 'identity_provider_unavailable')
    const owner = await app.as('owner')
    assert.equal(
      (await app.anyone.post('/v1/auth/sign-in', { email: owner.email, password: owner.password })).status,
      200,
    )
  } finally {
    await provider.serve('up')
  }
  await app.turnClock(minutes(1))
  assert.equal((await app.anyone.post('/v1/auth/company/start', {})).status, 200)
})

test('503: a provider that goes down between its page and the code exchange', async () => {
  const browser = companyBrowser(t)
  const returned = await browser.leave('kay')
  await provider.serve('down')
  try {
    assert.equal(outcomeOf(await browser.finish(returned)), '503 identity_provider_unavailable')
  } finally {
    await provider.serve('up')
  }
})

test('SIGN_UP decides who gets an account: with `invite` and `closed` only invited, verified addresses', async () => {
  for (const [signUp, code] of [
    ['invite', 'invite_required'],
    ['closed', 'sign_up_closed'],
  ] as const) {
    await using app = await freshApp()
    await using closed = await startApp({ settings: { ...provider.settings, SIGN_UP: signUp }, beside: app })
    await provider.person('una', verified('una'))
    assert.equal(outcomeOf(await companyBrowser(closed).signIn('una')), `403 ${code}`)
    await inviteToSignUp(closed.deps, 'una@example.com')
    await provider.person('una', { ...verified('una'), email_verified: false })
    assert.equal(outcomeOf(await companyBrowser(closed).signIn('una')), `403 ${code}`)
    await provider.person('una', verified('una'))
    assert.equal(outcomeOf(await companyBrowser(closed).signIn('una')), 200)
    await using open = await startApp({
      settings: { ...provider.settings, SIGN_UP: signUp, OIDC_NEW_USERS: 'everyone' },
      beside: app,
    })
    await provider.person('ute', verified('ute'))
    assert.equal(outcomeOf(await companyBrowser(open).signIn('ute')), 200)
  }
})

test('403: no one becomes the owner of a new installation through the provider', async () => {
  await using app = await startApp({ settings: provider.settings })
  assert.equal(outcomeOf(await companyBrowser(app).signIn('nora')), '403 setup_code_required')
})

test('roles follow the claim at each sign-in, and the last superadmin stays one', async () => {
  await using app = await startApp({
    settings: { ...provider.settings, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'cn=owners=superadmin, helpers=support' },
  })
  const owner = await app.as('owner')
  await markEmailVerified(app.deps, owner.email)
  const roleOf = async (login: string) => (await companyBrowser(app).signIn(login)).body.user.role
  await provider.person('owner', verified('owner'))
  assert.equal(await roleOf('owner'), 'superadmin', 'the last superadmin')
  await provider.person('zoe', { ...verified('zoe'), groups: ['helpers', 'cn=owners'] })
  assert.equal(await roleOf('zoe'), 'superadmin')
  await provider.person('zoe', { ...verified('zoe'), groups: ['helpers'] })
  assert.equal(await roleOf('zoe'), 'support')
  await provider.person('zoe', verified('zoe'))
  assert.equal(await roleOf('zoe'), 'user')
})

test('with `instead`, only superadmins use passwords, and people learn that only with the right one', async () => {
  await using first = await startApp({ settings: provider.settings })
  const [owner, ada] = [await first.as('owner'), await first.as('ada')]
  await using app = await startApp({ settings: { ...provider.settings, OIDC_SIGN_IN: 'instead' }, beside: first })
  const signIn = async (email: string, password: string) =>
    outcomeOf(await app.anyone.post('/v1/auth/sign-in', { email, password }))
  assert.equal(await signIn(owner.email, owner.password), 200)
  assert.equal(await signIn(ada.email, ada.password), '403 company_sign_in_required')
  assert.equal(await signIn(ada.email, 'wrong'), '401 invalid_credentials')
  const browser = await app.anyone.post('/v1/auth/session', { email: ada.email, password: ada.password })
  assert.equal(outcomeOf(browser), '403 company_sign_in_required')
  const body = { email: 'new@example.com', password: 'a few words in a row', name: 'New' }
  assert.equal(outcomeOf(await app.anyone.post('/v1/auth/sign-up', body)), '403 company_sign_in_required')
  assert.deepEqual((await app.anyone.get('/v1/auth/options')).body.company, { label: null, replacesPasswords: true })
})

test('signing out continues at the provider, which then asks for a new sign-in', async () => {
  await provider.person('leo', verified('leo'))
  const browser = companyBrowser(t)
  await browser.signIn('leo')
  const { body } = await browser.call('DELETE', '/v1/auth/session')
  const url = new URL(body.signOutUrl)
  assert.equal(url.searchParams.get('post_logout_redirect_uri'), 'http://posthorn.test/auth/sign-in')
  assert.equal(url.searchParams.get('id_token_hint')?.split('.').length, 3)
  assert.equal((await browser.visit(url.href, 'leo')).pathname, '/auth/sign-in')
  const ada = await t.as('ada')
  const own = companyBrowser(t)
  await own.call('POST', '/v1/auth/session', { email: ada.email, password: ada.password })
  assert.equal((await own.call('DELETE', '/v1/auth/session')).body.signOutUrl, null)
})

test('403: a disabled user cannot sign in through the provider', async () => {
  await provider.person('dan', verified('dan'))
  const { user } = (await companyBrowser(t).signIn('dan')).body
  const owner = await t.as('owner')
  const { status, text } = await owner.post(`/v1/admin/users/${user.uid}/disable`, { reason: 'left' })
  assert.equal(status, 200, text)
  assert.equal(outcomeOf(await companyBrowser(t).signIn('dan')), '403 user_disabled')
})

test('409: a person without a password cannot disconnect the only way in', async () => {
  await provider.person('only', verified('only'))
  const browser = companyBrowser(t)
  const { token } = (await browser.signIn('only')).body
  assert.equal(
    outcomeOf(await browser.call('DELETE', '/v1/auth/me/company', undefined, token)),
    '409 password_required',
  )
})
