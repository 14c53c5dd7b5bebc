import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { markEmailVerified } from '#modules/identity/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { directory, scimSettings } from '#test/world/directory.ts'
import { done, grant, makeProfile, refused } from '#test/world/people.ts'
import { connectBluesky, inTime, withKey } from '#test/world/posts.ts'

/** Roles that groups of the directory give their members, on brands and in the installation. */
let t: TestApp
let root: Person
let ada: Person
let scim: ReturnType<typeof directory>
let brand: string
before(async () => {
  t = await startApp({ settings: scimSettings, sandbox: true })
  root = await t.as('root')
  ada = await t.as('ada')
  scim = directory(t)
  brand = await makeProfile(ada, 'Shoes')
})
after(() => t[Symbol.asyncDispose]())

const groups = '/v1/admin/directory/groups'
const give = (group: string, body: object) => root.put(`${groups}/${group}/grants`, { role: null, brands: [], ...body })
const onBrand = (role: string, profileId = brand) => ({ brands: [{ profileId, role }] })
const roleOf = async (uid: string): Promise<string | undefined> =>
  (await ada.get(`/v1/profiles/${brand}/members`)).body.find((one: { uid: string }) => one.uid === uid)?.role
const join = (group: string, uid: string) =>
  scim.patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value: uid }] })
const leave = (group: string, uid: string) =>
  scim.patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${uid}"]` })

/** Signs up, and is then managed by the directory. */
async function employee(name: string): Promise<Person> {
  const person = await t.as(name)
  await markEmailVerified(t.deps, person.email)
  assert.equal(await scim.person(name), person.uid)
  return person
}

test('members get the highest role of their groups, and lose it with the groups that gave it', async () => {
  const ben = await employee('ben')
  const [editors, readers] = [await scim.group('Editors', [ben.uid]), await scim.group('Readers')]
  assert.equal(await roleOf(ben.uid), undefined)
  const given = await give(editors, onBrand('editor'))
  assert.deepEqual(
    [given.status, given.body.members, given.body.brands],
    [200, 1, [{ profileId: brand, name: 'Shoes', role: 'editor' }]],
  )
  const [entry] = (await root.get('/v1/admin/audit-log?action=directory_group.grants_changed')).body.entries
  assert.deepEqual(entry.changes.brands, { from: [], to: [`${brand} editor`] })
  assert.equal(await roleOf(ben.uid), 'editor')
  done(await give(readers, onBrand('viewer')))
  assert.equal((await join(readers, ben.uid)).status, 204)
  assert.equal(await roleOf(ben.uid), 'editor')
  assert.equal((await leave(editors, ben.uid)).status, 204)
  assert.equal(await roleOf(ben.uid), 'viewer')
  done(await give(readers, onBrand('admin')))
  assert.equal(await roleOf(ben.uid), 'admin')
  assert.equal((await scim.delete(`/Groups/${readers}`)).status, 204)
  assert.equal(await roleOf(ben.uid), undefined)
  const entries = (await ada.get(`/v1/profiles/${brand}/activity?source=directory`)).body.entries
  assert.deepEqual(
    entries.map(({ action, source }: { action: string; source: { kind: string } }) => [action, source.kind]),
    [
      ['profile_member.removed', 'directory'],
      ['profile_member.changed', 'directory'],
    ],
  )
})

test('a role given manually stays when someone leaves a group, also if it was changed in the meantime', async () => {
  const [cas, dan] = [await employee('cas'), await employee('dan')]
  await grant(ada, brand, cas, 'contributor')
  const group = await scim.group('Publishers', [cas.uid, dan.uid])
  done(await give(group, onBrand('editor')))
  assert.deepEqual([await roleOf(cas.uid), await roleOf(dan.uid)], ['editor', 'editor'])
  await grant(ada, brand, dan, 'viewer')
  done(await give(group, onBrand('editor')))
  assert.equal(await roleOf(dan.uid), 'editor', 'the group still gives it')
  assert.equal((await scim.patch(`/Groups/${group}`, { op: 'remove', path: 'members' })).status, 204)
  assert.deepEqual([await roleOf(cas.uid), await roleOf(dan.uid)], ['contributor', 'viewer'])
})

