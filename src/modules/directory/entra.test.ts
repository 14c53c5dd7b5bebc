import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { directory, groupSchema, scimSettings, userSchema } from '#test/world/directory.ts'

/** The requests of Microsoft Entra and its validator, as documented: operations in capitals, texts for flags, paths. */
let t: TestApp
let root: Person
let entra: ReturnType<typeof directory>
before(async () => {
  t = await startApp({ settings: scimSettings })
  root = await t.as('root')
  entra = directory(t)
})
after(() => t[Symbol.asyncDispose]())

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const entraUser = (name: string, more: object = {}) => ({
  schemas: [userSchema, enterprise],
  externalId: `entra-${name}`,
  userName: `${name}@tenant.example.com`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `${name}@example.com` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${name} Formatted`, familyName: 'Family', givenName: name },
  title: 'Buyer',
  [enterprise]: { department: 'Shoes', manager: { value: '1' } },
  ...more,
})

const create = async (name: string): Promise<string> => {
  const answer = await entra.post('/Users', entraUser(name))
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

test('the test of the connection finds no one, and describes the service', async () => {
  const unknown = await entra.get('/Users?filter=userName+eq+%2208b1f8d5-8a5b-4c5b-9a3b-0f6d6f7d1c3e%22')
  assert.deepEqual([unknown.status, unknown.body.totalResults], [200, 0])
  const config = (await entra.get('/ServiceProviderConfig')).body
  assert.deepEqual(
    [config.patch, config.bulk.supported, config.filter, config.etag, config.authenticationSchemes[0].type],
    [{ supported: true }, false, { supported: true, maxResults: 200 }, { supported: false }, 'oauthbearertoken'],
  )
  const schemas = await entra.get('/Schemas')
  assert.deepEqual(
    schemas.body.Resources.map(({ id }: { id: string }) => id),
    [userSchema, groupSchema],
  )
  assert.equal((await entra.get(`/Schemas/${userSchema}`)).body.name, 'User')
  assert.equal((await entra.get('/ResourceTypes/Group')).body.endpoint, '/Groups')
  assert.equal((await entra.get('/ResourceTypes/Robot')).status, 404)
})

test('Entra creates a person, and changes attributes with paths in its dialect', async () => {
  const id = await create('ann')
  const changed = await entra.patch(
    `/Users/${id}`,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ann.new@example.com' },
    { op: 'Replace', path: 'name.familyName', value: 'Newfamily' },
    { op: 'Add', path: 'displayName', value: 'Ann New' },
    { op: 'Add', path: `${enterprise}:department`, value: 'Boots' },
    { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+49 1' },
    { op: 'Replace', path: 'userName', value: 'ann.new@tenant.example.com' },
  )
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(
    [changed.body.userName, changed.body.emails[0].value, changed.body.name.familyName, changed.body.displayName],
    ['ann.new@tenant.example.com', 'ann.new@example.com', 'Newfamily', 'Ann New'],
  )
  const pathless = await entra.patch(`/Users/${id}`, {
    op: 'replace',
    value: { displayName: 'Ann Pathless', 'name.givenName': 'Anna', [`${enterprise}:employeeNumber`]: '7' },
  })
  assert.deepEqual([pathless.body.displayName, pathless.body.name.givenName], ['Ann Pathless', 'Anna'])
  const removed = await entra.patch(`/Users/${id}`, { op: 'Remove', path: 'name.givenName' })
  assert.deepEqual([removed.status, removed.body.name.givenName], [200, undefined])
  const found = await entra.get('/Users?filter=externalId%20eq%20%22entra-ann%22')
  assert.deepEqual(
    found.body.Resources.map((one: { id: string }) => one.id),
    [id],
  )
  const byMail = encodeURIComponent('emails[type eq "work"].value eq "ANN.new@example.com"')
  assert.equal((await entra.get(`/Users?filter=${byMail}`)).body.totalResults, 1)
})

test('“False” as text disables, “True” enables, and lists show both', async () => {
  const id = await create('ben')
  const off = await entra.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
  assert.deepEqual([off.status, off.body.active], [200, false])
  const filter = encodeURIComponent(`userName eq "ben@tenant.example.com" and active eq false`)
  assert.equal((await entra.get(`/Users?filter=${filter}`)).body.Resources[0].active, false)
  assert.equal((await root.get(`/v1/admin/users/${id}`)).body.disabledReason, 'Disabled by the company directory')
  const on = await entra.patch(`/Users/${id}`, { op: 'Add', path: 'active', value: 'True' })
  assert.equal(on.body.active, true)
})

test('Entra reads groups without members, adds and removes them, and asks whether someone is one', async () => {
  const [ann, cas] = [await create('cas'), await create('dan')]
  const created = await entra.post('/Groups', {
    schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'Shoe buyers',
    members: [],
    meta: { resourceType: 'Group' },
  })
  assert.equal(created.status, 201, created.text)
  const { id } = created.body
  const twin = await entra.post('/Groups', { schemas: [groupSchema], displayName: 'shoe BUYERS' })
  assert.deepEqual([twin.status, twin.body.scimType], [409, 'uniqueness'])
  const lean = await entra.get(`/Groups/${id}?excludedAttributes=members`)
  assert.deepEqual([lean.body.displayName, 'members' in lean.body], ['Shoe buyers', false])
  const found = encodeURIComponent('displayName eq "Shoe buyers"')
  const list = await entra.get(`/Groups?excludedAttributes=members&filter=${found}`)
  assert.deepEqual([list.body.totalResults, 'members' in list.body.Resources[0]], [1, false])
  const add = { op: 'Add', path: 'members', value: [{ $ref: null, value: ann }, { value: cas }] }
  assert.equal((await entra.patch(`/Groups/${id}`, add)).status, 204)
  const isMember = async (uid: string) => {
    const filter = encodeURIComponent(`id eq "${id}" and members[value eq "${uid}"]`)
    return (await entra.get(`/Groups?attributes=id&filter=${filter}`)).body
  }
  const one = await isMember(ann)
  assert.equal(one.totalResults, 1)
  assert.deepEqual(Object.keys(one.Resources[0]), ['schemas', 'id'])
  const remove = { op: 'Remove', path: 'members', value: [{ $ref: null, value: ann }] }
  assert.equal((await entra.patch(`/Groups/${id}`, remove)).status, 204)
  assert.equal((await isMember(ann)).totalResults, 0)
  assert.equal((await isMember(cas)).totalResults, 1)
  const rename = { op: 'Replace', path: 'displayName', value: 'Boot buyers' }
  assert.equal((await entra.patch(`/Groups/${id}`, rename)).status, 204)
  assert.equal((await entra.get(`/Groups/${id}`)).body.displayName, 'Boot buyers')
})

test('lists page from 1, with at most 200 results', async () => {
  const page = async (query: string) => (await entra.get(`/Users?${query}`)).body
  const all = await page('count=1000')
  const total = all.totalResults
  assert.deepEqual([all.startIndex, all.itemsPerPage], [1, total])
  const second = await page('startIndex=2&count=1')
  assert.deepEqual([second.Resources[0].id, second.totalResults], [all.Resources[1].id, total])
  assert.deepEqual((await page('count=0')).Resources, [])
  assert.deepEqual((await page('startIndex=-5&count=1')).Resources[0].id, all.Resources[0].id)
  assert.deepEqual((await page('startIndex=999999')).Resources, [])
})
