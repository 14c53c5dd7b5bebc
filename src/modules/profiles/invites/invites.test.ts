import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { days, hours } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer, Client } from '#test/harness/client.ts'
import { meetAt } from '#test/world/meet.ts'
import { accept, done, grant, invite, makeProfile, refused } from '#test/world/people.ts'

let t: TestApp
let root: Person
let ada: Person
before(async () => {
  t = await startApp()
  root = await t.as('root')
  ada = await t.as('ada')
})
after(() => t[Symbol.asyncDispose]())

const rolesOf = async (client: Client, id: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    done(await client.get(`/v1/profiles/${id}/members`)).body.map(({ name, role }: Record<string, string>) => [
      name,
      role,
    ]),
  )
const openInvites = async (client: Client, id: string): Promise<{ id: string; email: string | null }[]> =>
  done(await client.get(`/v1/profiles/${id}/invites`)).body
/** Signs the user in again, because the clock has moved. */
const again = async ({ email, password }: Person): Promise<Client> =>
  t.withToken(done(await t.anyone.post('/v1/auth/sign-in', { email, password })).body.token)

async function mailsTo(address: string): Promise<string[]> {
  await t.settle()
  const folder = join(t.folder, 'outbox')
  const names = (await readdir(folder).catch(() => [])).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter(
    (text) => text.toLowerCase().includes(`to: ${address.toLowerCase()}`) && /^Subject: .*invited/m.test(text),
  )
}
/** Returns the token in the email. Quoted-printable breaks long lines. */
const tokenIn = (mail: string): string =>
  /#([A-Za-z0-9_-]{43})$/m.exec(mail.replaceAll(/=\r?\n/g, '').replaceAll('\r', ''))?.[1] ?? assert.fail(mail)

