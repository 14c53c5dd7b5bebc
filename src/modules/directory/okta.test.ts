import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seconds } from '#kernel/clock.ts'
import { markEmailVerified } from '#modules/identity/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { oauthApp } from '#test/world/apps.ts'
import { directory, oktaUser, scimSettings } from '#test/world/directory.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done, makeProfile } from '#test/world/people.ts'

/** The requests of Okta, in the order of its documentation: look up, create, update, deactivate, push groups. */
let t: TestApp
let root: Person
let okta: ReturnType<typeof directory>
before(async () => {
  t = await startApp({ settings: scimSettings })
  root = await t.as('root')
  okta = directory(t)
})
after(() => t[Symbol.asyncDispose]())

const filterBy = (attribute: string, value: string) =>
  `/Users?filter=${encodeURIComponent(`${attribute} eq "${value}"`)}&startIndex=1&count=100`

test('Okta finds no one, creates a person, reads, replaces and deactivates them', async () => {
  const none = await okta.get(filterBy('userName', 'ann@example.com'))
  assert.equal(none.headers['content-type'], 'application/scim+json; charset=utf-8')
  assert.deepEqual(
    [none.status, none.body.totalResults, none.body.Resources, none.body.schemas],
    [200, 0, [], ['urn:ietf:params:scim:api:messages:2.0:ListResponse']],
  )
  const created = await okta.post('/Users', oktaUser('ann'))
  assert.equal(created.status, 201, created.text)
  const { id } = created.body
  assert.equal(created.headers.location, `http://posthorn.test/scim/v2/Users/${id}`)
  assert.deepEqual(
    [created.body.userName, created.body.externalId, created.body.name, created.body.active, created.body.emails],
    [
      'ann@example.com',
      'okta-ann',
      { formatted: 'ann Example', givenName: 'ann', familyName: 'Example' },
      true,
      [{ value: 'ann@example.com', type: 'work', primary: true }],
    ],
  )
  assert.equal('password' in created.body, false)
  const found = await okta.get(filterBy('userName', 'ANN@example.com'))
  assert.deepEqual(found.body.Resources, [created.body])
  assert.deepEqual((await okta.get(`/Users/${id}`)).body, created.body)

  const renamed = await okta.put(`/Users/${id}`, oktaUser('ann', { id, displayName: 'Ann Married' }))
  assert.deepEqual([renamed.status, renamed.body.displayName, renamed.body.active], [200, 'Ann Married', true])
  const account = await root.get(`/v1/admin/users/${id}`)
  assert.deepEqual([account.body.name, account.body.emailVerified, account.body.role], ['Ann Married', true, 'user'])

  const stopped = await okta.activate(id, false)
  assert.deepEqual([stopped.status, stopped.body.active], [200, false])
  const disabled = (await root.get(`/v1/admin/users/${id}`)).body
  assert.equal(disabled.disabledReason, 'Disabled by the company directory')
  assert.deepEqual([disabled.audit[0].action, disabled.audit[0].actor.kind], ['user.disabled', 'directory'])
  assert.equal((await okta.activate(id, true)).body.active, true)
  assert.equal((await root.get(`/v1/admin/users/${id}`)).body.disabledAt, null)
})