test('the owner of a brand stays its owner, whatever groups say', async () => {
  await markEmailVerified(t.deps, ada.email)
  await scim.person('ada')
  const group = await scim.group('Owners', [ada.uid])
  done(await give(group, onBrand('viewer')))
  assert.equal(await roleOf(ada.uid), 'owner')
  assert.equal((await leave(group, ada.uid)).status, 204)
  assert.equal(await roleOf(ada.uid), 'owner')
})

test('a group makes superadmins, and never takes the role from the last one', async () => {
  const eve = await employee('eve')
  const group = await scim.group('Admins', [eve.uid])
  done(await give(group, { role: 'superadmin' }))
  assert.equal((await eve.get('/v1/auth/me')).body.role, 'superadmin')
  done(await eve.post(`/v1/admin/users/${root.uid}/role`, { role: 'user' }))
  const left = await leave(group, eve.uid)
  assert.equal(left.status, 409)
  assert.match(left.body.detail, /last superadmin/)
  assert.equal((await scim.delete(`/Groups/${group}`)).status, 409)
  refused(await eve.put(`${groups}/${group}/grants`, { role: null, brands: [] }), 409, 'last_superadmin')
  const { members } = (await scim.get(`/Groups/${group}`)).body
  assert.equal(members.length, 1, 'nothing of the refused request happened')
  done(await eve.post(`/v1/admin/users/${root.uid}/role`, { role: 'superadmin' }))
  assert.equal((await leave(group, eve.uid)).status, 204)
  assert.equal((await eve.get('/v1/auth/me')).body.role, 'user')
})

test('only superadmins read and change what groups give, and each brand once', async () => {
  const group = await scim.group('Checked')
  const gus = await t.as('gus')
  refused(await gus.get('/v1/admin/directory'), 403, 'role_required')
  refused(
    await root.put(`${groups}/grp_01kajv4z00e008000000000001/grants`, { role: null, brands: [] }),
    404,
    'directory_group_not_found',
  )
  const twice = { brands: [...onBrand('viewer').brands, ...onBrand('editor').brands] }
  for (const body of [twice, onBrand('viewer', 'prof_01kajv4z00e008000000000001'), { role: 'user' }, onBrand('owner')])
    refused(await give(group, body), 400, 'validation_failed')
  done(await ada.patch(`/v1/profiles/${brand}`, { approverRole: 'owner' }))
  const approver = await give(group, onBrand('approver'))
  refused(approver, 400, 'validation_failed')
  assert.equal(approver.body.errors[0].path, '/brands/0/role')
  const listed = (await root.get('/v1/admin/directory')).body.groups.find(({ id }: { id: string }) => id === group)
  assert.deepEqual([listed.name, listed.role, listed.brands], ['Checked', null, []])
  const state = (await root.get('/v1/admin/directory')).body
  assert.equal(state.isOn, true)
  assert.ok(state.users > 3)
  assert.notEqual(state.lastRequestAt, null)
})

test('scheduled posts of a deactivated person stay and are published', async () => {
  const fay = await employee('fay')
  const group = await scim.group('Writers', [fay.uid])
  done(await give(group, onBrand('editor')))
  await connectBluesky(ada, brand)
  const writer = await withKey(t, fay, ['posts:read', 'posts:write', 'posts:publish', 'profiles:read'])
  const scheduledAt = inTime(t, minutes(30))
  const draft = { profileId: brand, content: 'From a colleague who left', platforms: ['bluesky'], scheduledAt }
  const made = await writer.post('/v1/posts', draft)
  assert.equal(made.status, 201, made.text)
  const reader = await withKey(t, ada, ['posts:read'])
  assert.equal((await scim.delete(`/Users/${fay.uid}`)).status, 204)
  assert.equal((await writer.get('/v1/posts')).status, 401)
  assert.equal(await roleOf(fay.uid), undefined)
  assert.equal((await reader.get(`/v1/posts/${made.body.id}`)).body.status, 'scheduled')
  await t.advance(minutes(31))
  assert.equal((await reader.get(`/v1/posts/${made.body.id}`)).body.status, 'published')
})