describe('invitations', () => {
  test('404: a disabled user’s invitation, until the user is enabled', async () => {
    const id = await makeProfile(ada)
    const [gwen, hal] = [await t.as('gwen'), await t.as('hal')]
    await grant(ada, id, gwen, 'admin')
    const { inviteToken } = await invite(gwen, id, { role: 'editor' })
    done(await root.post(`/v1/admin/users/${gwen.uid}/disable`, { reason: 'A stolen account' }))
    refused(await hal.post('/v1/profiles/invites/accept', { token: inviteToken }), 404, 'profile_invite_not_found')
    done(await root.post(`/v1/admin/users/${gwen.uid}/enable`, {}))
    done(await hal.post('/v1/profiles/invites/accept', { token: inviteToken }))
  })

  test('201: an address gets the same response and an email, with or without an account', async () => {
    const id = await makeProfile(ada)
    const eve = await t.as('eve')
    const known = done(await ada.post(`/v1/profiles/${id}/members`, { email: eve.email, role: 'editor' }), 201)
    const unknown = done(await ada.post(`/v1/profiles/${id}/members`, { email: 'no@example.com', role: 'editor' }), 201)
    const shape = ({ body: { inviteId, ...rest } }: Answer) => rest
    assert.deepEqual({ ...shape(known), email: '' }, { ...shape(unknown), email: '' })
    assert.deepEqual(shape(known), {
      invited: true,
      email: eve.email,
      role: 'editor',
      expiresAt: new Date(t.now().getTime() + days(7)).toISOString(),
    })
    assert.deepEqual(await rolesOf(ada, id), { ada: 'owner' }, 'no one is a member without accepting')

    const mails = await mailsTo(eve.email)
    assert.equal(mails.length, 1)
    assert.equal((await mailsTo('no@example.com')).length, 1)
    const token = tokenIn(mails[0]!)
    refused(await accept(root, token), 403, 'profile_invite_for_another')
    const accepted = done(await accept(eve, token)).body
    assert.deepEqual([accepted.id, accepted.role, accepted.ownerUid], [id, 'editor', ada.uid])
    refused(await accept(eve, token), 404, 'profile_invite_not_found')
    refused(
      await ada.post(`/v1/profiles/${id}/members`, { email: 'EVE@example.com', role: 'viewer' }),
      409,
      'profile_member_exists',
    )
  })

  test('an emailed invitation’s token is not stored in any job, row or audit entry', async () => {
    const id = await makeProfile(ada)
    done(await ada.post(`/v1/profiles/${id}/members`, { email: 'quiet@example.com', role: 'viewer' }), 201)
    const shown = await invite(ada, id, { role: 'viewer' })
    const jobs = await t.deps.pool.query('select data::text from job')
    const rows = await t.deps.pool.query('select row_to_json(i)::text as data from profile_invite i')
    const audit = await t.deps.pool.query('select row_to_json(a)::text as data from audit_entry a')
    const token = tokenIn((await mailsTo('quiet@example.com'))[0]!)
    const all = [jobs, rows, audit].flatMap((each) => each.rows.map(({ data }) => data)).join('\n')
    assert.match(all, /profile_invite\.created/)
    for (const secret of [token, shown.inviteToken]) {
      assert.ok(!all.includes(secret))
      assert.ok(!all.includes(Buffer.from(secret, 'base64url').toString('hex')))
    }
  })

  test('an invitation replaces a previous one to the same address', async () => {
    const id = await makeProfile(ada)
    const fay = await t.as('fay')
    const first = await invite(ada, id, { role: 'admin', email: fay.email })
    done(await ada.post(`/v1/profiles/${id}/members`, { email: 'Fay@Example.com', role: 'viewer' }), 201)
    assert.equal((await openInvites(ada, id)).length, 1)
    refused(await accept(fay, first.inviteToken), 404, 'profile_invite_not_found')
    done(await accept(fay, tokenIn((await mailsTo('Fay@Example.com')).at(-1)!)))
    assert.equal((await rolesOf(ada, id)).fay, 'viewer')
  })

  test('of 50 users who use an invitation at the same time, one is accepted', async () => {
    const id = await makeProfile(ada)
    const people = await Promise.all(Array.from({ length: 10 }, (_, n) => t.as(`crowd-${n}`)))
    const { inviteToken } = await invite(ada, id, { role: 'viewer' })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => accept(people[n % 10]!, inviteToken)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const { status, body } of answers)
      assert.ok(status === 200 || /^profile_(invite_not_found|member_exists)$/.test(body.code), JSON.stringify(body))
    assert.equal(Object.keys(await rolesOf(ada, id)).length, 2)
  })
})

describe('reading an invitation', () => {
  const read = (token: string) => t.anyone.post('/v1/profiles/invites/read', { token })

  test('200: its holder reads who invites them to what, as what, without an account and without using it up', async () => {
    const id = await makeProfile(ada, 'Harbour Coffee')
    done(await ada.patch(`/v1/profiles/${id}`, { brandColor: '#C08552' }))
    const note = 'Welcome aboard!\nAda'
    const made = await invite(ada, id, { role: 'editor', email: 'IVY@example.com', note, expiresInHours: 48 })
    const expected = {
      profileName: 'Harbour Coffee',
      profileAvatarUrl: null,
      profileBrandColor: '#C08552',
      inviterName: 'ada',
      role: 'editor',
      email: 'IVY@example.com',
      note,
      hasAccount: null,
      expiresAt: new Date(t.now().getTime() + hours(48)).toISOString(),
    }
    assert.deepEqual(done(await read(made.inviteToken)).body, expected)
    assert.deepEqual(done(await read(made.inviteToken)).body, expected)
    const ivy = await t.as('ivy')
    done(await accept(ivy, made.inviteToken))
    refused(await read(made.inviteToken), 404, 'profile_invite_not_found')
  })

  test('only the holder of an emailed invitation learns whether its address has an account', async () => {
    const id = await makeProfile(ada)
    const jon = await t.as('jon')
    for (const [email, hasAccount] of [
      [jon.email, true],
      ['not-jon@example.com', false],
    ] as const) {
      const known = (await mailsTo(email)).length
      const { inviteToken } = await invite(ada, id, { role: 'viewer', email })
      assert.equal(done(await read(inviteToken)).body.hasAccount, null, 'who typed the address holds this token')
      done(await ada.post(`/v1/profiles/${id}/members`, { email, role: 'viewer' }), 201)
      const mails = await mailsTo(email)
      assert.equal(mails.length, known + 1)
      assert.equal(done(await read(tokenIn(mails.at(-1)!))).body.hasAccount, hasAccount)
    }
  })

  test('404: an unknown or revoked one, or of a brand in the trash; 409: one that grants no role', async () => {
    const id = await makeProfile(ada)
    refused(await read('unknown'), 404, 'profile_invite_not_found')
    const revoked = await invite(ada, id, { role: 'viewer' })
    done(await ada.delete(`/v1/profiles/${id}/invites/${revoked.id}`))
    refused(await read(revoked.inviteToken), 404, 'profile_invite_not_found')
    refused(await read((await invite(ada, id, {})).inviteToken), 409, 'profile_invite_without_role')
    const gone = await makeProfile(ada)
    const orphan = await invite(ada, gone, { role: 'viewer' })
    done(await ada.delete(`/v1/profiles/${gone}`))
    refused(await read(orphan.inviteToken), 404, 'profile_invite_not_found')
  })
})

