import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { days, after as later, minutes } from '#kernel/clock.ts'
import { Refusal } from '#kernel/errors.ts'
import { fromWire, newId, type ProfileId, toWire, type UserId } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { type GrantedRole, grant } from '#test/world/people.ts'
import { deleteProfile } from './actions.ts'
import { countProfiles, eraseProfiles, mayReachProfiles, profileHandlers } from './index.ts'

const idOf = (wire: string) => fromWire('prof', wire)!
const uidOf = (person: Person) => fromWire('usr', person.uid)!
const unknownId = (t: TestApp) => toWire('prof', newId<'prof'>(t.now()))

async function make(client: Client, name: string, more: object = {}): Promise<string> {
  const { status, body } = await client.post('/v1/profiles', { name, ...more })
  assert.equal(status, 200, JSON.stringify(body))
  return body.id
}

async function keyOf(t: TestApp, person: Person, scopes: string[], profileIds?: string[]): Promise<Client> {
  const { status, body } = await person.post('/v1/api-keys', {
    name: 'a key',
    scopes,
    ...(profileIds ? { profileIds } : {}),
  })
  assert.equal(status, 201, JSON.stringify(body))
  return t.withToken(body.key)
}

const both = ['profiles:read', 'profiles:write']

/** The fields of a profile that was created with a name only. */
const bare = {
  avatarUrl: null,
  avatar: null,
  brandColor: null,
  timezone: null,
  requiredApprovals: 0,
  approverRole: 'admin',
  approvalSteps: [],
  samePostDays: 0,
  guestCodes: true,
  inboxApprovals: 'none',
  readOnly: false,
}

const callerOf = (person: Person): Caller => ({
  kind: 'user',
  uid: uidOf(person),
  role: 'user',
  plan: 'max',
  keyId: null,
  scopes: null,
  onlyProfiles: null,
  signedInAt: null,
  sessionId: null,
  requestId: 'a-test',
})

