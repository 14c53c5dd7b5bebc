import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { fromWire, newId, toWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer, Client } from '#test/harness/client.ts'
import { done, type GrantedRole, grant, invite, makeProfile, refused } from '#test/world/people.ts'

let t: TestApp
let ada: Person
before(async () => {
  t = await startApp()
  // The first user is superadmin, so Ada must not be the first.
  await t.as('root')
  ada = await t.as('ada')
})
after(() => t[Symbol.asyncDispose]())

interface Member {
  readonly uid: string
  readonly email?: string
  readonly name: string
  readonly role: string
  readonly createdAt: string
}

const membersOf = async (client: Client, id: string): Promise<Member[]> =>
  done(await client.get(`/v1/profiles/${id}/members`)).body
const openInvites = async (client: Client, id: string): Promise<object[]> =>
  done(await client.get(`/v1/profiles/${id}/invites`)).body

describe('permissions of each role', () => {
  /** The outcome of each operation for each role on Ada's profile: the status and, for a refusal, the code. */
  const yes = (status: number) => [status, undefined]
  const no = [403, 'profile_role_required']
  const far = [403, 'profile_forbidden']
  type Setting = { readonly id: string; readonly other: Person; readonly me: Person; readonly inviteId: string }
  const table: Readonly<
    Record<string, { does(who: Client, it: Setting): Promise<Answer>; expects: Record<string, unknown[]> }>
  > = {
    'list members': {
      does: (who, { id }) => who.get(`/v1/profiles/${id}/members`),
      expects: { owner: yes(200), admin: yes(200), editor: yes(200), viewer: yes(200), stranger: far },
    },
    'invite by email': {
      does: (who, { id }) => who.post(`/v1/profiles/${id}/members`, { email: 'new@example.com', role: 'viewer' }),
      expects: { owner: yes(201), admin: yes(201), editor: no, viewer: no, stranger: far },
    },
    'create an invitation link': {
      does: (who, { id }) => who.post(`/v1/profiles/${id}/invites`, { role: 'admin' }),
      expects: { owner: yes(201), admin: yes(201), editor: no, viewer: no, stranger: far },
    },
    'list invitations': {
      does: (who, { id }) => who.get(`/v1/profiles/${id}/invites`),
      expects: { owner: yes(200), admin: yes(200), editor: no, viewer: no, stranger: far },
    },
    'revoke an invitation': {
      does: (who, { id, inviteId }) => who.delete(`/v1/profiles/${id}/invites/${inviteId}`),
      expects: { owner: yes(200), admin: yes(200), editor: no, viewer: no, stranger: far },
    },
    'change a member': {
      does: (who, { id, other }) => who.patch(`/v1/profiles/${id}/members/${other.uid}`, { role: 'viewer' }),
      expects: { owner: yes(200), admin: yes(200), editor: no, viewer: no, stranger: far },
    },
    'raise oneself': {
      does: (who, { id, me }) => who.patch(`/v1/profiles/${id}/members/${me.uid}`, { role: 'admin' }),
      expects: { owner: [409, 'profile_owner_stays'], admin: yes(200), editor: no, viewer: no, stranger: far },
    },
    'change the owner': {
      does: (who, { id }) => who.patch(`/v1/profiles/${id}/members/${ada.uid}`, { role: 'viewer' }),
      expects: {
        owner: [409, 'profile_owner_stays'],
        admin: [409, 'profile_owner_stays'],
        editor: no,
        viewer: no,
        stranger: far,
      },
    },
    'remove the owner': {
      does: (who, { id }) => who.delete(`/v1/profiles/${id}/members/${ada.uid}`),
      expects: {
        owner: [409, 'profile_owner_stays'],
        admin: [409, 'profile_owner_stays'],
        editor: no,
        viewer: no,
        stranger: far,
      },
    },
    'make an owner': {
      does: (who, { id, other }) => who.patch(`/v1/profiles/${id}/members/${other.uid}`, { role: 'owner' }),
      expects: Object.fromEntries(
        ['owner', 'admin', 'editor', 'viewer', 'stranger'].map((role) => [role, [400, 'validation_failed']]),
      ),
    },
    'remove a member': {
      does: (who, { id, other }) => who.delete(`/v1/profiles/${id}/members/${other.uid}`),
      expects: { owner: yes(200), admin: yes(200), editor: no, viewer: no, stranger: far },
    },
    leave: {
      does: (who, { id, me }) => who.delete(`/v1/profiles/${id}/members/${me.uid}`),
      expects: {
        owner: [409, 'profile_owner_stays'],
        admin: yes(200),
        editor: yes(200),
        viewer: yes(200),
        stranger: far,
      },
    },
    restore: {
      does: (who, { id }) => who.post(`/v1/profiles/${id}/restore`),
      expects: { owner: [409, 'profile_not_in_trash'], admin: no, editor: no, viewer: no, stranger: far },
    },
    'restore from the trash': {
      does: async (who, { id }) => {
        done(await ada.delete(`/v1/profiles/${id}`))
        return await who.post(`/v1/profiles/${id}/restore`)
      },
      expects: {
        owner: yes(200),
        ...Object.fromEntries(
          ['admin', 'editor', 'viewer', 'stranger'].map((role) => [role, [404, 'profile_not_found']]),
        ),
      },
    },
  }

  for (const [name, { does, expects }] of Object.entries(table)) {
    for (const [role, expected] of Object.entries(expects)) {
      test(`${name}: ${role} → ${expected.filter(Boolean).join(' ')}`, async () => {
        const id = await makeProfile(ada)
        const [me, other] = [role === 'owner' ? ada : await t.as('me'), await t.as('other')]
        await grant(ada, id, other, 'editor')
        if (role !== 'owner' && role !== 'stranger') await grant(ada, id, me, role as GrantedRole)
        const { id: inviteId } = await invite(ada, id, { role: 'viewer' })
        const { status, body } = await does(me, { id, other, me, inviteId })
        assert.deepEqual([status, body?.code], expected, JSON.stringify(body))
      })
    }
  }
})