describe('invitations and roles', () => {
  test('a higher role is granted; 409 profile_member_exists for a lower one, which stays usable by others', async () => {
    const id = await makeProfile(ada)
    const [ben, cleo] = [await t.as('ben'), await t.as('cleo')]
    await grant(ada, id, ben, 'viewer')
    await grant(ada, id, ben, 'admin')
    assert.equal((await rolesOf(ada, id)).ben, 'admin')
    const { inviteToken } = await invite(ada, id, { role: 'editor' })
    refused(await accept(ben, inviteToken), 409, 'profile_member_exists')
    refused(await accept(ada, inviteToken), 409, 'profile_member_exists')
    done(await accept(cleo, inviteToken))
  })

  test('409 profile_invite_without_role: an invitation without a role grants no membership', async () => {
    const id = await makeProfile(ada)
    const { inviteToken } = await invite(ada, id, {})
    refused(await accept(await t.as('ben'), inviteToken), 409, 'profile_invite_without_role')
    assert.equal((await openInvites(ada, id)).length, 1)
  })

  test('a removed or demoted member cannot regain access through earlier invitations, whether received or created', async () => {
    const id = await makeProfile(ada)
    const [mal, pal] = [await t.as('mal'), await t.as('pal')]
    await grant(ada, id, mal, 'admin')
    const made = await invite(mal, id, { role: 'admin' })
    const bound = await invite(mal, id, { role: 'admin', email: pal.email })
    done(await ada.patch(`/v1/profiles/${id}/members/${mal.uid}`, { role: 'viewer' }))
    refused(await accept(mal, made.inviteToken), 404, 'profile_invite_not_found')
    refused(await accept(pal, bound.inviteToken), 404, 'profile_invite_not_found')

    await grant(ada, id, pal, 'viewer')
    done(await ada.delete(`/v1/profiles/${id}/members/${pal.uid}`))
    const forMal = await invite(ada, id, { role: 'editor' })
    assert.equal((await openInvites(ada, id)).length, 1)
    done(await accept(mal, forMal.inviteToken))
  })

  test('429 mails_used_up: 50 invitations a day can be emailed across all profiles; 409 profile_people_limit: 200 members and invitations', async () => {
    const ivy = await t.as('ivy')
    const [id, ...others] = [await makeProfile(ivy), await makeProfile(ivy), await makeProfile(ivy)]
    const mail = (n: number, profileId = id) =>
      ivy.post(`/v1/profiles/${profileId}/members`, { email: `p${n}@example.com`, role: 'viewer' })
    for (let n = 0; n < 49; n += 7)
      for (const answer of await Promise.all(Array.from({ length: 7 }, (_, m) => mail(n + m)))) done(answer, 201)
    // Two profiles, and only one email left in the user's allowance.
    const last = await meetAt(
      t,
      'audit_entry',
      others.map((other) => () => mail(99, other)),
    )
    assert.deepEqual(last.map(({ status }) => status).sort(), [201, 429])
    const stopped = await mail(100)
    refused(stopped, 429, 'mails_used_up')
    assert.equal(stopped.body.retryAfterMs, days(1))
    await Promise.all(Array.from({ length: 151 }, () => invite(ivy, id, { role: 'viewer' })))
    refused(await ivy.post(`/v1/profiles/${id}/invites`, {}), 409, 'profile_people_limit')
    done(await ivy.delete(`/v1/profiles/${id}/invites/${(await openInvites(ivy, id))[150]!.id}`))
    done(await ivy.post(`/v1/profiles/${id}/invites`, {}), 201)
  })

  test('429: few invitations a day are emailed to an address by all users together; invitation links still work', async () => {
    const to = 'Nobody.Special@example.com'
    const inviters = await Promise.all(['kim', 'lou', 'max', 'nic', 'ola', 'pat'].map((name) => t.as(name)))
    const mail = async (person: Person, email = to) =>
      person.post(`/v1/profiles/${await makeProfile(person)}/members`, { email, role: 'viewer' })
    for (const person of inviters.slice(0, 5)) done(await mail(person), 201)
    const [late] = inviters.slice(5)
    const stopped = await mail(late!, to.toLowerCase())
    refused(stopped, 429, 'rate_limited')
    assert.equal(stopped.body.retryAfterMs, days(1))
    assert.equal((await mailsTo(to)).length, 5)
    done(await mail(late!, 'somebody.else@example.com'), 201)
    done(await late!.post(`/v1/profiles/${await makeProfile(late!)}/invites`, { email: to, role: 'viewer' }), 201)
  })

  test('403 feature_off: no invitation is created while turned off; existing ones stay valid', async () => {
    const id = await makeProfile(ada)
    const out = await invite(ada, id, { role: 'viewer' })
    done(await root.patch('/v1/admin/feature-flags/member-invites', { enabled: false }))
    for (const answer of [
      await ada.post(`/v1/profiles/${id}/invites`, {}),
      await ada.post(`/v1/profiles/${id}/members`, { email: 'late@example.com', role: 'viewer' }),
    ])
      refused(answer, 403, 'feature_off')
    done(await accept(await t.as('ben'), out.inviteToken))
    done(await root.patch('/v1/admin/feature-flags/member-invites', { enabled: true }))
  })
})

