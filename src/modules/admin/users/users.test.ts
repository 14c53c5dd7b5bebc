import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { setRole } from '#modules/identity/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { makeProfile } from '#test/world/people.ts'
import { connectBluesky } from '#test/world/posts.ts'
import { superadmin } from '#test/world/second-factor.ts'

const all = '/v1/admin/users'
let t: TestApp
let root: Person
let admin: Person
let support: Person
before(async () => {
  t = await startApp({ sandbox: true })
  root = await t.as('root')
  admin = await t.as('admin')
  support = await t.as('support')
  await setRole(t.deps, admin.email, 'admin')
  await setRole(t.deps, support.email, 'support')
})
after(() => t[Symbol.asyncDispose]())

const emailsOf = (body: { users: { email: string }[] }) => body.users.map(({ email }) => email)

test('200: support finds users by ID, by beginnings of words, by role and by plan, page by page', async () => {
  const ada = await t.as('ada')
  for (const q of [ada.uid, 'ada', 'ADA exam', 'ada@example.com']) {
    const { body } = await support.get(`${all}?q=${encodeURIComponent(q)}`)
    assert.deepEqual([emailsOf(body), body.total], [['ada@example.com'], 1], q)
  }
  assert.deepEqual((await support.get(`${all}?q=xample`)).body.users, [])
  for (const filter of ['role', 'tier']) {
    const { status, body } = await support.get(`${all}?${filter}=x`)
    assert.deepEqual([status, body.errors[0].path], [400, `/query/${filter}`])
  }
  const renamed = { name: 'Ada Łukasiewicz-Byron' }
  assert.equal((await ada.patch('/v1/auth/me', renamed)).status, 200)
  for (const q of ['łuka', 'byron', 'ada łukasiewicz'])
    assert.deepEqual(emailsOf((await support.get(`${all}?q=${encodeURIComponent(q)}`)).body), ['ada@example.com'], q)
  const common = (await support.get(`${all}?q=example&role=support`)).body
  assert.deepEqual([emailsOf(common), common.total], [[support.email], 1])
  for (const q of ["'", '!!!', ':* | nobodyhere', '\\', '💥']) {
    const { status, body } = await support.get(`${all}?q=${encodeURIComponent(q)}`)
    assert.deepEqual([status, body.total], [200, 0], q)
  }
  assert.deepEqual(emailsOf((await support.get(`${all}?role=admin`)).body), [admin.email])
  assert.equal((await support.get(`${all}?tier=free`)).body.total, 0)
  const pages = await Promise.all([1, 2].map((page) => support.get(`${all}?page=${page}&pageSize=2`)))
  const seen = pages.flatMap(({ body }) => emailsOf(body))
  assert.equal(new Set(seen).size, 4)
  assert.equal(pages[0]?.body.total, 4)
  for (const bad of ['page=0', 'page=1001', 'pageSize=101', 'role=boss'])
    assert.equal((await support.get(`${all}?${bad}`)).status, 400, bad)
})

test('403 and 409: only superadmins can change roles, but not their own, and the last superadmin cannot be demoted', async () => {
  const ada = await t.as('ada')
  const change = (who: Person, uid: string, body: object) => who.post(`${all}/${uid}/role`, body)
  assert.equal((await change(support, ada.uid, { plan: 'pro' })).body.code, 'role_required')
  assert.equal((await change(admin, ada.uid, { role: 'admin' })).body.code, 'role_required')
  assert.equal((await change(admin, root.uid, { plan: 'pro' })).body.code, 'role_required')
  assert.equal((await change(root, root.uid, { role: 'user' })).body.code, 'own_user')
  assert.equal((await change(root, 'usr_01kajv4z00e008000000000001', { plan: 'pro' })).body.code, 'user_not_found')
  assert.deepEqual((await change(admin, ada.uid, { plan: 'gold' })).body.errors[0].path, '/plan')
  const changed = await change(root, ada.uid, { role: 'superadmin', plan: 'pro' })
  assert.deepEqual([changed.status, changed.body.role, changed.body.plan], [200, 'superadmin', 'pro'])
  const { audit } = (await support.get(`${all}/${ada.uid}`)).body
  assert.deepEqual(audit[0].changes, { role: { from: 'user', to: 'superadmin' }, plan: { from: 'max', to: 'pro' } })
  assert.equal(audit[0].actor.uid, root.uid)

  assert.equal((await change(ada, root.uid, { role: 'support' })).status, 200)
  assert.equal((await change(ada, ada.uid, { role: 'user' })).body.code, 'own_user')
  assert.equal((await root.post(`${all}/${ada.uid}/disable`, { reason: 'x' })).body.code, 'role_required')
  assert.equal((await change(ada, root.uid, { role: 'superadmin' })).status, 200)
  assert.equal((await change(root, ada.uid, { role: 'user' })).status, 200)
  assert.equal((await admin.post(`${all}/${root.uid}/disable`, { reason: 'x' })).body.code, 'last_superadmin')
})