describe('members', () => {
  test('200: the owner is listed first, then members by joining date; only admins and the member see an email address', async () => {
    const id = await makeProfile(ada)
    const [ben, cleo] = [await t.as('ben'), await t.as('cleo')]
    await t.advance(minutes(1))
    await grant(ada, id, cleo, 'admin')
    await t.advance(minutes(1))
    await grant(ada, id, ben, 'viewer')
    const seen = await membersOf(cleo, id)
    assert.deepEqual(
      seen.map(({ uid, email, role }) => [uid, email, role]),
      [
        [ada.uid, ada.email, 'owner'],
        [cleo.uid, cleo.email, 'admin'],
        [ben.uid, ben.email, 'viewer'],
      ],
    )
    assert.equal(seen[2]?.createdAt, t.now().toISOString())
    const byBen = await membersOf(ben, id)
    assert.deepEqual(
      byBen.map((member) => member.email),
      [undefined, undefined, ben.email],
    )
    assert.deepEqual(
      byBen.map(({ name }) => name),
      ['ada', 'cleo', 'ben'],
    )
  })

  test('a new or lost role applies from the next request', async () => {
    const id = await makeProfile(ada)
    const ben = await t.as('ben')
    refused(await ben.get(`/v1/profiles/${id}`), 403, 'profile_forbidden')
    await grant(ada, id, ben, 'viewer')
    refused(await ben.patch(`/v1/profiles/${id}`, { name: 'x' }), 403, 'profile_role_required')
    const changed = done(await ada.patch(`/v1/profiles/${id}/members/${ben.uid}`, { role: 'admin' })).body
    assert.deepEqual([changed.uid, changed.role, changed.email], [ben.uid, 'admin', ben.email])
    done(await ben.patch(`/v1/profiles/${id}`, { name: 'by ben' }))
    const gone = done(await ada.delete(`/v1/profiles/${id}/members/${ben.uid}`))
    assert.deepEqual([gone.text, gone.headers['content-length']], ['', '0'])
    refused(await ben.get(`/v1/profiles/${id}`), 403, 'profile_forbidden')
    refused(await ada.delete(`/v1/profiles/${id}/members/${ben.uid}`), 404, 'profile_member_not_found')
    refused(
      await ada.patch(`/v1/profiles/${id}/members/${toWire('usr', newId(t.now()))}`, { role: 'viewer' }),
      404,
      'profile_member_not_found',
    )
  })

  test('each change causes an event, and an entry with both values in the owner’s audit log', async () => {
    const id = await makeProfile(ada)
    const ben = await t.as('ben')
    await t.advance(minutes(1))
    await grant(ada, id, ben, 'viewer')
    await t.advance(minutes(1))
    done(await ada.patch(`/v1/profiles/${id}/members/${ben.uid}`, { role: 'editor' }))
    done(await ada.patch(`/v1/profiles/${id}/members/${ben.uid}`, { role: 'editor' }))
    await t.advance(minutes(1))
    done(await ben.delete(`/v1/profiles/${id}/members/${ben.uid}`))
    const { entries } = (await ada.get('/v1/auth/me/audit-log')).body
    const audited = entries
      .filter((entry: { subject: string; action: string }) => entry.subject === id && /member/.test(entry.action))
      .map(({ action, actor, changes }: Record<string, { uid: string; role: object; member: object }>) => [
        action,
        actor?.uid,
        changes?.role,
        changes?.member,
      ])
    assert.deepEqual(audited, [
      ['profile_member.removed', ben.uid, { from: 'editor', to: null }, { from: ben.uid, to: null }],
      ['profile_member.changed', ada.uid, { from: 'viewer', to: 'editor' }, { from: ben.uid, to: ben.uid }],
      ['profile_member.added', ben.uid, { from: null, to: 'viewer' }, { from: null, to: ben.uid }],
    ])
    const events = await t.db.selectFrom('event').selectAll().where('type', 'like', 'profile_member.%').execute()
    const ofThis = events.filter(({ data }) => data.profileId === fromWire('prof', id))
    assert.deepEqual(ofThis.map(({ type }) => type).sort(), [
      'profile_member.added',
      'profile_member.changed',
      'profile_member.removed',
    ])
  })

  test('of two admins who remove each other, one succeeds and the other gets 403', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await makeProfile(ada)
      const [ben, cleo] = [await t.as('ben'), await t.as('cleo')]
      await grant(ada, id, ben, 'admin')
      await grant(ada, id, cleo, 'admin')
      const answers = await Promise.all([
        ben.delete(`/v1/profiles/${id}/members/${cleo.uid}`),
        cleo.delete(`/v1/profiles/${id}/members/${ben.uid}`),
      ])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403])
      assert.equal((await membersOf(ada, id)).length, 2)
    }
  })

  test('of several concurrent role changes, the last one wins entirely', async () => {
    const id = await makeProfile(ada)
    const ben = await t.as('ben')
    await grant(ada, id, ben, 'viewer')
    const requests = Array.from({ length: 12 }, (_, n) => (n % 2 ? 'admin' : 'editor'))
    const answers = await Promise.all(
      requests.map((role) => ada.patch(`/v1/profiles/${id}/members/${ben.uid}`, { role })),
    )
    for (const answer of answers) done(answer)
    const { role } = (await membersOf(ada, id))[1]!
    assert.ok(role === 'admin' || role === 'editor')
    assert.equal((await ben.patch(`/v1/profiles/${id}`, {})).status, role === 'admin' ? 200 : 403)
  })

  test('erasing a user removes their memberships and the invitations that they received or created', async () => {
    const id = await makeProfile(ada)
    const dan = await t.as('dan')
    await grant(ada, id, dan, 'admin')
    await invite(dan, id, { role: 'admin' })
    const other = await makeProfile(ada, 'another')
    await invite(ada, other, { role: 'viewer', email: 'DAN@example.com' })
    done(await dan.delete('/v1/auth/me'))
    assert.deepEqual(
      (await membersOf(ada, id)).map(({ name }) => name),
      ['ada'],
    )
    assert.deepEqual([await openInvites(ada, id), await openInvites(ada, other)], [[], []])
  })

  test('a key can do only what its scopes and profiles allow', async () => {
    const [one, two] = [await makeProfile(ada, 'within'), await makeProfile(ada, 'without')]
    const key = async (scopes: string[], profileIds?: string[]) => {
      const body = { name: 'k', scopes, ...(profileIds ? { profileIds } : {}) }
      return t.withToken(done(await ada.post('/v1/api-keys', body), 201).body.key)
    }
    const narrow = await key(['profiles:read', 'profiles:write'], [one])
    await invite(narrow, one, { role: 'viewer' })
    for (const answer of [
      await narrow.get(`/v1/profiles/${two}/members`),
      await narrow.post(`/v1/profiles/${two}/invites`, {}),
      await narrow.post(`/v1/profiles/${two}/restore`),
    ])
      refused(answer, 403, 'profile_forbidden')
    done(await ada.delete(`/v1/profiles/${two}`))
    refused(await narrow.post(`/v1/profiles/${two}/restore`), 403, 'profile_forbidden')
    const reader = await key(['profiles:read'])
    done(await reader.get(`/v1/profiles/${one}/invites`))
    refused(await reader.post(`/v1/profiles/${one}/invites`, {}), 403, 'scope_required')
    refused(await narrow.post('/v1/profiles/invites/accept', { token: 'x' }), 403, 'identity_token_required')
  })
})