// These tests run last, because they move the clock.
describe('invitations in time', () => {
  test('an invitation expires to the millisecond, ends when revoked, and is then no longer listed', async () => {
    const id = await makeProfile(ada)
    const gus = await t.as('gus')
    const short = await invite(ada, id, { role: 'viewer', expiresInHours: 1 })
    const revoked = await invite(ada, id, { role: 'viewer' })
    const listed = await openInvites(ada, id)
    assert.deepEqual(new Set(listed.map((one) => one.id)), new Set([short.id, revoked.id]))
    assert.ok(!JSON.stringify(listed).includes(short.inviteToken))
    done(await ada.delete(`/v1/profiles/${id}/invites/${revoked.id}`))
    refused(await ada.delete(`/v1/profiles/${id}/invites/${revoked.id}`), 404, 'profile_invite_not_found')
    refused(await accept(gus, revoked.inviteToken), 404, 'profile_invite_not_found')
    const elsewhere = await makeProfile(ada)
    refused(await ada.delete(`/v1/profiles/${elsewhere}/invites/${short.id}`), 404, 'profile_invite_not_found')
    await t.advance(hours(1) - 1)
    const later = await again(ada)
    assert.equal((await openInvites(later, id)).length, 1)
    await t.advance(1)
    assert.deepEqual(await openInvites(later, id), [])
    refused(await accept(await again(gus), short.inviteToken), 404, 'profile_invite_not_found')
    const read = await t.anyone.post('/v1/profiles/invites/read', { token: short.inviteToken })
    refused(read, 404, 'profile_invite_not_found')
  })
})