test('401: signing out or disabling a user takes effect immediately, and API keys work again when the user is enabled', async () => {
  const bob = await t.as('bob')
  const { key } = (await bob.post('/v1/api-keys', { name: 'k', scopes: ['profiles:read'] })).body
  const byKey = t.withToken(key)
  assert.equal((await admin.post(`${all}/${bob.uid}/sign-out`)).status, 200)
  assert.equal((await bob.get('/v1/auth/me')).status, 401)
  assert.equal((await byKey.get('/v1/profiles')).status, 200)
  const signIn = () => t.anyone.post('/v1/auth/sign-in', { email: bob.email, password: bob.password })
  const again = t.withToken((await signIn()).body.token)
  assert.equal((await again.get('/v1/auth/me')).status, 200)

  const stopped = await admin.post(`${all}/${bob.uid}/disable`, { reason: 'sends spam' })
  assert.deepEqual([stopped.status, stopped.body.disabledReason], [200, 'sends spam'])
  for (const one of [again, byKey]) assert.equal((await one.get('/v1/profiles')).status, 401)
  const refused = await signIn()
  assert.deepEqual([refused.status, refused.body.code], [403, 'user_disabled'])
  assert.equal((await t.anyone.post('/v1/auth/token', { refreshToken: bob.refreshToken })).status, 401)
  assert.equal((await admin.post(`${all}/${bob.uid}/enable`)).body.disabledAt, null)
  assert.equal((await byKey.get('/v1/profiles')).status, 200)
  assert.equal((await signIn()).status, 200)
})

test('a disabled user’s posts are held with a reason, and published when the user is enabled', async () => {
  const eve = await t.as('eve')
  const profileId = await makeProfile(eve)
  await connectBluesky(eve, profileId)
  const scopes = ['admin:read', 'admin:write']
  // A key outlives the hour of this test.
  const staff = t.withToken((await admin.post('/v1/api-keys', { name: 'staff', scopes })).body.key)
  const write = async (content: string, minute: number) => {
    const scheduledAt = new Date(t.now().getTime() + minutes(minute)).toISOString()
    const { body, text } = await eve.post('/v1/posts', { profileId, content, platforms: ['bluesky'], scheduledAt })
    assert.ok(body.id, text)
    return body.id
  }
  const { key } = (await eve.post('/v1/api-keys', { name: 'k', scopes: ['posts:read'] })).body
  const ids = [await write('one', 2), await write('two', 60)]
  assert.equal((await staff.post(`${all}/${eve.uid}/disable`, { reason: 'a report' })).status, 200)
  await t.advance(minutes(3))
  const detail = (await staff.get(`${all}/${eve.uid}`)).body
  assert.deepEqual(
    detail.lastErrors.map(({ postId, status, code }: Record<string, string>) => [postId, status, code]),
    [[ids[0], 'held', 'owner_disabled']],
  )
  assert.match(detail.lastErrors[0].error, /disabled the owner’s account/)
  assert.deepEqual([detail.accounts.length, detail.profiles[0].accounts, detail.signIns.apiKeys], [1, 1, 1])
  assert.equal(detail.usage.find(({ name }: { name: string }) => name === 'profiles').used, 1)

  assert.equal((await staff.post(`${all}/${eve.uid}/enable`)).status, 200)
  await t.advance(minutes(58))
  // Late posts of one account are a minute apart.
  await t.advance(minutes(2))
  for (const id of ids) assert.equal((await t.withToken(key).get(`/v1/posts/${id}`)).body.status, 'published')
})

test('403 mfa_required: a superadmin with a second factor needs a code to change roles', async () => {
  const { token } = (await t.anyone.post('/v1/auth/sign-in', { email: root.email, password: root.password })).body
  const boss = await superadmin(t, { ...root, ...t.withToken(token) })
  const ada = await t.as('ada')
  assert.equal((await boss.post(`${all}/${ada.uid}/role`, { role: 'support' })).status, 200)
  assert.equal((await boss.client().post(`${all}/${ada.uid}/role`, { role: 'user' })).body.code, 'mfa_required')
})