describe('profiles', () => {
  let t: TestApp
  let ada: Person
  let bob: Person
  before(async () => {
    t = await startApp()
    ada = await t.as('ada')
    bob = await t.as('bob')
  })
  after(() => t[Symbol.asyncDispose]())

  test('200: a profile is created with the given fields, normalized, and the other fields are null', async () => {
    const { status, body } = await ada.post('/v1/profiles', {
      name: '  Harbour Coffee ',
      avatar: 'https://example.com/logo.png',
      brandColor: '#1a2b3c',
      timezone: 'Europe/Berlin',
    })
    assert.equal(status, 200)
    assert.match(body.id, /^prof_[0-9a-z]{26}$/)
    const at = { createdAt: t.now().toISOString(), updatedAt: t.now().toISOString() }
    assert.deepEqual(body, {
      ...bare,
      ...at,
      id: body.id,
      name: 'Harbour Coffee',
      avatar: 'https://example.com/logo.png',
      brandColor: '#1A2B3C',
      timezone: 'Europe/Berlin',
    })
    const { id, ...rest } = (await ada.post('/v1/profiles', { name: 'x' })).body
    assert.deepEqual(rest, { ...bare, ...at, name: 'x' })
    assert.notEqual(id, body.id)
  })

  test('400: each error of a new profile is listed with its path', async () => {
    const faults: [body: unknown, ...places: string[]][] = [
      [{}, '/name'],
      [{ name: ' \u200b ' }, '/name'],
      [{ name: 'x'.repeat(101) }, '/name'],
      [{ name: null, avatar: 'http://example.com/a.png' }, '/name', '/avatar'],
      [{ name: 'x', avatar: 'https://user:secret@example.com/' }, '/avatar'],
      [{ name: 'x', avatar: `https://example.com/${'x'.repeat(2_048)}` }, '/avatar'],
      [{ name: 'x', brandColor: 'red', timezone: 'Mars/Olympus' }, '/brandColor', '/timezone'],
      [{ name: 'a\u0000b', colour: '#000000' }, '/name', '/colour'],
    ]
    for (const [body, ...places] of faults) {
      const answer = await ada.post('/v1/profiles', body)
      assert.equal(answer.status, 400)
      assert.equal(answer.body.code, 'validation_failed')
      const found = answer.body.errors.map((fault: { path: string }) => fault.path)
      assert.deepEqual([...new Set(found)].sort(), [...places].sort(), JSON.stringify(answer.body))
    }
  })

  test('the same Idempotency-Key creates one profile, and a different body with it returns 422', async () => {
    const cleo = await t.as('cleo')
    const headers = { 'idempotency-key': 'order 66' }
    const first = await cleo.post('/v1/profiles', { name: 'once', timezone: 'UTC' }, { headers })
    const again = await cleo.post('/v1/profiles', { timezone: 'UTC', name: 'once' }, { headers })
    assert.equal(again.status, 200)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(first.headers['idempotency-replayed'], undefined)
    const other = await cleo.post('/v1/profiles', { name: 'twice' }, { headers })
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
    assert.equal((await cleo.get('/v1/profiles')).body.length, 1)
  })

  test('200: the list has only owned and granted profiles, oldest first, with owner and role', async () => {
    const [dan, eve] = [await t.as('dan'), await t.as('eve')]
    const first = await make(eve, 'of eve')
    const second = await make(dan, 'of dan')
    await make(eve, 'not for dan')
    await grant(eve, first, dan, 'editor')
    const { status, body } = await dan.get('/v1/profiles')
    assert.equal(status, 200)
    const seen = body.map(({ id, name, ownerUid, role }: Record<string, string>) => ({ id, name, ownerUid, role }))
    const expected = [
      { id: first, name: 'of eve', ownerUid: eve.uid, role: 'editor' },
      { id: second, name: 'of dan', ownerUid: dan.uid, role: 'owner' },
    ].sort((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(seen, expected)
    const fields = [...Object.keys(bare), 'createdAt', 'id', 'name', 'ownerUid', 'role', 'updatedAt']
    assert.deepEqual(Object.keys(body[0]).sort(), fields.sort())
    assert.deepEqual((await (await t.as('nobody')).get('/v1/profiles')).body, [])
  })

  test('GET: 200 with the version, 403 without access, 404 for an unknown or invalid ID', async () => {
    const id = await make(ada, 'one')
    const mine = await ada.get(`/v1/profiles/${id}`)
    assert.equal(mine.status, 200)
    assert.equal(mine.headers.etag, '"1"')
    assert.equal(mine.body.name, 'one')
    assert.deepEqual([mine.body.role, mine.body.ownerUid, mine.body.version], [undefined, undefined, undefined])
    const foreign = await bob.get(`/v1/profiles/${id}`)
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'profile_forbidden'])
    const unknown = await ada.get(`/v1/profiles/${unknownId(t)}`)
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'profile_not_found'])
    const noId = await ada.get('/v1/profiles/nothing')
    assert.deepEqual([noId.status, noId.body.code], [404, 'profile_not_found'])
    assert.match(noId.body.detail, /begins with prof_/)
    assert.equal((await t.anyone.get(`/v1/profiles/${id}`)).status, 401)
  })

  test('200: PATCH keeps omitted fields, clears null ones, and emits and audits the changes', async () => {
    const id = await make(ada, 'before', {
      avatar: 'https://example.com/a.png',
      brandColor: '#ABCDEF',
      timezone: 'UTC',
    })
    await t.advance(minutes(1))
    const changed = await ada.patch(`/v1/profiles/${id}`, { name: 'after', avatar: null, timezone: null })
    assert.equal(changed.status, 200)
    assert.equal(changed.headers.etag, '"2"')
    const { createdAt, ...rest } = changed.body
    assert.deepEqual(rest, { ...bare, id, name: 'after', brandColor: '#ABCDEF', updatedAt: t.now().toISOString() })
    assert.ok(createdAt < rest.updatedAt)
    assert.deepEqual(await eventTypes(t, id), ['profile.created', 'profile.updated'])
    const [entry] = await auditOf(t, id, 'profile.updated')
    assert.deepEqual(entry?.changes, {
      name: { from: 'before', to: 'after' },
      avatar: { from: 'https://example.com/a.png', to: null },
      timezone: { from: 'UTC', to: null },
    })
    assert.equal((await ada.patch(`/v1/profiles/${id}`, { brandColor: null })).body.brandColor, null)
    assert.equal((await ada.patch(`/v1/profiles/${id}`, { name: null })).status, 400)
  })

  test('200: PATCH with no or equal values changes nothing', async () => {
    const id = await make(ada, 'still', { brandColor: '#00FF00' })
    const at = (await ada.get(`/v1/profiles/${id}`)).body.updatedAt
    await t.advance(minutes(1))
    for (const body of [{}, { name: ' still ' }, { brandColor: '#00ff00', avatar: null }]) {
      const same = await ada.patch(`/v1/profiles/${id}`, body)
      assert.deepEqual([same.status, same.headers.etag, same.body.updatedAt], [200, '"1"', at])
    }
    assert.deepEqual(await eventTypes(t, id), ['profile.created'])
  })

  test('412: of concurrent changes with If-Match, one wins, and a change to an outdated version never does', async () => {
    const id = await make(ada, 'raced')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        ada.patch(`/v1/profiles/${id}`, { name: `by ${n}` }, { headers: { 'if-match': '"1"' } }),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, ...Array(7).fill(412)])
    const late = await ada.patch(`/v1/profiles/${id}`, {}, { headers: { 'if-match': '"1"' } })
    assert.deepEqual([late.status, late.body.code], [412, 'precondition_failed'])
    assert.equal((await ada.patch(`/v1/profiles/${id}`, {}, { headers: { 'if-match': '"9", "2"' } })).status, 200)
    assert.equal((await ada.get(`/v1/profiles/${id}`)).headers.etag, '"2"')
  })

  test('403 profile_role_required: each role may perform only its own operations', async () => {
    const allowed = {
      viewer: [200, 403, 403],
      editor: [200, 403, 403],
      admin: [200, 200, 403],
      owner: [200, 200, 200],
    }
    for (const [role, statuses] of Object.entries(allowed)) {
      const id = await make(ada, `for a ${role}`)
      if (role !== 'owner') await grant(ada, id, bob, role as GrantedRole)
      const who = role === 'owner' ? ada : bob
      const got = [
        await who.get(`/v1/profiles/${id}`),
        await who.patch(`/v1/profiles/${id}`, { name: 'changed' }),
        await who.delete(`/v1/profiles/${id}`),
      ]
      assert.deepEqual(
        got.map(({ status }) => status),
        statuses,
        role,
      )
      for (const { status, body } of got) if (status === 403) assert.equal(body.code, 'profile_role_required')
    }
    const id = await make(ada, 'named')
    await grant(ada, id, bob, 'editor')
    assert.match(
      (await bob.patch(`/v1/profiles/${id}`, {})).body.detail,
      /need the admin role to .* Your role is editor/,
    )
  })

  test('200: DELETE returns an empty body, and users can no longer see the profile', async () => {
    const id = await make(ada, 'short-lived')
    await grant(ada, id, bob, 'admin')
    const gone = await ada.delete(`/v1/profiles/${id}`)
    assert.deepEqual([gone.status, gone.text], [200, ''])
    assert.equal(gone.headers['content-length'], '0')
    assert.equal(gone.headers['content-type'], undefined)
    assert.equal(gone.headers['transfer-encoding'], undefined)
    for (const who of [ada, bob, await t.as('stranger')]) {
      const answers = [
        await who.get(`/v1/profiles/${id}`),
        await who.patch(`/v1/profiles/${id}`, {}),
        await who.delete(`/v1/profiles/${id}`),
      ]
      for (const { status, body } of answers) assert.deepEqual([status, body.code], [404, 'profile_not_found'])
      const ids = (await who.get('/v1/profiles')).body.map((one: { id: string }) => one.id)
      assert.ok(!ids.includes(id))
    }
    assert.deepEqual(await eventTypes(t, id), ['profile.created', 'profile_member.added', 'profile.deleted'])
    assert.equal((await auditOf(t, id, 'profile.deleted')).length, 1)
  })

  test('409 profile_busy: another module’s guard can block deleting the profile', async () => {
    const id = await make(ada, 'busy')
    const requested: ProfileId[] = []
    const guards = {
      ...t.deps.guards,
      profileBusy: [async () => false, async (_tx: unknown, which: ProfileId) => requested.push(which) > 0],
    }
    await assert.rejects(
      deleteProfile({ ...t.deps, guards }, callerOf(ada), idOf(id)),
      (error) => error instanceof Refusal && error.code === 'profile_busy',
    )
    assert.deepEqual(requested, [idOf(id)])
    assert.equal((await ada.get(`/v1/profiles/${id}`)).status, 200)
  })

  test('an API key is limited to its profiles and scopes', async () => {
    const [one, two] = [await make(ada, 'within'), await make(ada, 'without')]
    const narrow = await keyOf(t, ada, both, [one])
    assert.deepEqual(
      (await narrow.get('/v1/profiles')).body.map((each: { id: string }) => each.id),
      [one],
    )
    assert.equal((await narrow.get(`/v1/profiles/${one}`)).status, 200)
    assert.equal((await narrow.patch(`/v1/profiles/${one}`, { name: 'by a key' })).status, 200)
    for (const answer of [
      await narrow.get(`/v1/profiles/${two}`),
      await narrow.patch(`/v1/profiles/${two}`, {}),
      await narrow.delete(`/v1/profiles/${two}`),
      await narrow.get(`/v1/profiles/${two}/children`),
    ])
      assert.deepEqual([answer.status, answer.body.code], [403, 'profile_forbidden'])
    const made = await narrow.post('/v1/profiles', { name: 'more' })
    assert.deepEqual([made.status, made.body.code], [403, 'key_limited_to_profiles'])

    const reader = await keyOf(t, ada, ['profiles:read'])
    assert.equal((await reader.get(`/v1/profiles/${two}`)).status, 200)
    for (const answer of [
      await reader.post('/v1/profiles', { name: 'x' }),
      await reader.patch(`/v1/profiles/${two}`, {}),
      await reader.delete(`/v1/profiles/${two}`),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [403, 'scope_required'])
      assert.match(answer.body.detail, /profiles:write/)
    }
    const wide = await keyOf(t, ada, both)
    assert.equal((await wide.post('/v1/profiles', { name: 'made by a key' })).status, 200)
  })

  test('other modules can query which profiles a user can access and how many count', async () => {
    const fay = await t.as('fay')
    const [own, granted, foreign] = [
      await make(fay, 'own'),
      await make(ada, 'granted'),
      await make(ada, 'foreign'),
    ].map(idOf)
    const trashed = await make(fay, 'trashed')
    await grant(ada, toWire('prof', granted!), fay, 'viewer')
    await fay.delete(`/v1/profiles/${trashed}`)
    const reaches = (...ids: (ProfileId | undefined)[]) => mayReachProfiles(t.db, uidOf(fay), ids as ProfileId[])
    assert.equal(await reaches(), true)
    assert.equal(await reaches(own, granted, own), true)
    assert.equal(await reaches(own, foreign), false)
    assert.equal(await reaches(idOf(trashed)), false)
    assert.equal(await reaches(newId<'prof'>(t.now())), false)
    assert.equal(await countProfiles(t.db, uidOf(fay)), 1)
  })

  test('a profile in the trash is deleted with its data after 30 days, to the millisecond', async () => {
    const [old, parent, live] = [await make(ada, 'old'), await make(ada, 'parent'), await make(ada, 'live')]
    const link = await ada.post('/v1/profiles/links', { parentId: parent, childId: old })
    assert.equal(link.status, 200)
    await grant(ada, old, bob, 'viewer')
    await ada.delete(`/v1/profiles/${old}`)
    const deletedAt = t.now()
    const left = async () =>
      (await t.db.selectFrom('profile').select('id').where('id', 'in', [old, parent, live].map(idOf)).execute()).length
    const purgeAt = async (at: Date) => {
      const [purge] = profileHandlers({ ...t.deps, clock: { now: () => at } })
      await purge!.handler({}, { id: 'job', signal: new AbortController().signal, attempt: 1 })
    }
    await purgeAt(new Date(later(deletedAt, days(30)).getTime() - 1))
    assert.equal(await left(), 3)
    assert.equal((await ada.get('/v1/profiles/links/history')).body.length, 1)
    await purgeAt(later(deletedAt, days(30)))
    assert.equal(await left(), 2)
    assert.equal((await ada.get('/v1/profiles/links/history')).body.length, 0)
    assert.equal((await ada.get(`/v1/profiles/${old}`)).status, 404)
  })

  test('erasing a user deletes only that user’s profiles, links and memberships', async () => {
    const gil = await t.as('gil')
    const [a, b, kept] = [await make(gil, 'a'), await make(gil, 'b'), await make(ada, 'kept')]
    await gil.post('/v1/profiles/links', { parentId: a, childId: b })
    await grant(ada, kept, gil, 'editor')
    await grant(gil, a, ada, 'viewer')
    await inTx(t.db, (tx) => eraseProfiles(tx, uidOf(gil)))
    const uid: UserId = uidOf(gil)
    assert.equal(await countProfiles(t.db, uid), 0)
    const rows = await t.db
      .selectFrom('profileMember')
      .selectAll()
      .where('profileId', 'in', [a, b, kept].map(idOf))
      .execute()
    assert.deepEqual(rows, [])
    assert.equal((await ada.get(`/v1/profiles/${kept}`)).status, 200)
  })
})

const eventTypes = async (t: TestApp, id: string): Promise<string[]> => {
  const rows = await t.db.selectFrom('event').select(['type', 'data']).orderBy('tx').orderBy('id').execute()
  return rows.filter(({ data }) => data.profileId === idOf(id)).map(({ type }) => type)
}

const auditOf = (t: TestApp, id: string, action: string) =>
  t.db
    .selectFrom('auditEntry')
    .selectAll()
    .where('subject', '=', id)
    .where('action', '=', action)
    .orderBy('id')
    .execute()