test('Okta pushes a group, renames it, and adds and removes members', async () => {
  const [ben, cas] = [await okta.person('ben'), await okta.person('cas')]
  const id = await okta.group('Marketing', [ben])
  const members = async () =>
    (await okta.get(`/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value)
  assert.deepEqual(await members(), [ben])
  const renamed = await okta.patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: 'Marketing EU' } })
  assert.deepEqual([renamed.status, renamed.text], [204, ''])
  assert.equal((await okta.get(`/Groups/${id}`)).body.displayName, 'Marketing EU')
  const swap = await okta.patch(
    `/Groups/${id}`,
    { op: 'remove', path: `members[value eq "${ben}"]` },
    { op: 'add', path: 'members', value: [{ value: cas, display: 'cas@example.com' }] },
  )
  assert.equal(swap.status, 204, swap.text)
  assert.deepEqual(await members(), [cas])
  const all = await okta.patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: [{ value: ben }] })
  assert.equal(all.status, 204, all.text)
  assert.deepEqual(await members(), [ben])
  const listed = await okta.get('/Groups?startIndex=1&count=100')
  assert.ok(listed.body.Resources.some((one: { id: string }) => one.id === id))
  assert.equal((await okta.delete(`/Groups/${id}`)).status, 204)
  assert.equal((await okta.get(`/Groups/${id}`)).status, 404)
})

test('a deactivated person’s session, key and app end at once here, and within a second in other processes', async () => {
  await using beside = await startApp({ beside: t, settings: scimSettings })
  const dora = await t.as('dora')
  await root.post(`/v1/admin/users/${dora.uid}/role`, { role: 'user' })
  await markEmailVerified(t.deps, dora.email)
  const id = await okta.person('dora')
  assert.equal(id, dora.uid, 'the account with the same verified address')
  const { key } = (await dora.post('/v1/api-keys', { name: 'k', scopes: ['profiles:read'] })).body
  const { tokens } = await oauthApp(t).signIn(dora)
  const clients = (app: TestApp) => [dora.token, key, tokens.access_token].map((token) => app.withToken(token))
  for (const one of [...clients(t), ...clients(beside)]) assert.equal((await one.get('/v1/profiles')).status, 200)
  assert.equal((await okta.activate(id, false)).status, 200)
  for (const one of clients(t)) assert.equal((await one.get('/v1/profiles')).status, 401)
  await t.turnClock(seconds(1))
  for (const one of clients(beside)) assert.equal((await one.get('/v1/profiles')).status, 401)
  const signIn = await t.anyone.post('/v1/auth/sign-in', { email: dora.email, password: dora.password })
  assert.deepEqual([signIn.status, signIn.body.code], [403, 'user_disabled'])
})

test('a deleted person is unknown to the directory, the account stays, and the same person gets it again', async () => {
  const id = await okta.person('eli')
  assert.equal((await okta.delete(`/Users/${id}`)).status, 204)
  assert.equal((await okta.get(`/Users/${id}`)).status, 404)
  assert.equal((await okta.delete(`/Users/${id}`)).status, 404)
  assert.equal((await okta.get(filterBy('userName', 'eli@example.com'))).body.totalResults, 0)
  assert.notEqual((await root.get(`/v1/admin/users/${id}`)).body.disabledAt, null)
  const colleague = await okta.post('/Users', oktaUser('eli', { externalId: 'okta-another-eli' }))
  assert.deepEqual([colleague.status, colleague.body.scimType], [409, 'uniqueness'])
  assert.match(colleague.body.detail, /belonged to another person/)
  const again = await okta.post('/Users', oktaUser('eli'))
  assert.deepEqual([again.status, again.body.id, again.body.active], [201, id, true])
})

test('409: the same person created twice at once becomes one account', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => okta.post('/Users', oktaUser('fay'))))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
  for (const { status, body } of answers) if (status === 409) assert.equal(body.scimType, 'uniqueness')
  assert.equal((await okta.get(filterBy('userName', 'fay@example.com'))).body.totalResults, 1)
})

test('409: an account that was never confirmed is not adopted, and an administrator’s decision stays', async () => {
  await t.as('gus')
  const stranger = await okta.post('/Users', oktaUser('gus'))
  assert.deepEqual([stranger.status, stranger.body.scimType], [409, 'uniqueness'])
  assert.match(stranger.body.detail, /never confirmed/)
  const id = await okta.person('hal')
  done(await root.post(`/v1/admin/users/${id}/disable`, { reason: 'left' }))
  const enabled = await okta.activate(id, true)
  assert.equal(enabled.status, 409)
  assert.match(enabled.body.detail, /Enable it under Administration/)
  assert.equal((await okta.activate(id, false)).status, 200)
  assert.equal((await okta.activate(id, true)).status, 409)
})

test('409: the last superadmin and the owner of a brand stay, whatever the request, and nothing else of it happens', async () => {
  await markEmailVerified(t.deps, root.email)
  const id = await okta.person('root')
  const attempts = [
    () => okta.activate(id, false),
    () => okta.put(`/Users/${id}`, oktaUser('root', { active: false, displayName: 'Half done' })),
    () => okta.delete(`/Users/${id}`),
  ]
  for (const attempt of attempts) {
    const { status, body } = await attempt()
    assert.equal(status, 409)
    assert.match(body.detail, /last superadmin.*Make someone else superadmin first/)
  }
  const { body } = await root.get('/v1/auth/me')
  assert.equal(body.name, 'root Example')

  const ida = await t.as('ida')
  await markEmailVerified(t.deps, ida.email)
  const owner = await okta.person('ida')
  const profileId = await makeProfile(ida, 'Ida’s shoes')
  for (const attempt of [() => okta.activate(owner, false), () => okta.delete(`/Users/${owner}`)]) {
    const refused = await attempt()
    assert.equal(refused.status, 409)
    assert.match(refused.body.detail, /owns the brand “Ida’s shoes”/)
  }
  assert.equal((await ida.get('/v1/auth/me')).status, 200)
  done(await ida.delete(`/v1/profiles/${profileId}`))
  assert.equal((await okta.delete(`/Users/${owner}`)).status, 204)
})

test('an address changes with the directory: sessions continue, the previous address is notified, and a used one is refused', async () => {
  const jo = await t.as('jo')
  await markEmailVerified(t.deps, jo.email)
  const id = await okta.person('jo')
  const taken = await okta.put(`/Users/${id}`, oktaUser('jo', { emails: [{ value: root.email, primary: true }] }))
  assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness'])
  const moved = await okta.put(`/Users/${id}`, { ...oktaUser('jo-married'), externalId: 'okta-jo' })
  assert.deepEqual([moved.status, moved.body.userName], [200, 'jo-married@example.com'])
  const me = await jo.get('/v1/auth/me')
  assert.deepEqual([me.status, me.body.email, me.body.emailVerified], [200, 'jo-married@example.com', true])
  const [...mails] = await mailsTo(t, jo.email)
  assert.match(mails.at(-1)?.text ?? '', /jo-married@example\.com/)
})
