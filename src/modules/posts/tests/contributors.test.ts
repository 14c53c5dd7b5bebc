import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { scopeNames } from '#kernel/caller.ts'
import { hours, minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer, Client } from '#test/harness/client.ts'
import { mailsTo } from '#test/world/mails.ts'
import { accept, done, grant, invite, makeProfile, refused } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

/** The owner `ada`, and members with each role. Keys do not expire when the clock moves. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>> & { readonly secondId: string }
const names = ['admin', 'editor', 'contributor', 'approver'] as const
type Name = (typeof names)[number]
let people: Record<Name, Person>
let keys: Record<Name, Client>

before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  const connected = await connectBoth(t)
  w = { ...connected, secondId: await makeProfile(connected.person, 'second') }
  const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))
  const entries = await Promise.all(names.map(async (name) => [name, await t.as(name)] as const))
  people = Object.fromEntries(entries) as Record<Name, Person>
  keys = Object.fromEntries(
    await Promise.all(entries.map(async ([name, person]) => [name, await withKey(t, person, scopes)] as const)),
  ) as Record<Name, Client>
  for (const name of names) {
    await grant(w.person, w.profileId, people[name], name)
    await grant(w.person, w.secondId, people[name], name)
  }
})
after(() => t[Symbol.asyncDispose]())
beforeEach(() => need(0))

const need = async (requiredApprovals: number, approverRole = 'admin') =>
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { requiredApprovals, approverRole }))

let count = 0
const text = () => {
  count += 1
  return `contributed ${count}`
}
const body = (more: object = {}) => ({ profileId: w.profileId, content: text(), platforms: ['mastodon'], ...more })
const make = async (
  by: Client,
  more: object = {},
): Promise<{ id: string; content: string; targets: { id: string }[] }> =>
  done(await by.post('/v1/posts', body(more)), 201).body
const draftOf = (by: Client) => make(by, { saveAsDraft: true })
const soon = (ms = minutes(10)) => ({ scheduledAt: inTime(t, ms) })
const read = async (id: string) => (await w.ada.get(`/v1/posts/${id}`)).body
const approvalsOf = async (id: string) => done(await w.ada.get(`/v1/posts/${id}/approvals`)).body
const shown = (content: string) => t.sandbox.ledger.entries({}).filter((entry) => entry.text === content).length
const approve = async (by: Client, id: string) =>
  by.post(`/v1/posts/${id}/approve`, { contentHash: (await approvalsOf(id)).contentHash })
const forbidden = (answer: Answer) => refused(answer, 403, 'profile_role_required')
const each = (answer: Answer) => done(answer).body.results[0].problem?.code ?? null

test('without approvals a contributor writes drafts, and every way to schedule or publish names who can', async () => {
  const { contributor } = keys
  const draft = await draftOf(contributor)
  done(await contributor.patch(`/v1/posts/${draft.id}`, { content: draft.content, title: 'B' }))
  // A draft may have a time.
  done(await contributor.patch(`/v1/posts/${draft.id}`, { ...soon(), saveAsDraft: true }))
  const copy = done(await contributor.post(`/v1/posts/${draft.id}/duplicate`), 201).body
  done(await contributor.delete(`/v1/posts/${copy.id}`))
  done(await contributor.post(`/v1/posts/${copy.id}/restore`))
  const { id } = draft
  const csv = `content,platforms,scheduledAt\n${text()},mastodon,${soon().scheduledAt}`
  const before = (await w.ada.get(`/v1/posts?profileId=${w.profileId}&limit=100`)).body.posts.length
  const answers = {
    'create now': await contributor.post('/v1/posts', body()),
    'create with a time': await contributor.post('/v1/posts', body(soon())),
    'change with a time': await contributor.patch(`/v1/posts/${id}`, soon()),
    'publish the stored time': await contributor.patch(`/v1/posts/${id}`, { saveAsDraft: false }),
    submit: await contributor.post(`/v1/queue/submit/${id}`),
    'publish now': await contributor.post(`/v1/posts/${id}/publish-now`),
    'duplicate with a time': await contributor.post(`/v1/posts/${id}/duplicate`, soon()),
    'fan out': await contributor.post('/v1/posts/fanout', {
      master: body(soon()),
      children: [{ profileId: w.secondId }],
    }),
    'import a row with a time': await contributor.call('POST', `/v1/posts/import?profileId=${w.profileId}`, csv, {
      headers: { 'content-type': 'text/csv' },
    }),
    'check such a row': await contributor.call('POST', `/v1/posts/import?profileId=${w.profileId}&dryRun=true`, csv, {
      headers: { 'content-type': 'text/csv' },
    }),
    'schedule automatically': await contributor.post('/v1/posts/auto-schedule', { postIds: [id], postsPerDay: 1 }),
    'repeat it': await contributor.post('/v1/recurring-posts', { postId: id, cron: '0 9 * * *' }),
    'recycle it': await contributor.patch(`/v1/posts/${id}/recycle-config`, { enabled: true, intervalDays: 30 }),
    'share it': await contributor.post(`/v1/posts/${id}/share-link`),
    'empty the trash': await contributor.delete(`/v1/posts/trash?profileId=${w.profileId}`),
  }
  for (const [what, answer] of Object.entries(answers)) {
    assert.deepEqual([what, answer.status, answer.body.code], [what, 403, 'profile_role_required'], answer.text)
  }
  assert.match(answers['create now'].body.detail, /editors, admins and owner can schedule and publish/)
  const many = await contributor.post('/v1/posts/bulk/schedule', { posts: [{ postId: id, ...soon() }] })
  assert.equal(each(many), 'profile_role_required')
  await t.advance(minutes(11))
  assert.equal((await read(id)).status, 'draft')
  assert.equal((await w.ada.get(`/v1/posts?profileId=${w.profileId}&limit=100`)).body.posts.length, before)
})

test('a contributor cannot change, move, cancel or delete what an editor has scheduled or published', async () => {
  const { contributor, editor } = keys
  const scheduled = await make(editor, soon(hours(5)))
  const published = await make(editor)
  await t.settle()
  for (const { id } of [scheduled, published]) {
    const before = await read(id)
    forbidden(await contributor.patch(`/v1/posts/${id}`, { content: 'other words' }).then(orWrong))
    forbidden(await contributor.patch(`/v1/posts/${id}`, { tags: ['sale'] }))
    forbidden(await contributor.delete(`/v1/posts/${id}`))
    forbidden(await contributor.post(`/v1/posts/${id}/expand`, { platforms: ['bluesky'] }))
    forbidden(await contributor.post(`/v1/posts/${id}/retry`))
    forbidden(await contributor.post(`/v1/posts/${id}/report-stuck`))
    const edit = { posts: [{ postId: id }], changes: { addLabels: ['sale'] } }
    assert.equal(each(await contributor.post('/v1/posts/bulk/edit', edit)), 'profile_role_required')
    const now = await read(id)
    assert.deepEqual([now.status, now.content, now.version], [before.status, before.content, before.version])
  }
  const { id } = scheduled
  forbidden(await contributor.patch(`/v1/posts/${id}`, soon(hours(6))))
  forbidden(await contributor.patch(`/v1/posts/${id}`, { scheduledAt: null }))
  forbidden(await contributor.delete(`/v1/queue/cancel/${id}`))
  assert.equal(each(await contributor.post('/v1/posts/bulk/cancel', { postIds: [id] })), 'profile_role_required')
  // What an editor has thrown away comes back as a draft.
  done(await editor.delete(`/v1/posts/${id}`))
  assert.equal(done(await contributor.post(`/v1/posts/${id}/restore`)).body.status, 'draft')
})

/** A published post refuses every edit with its own code; that is as good. */
const orWrong = (answer: Answer): Answer =>
  answer.body.code === 'post_wrong_status'
    ? ({ ...answer, status: 403, body: { ...answer.body, code: 'profile_role_required' } } as Answer)
    : answer

test('with approvals a contributor’s post gets its time, asks the approvers, and is published once one approves', async () => {
  await need(1, 'owner')
  const { contributor, approver } = keys
  const ways: Record<string, () => Promise<{ id: string; content: string }>> = {
    'created with a time': () => make(contributor, soon()),
    'created to publish now': () => make(contributor),
    'a draft that gets a time': async () => {
      const draft = await draftOf(contributor)
      return done(await contributor.patch(`/v1/posts/${draft.id}`, soon())).body
    },
    'a draft that is published now': async () => {
      const draft = await draftOf(contributor)
      return done(await contributor.post(`/v1/posts/${draft.id}/publish-now`)).body
    },
    'a copy with a time': async () => {
      const draft = await draftOf(contributor)
      done(await contributor.patch(`/v1/posts/${draft.id}`, { content: text() }))
      return done(await contributor.post(`/v1/posts/${draft.id}/duplicate`, soon()), 201).body
    },
    'scheduled with others': async () => {
      const { id, content } = await draftOf(contributor)
      assert.equal(
        each(await contributor.post('/v1/posts/bulk/schedule', { posts: [{ postId: id, ...soon() }] })),
        null,
      )
      return { id, content }
    },
  }
  for (const [way, submit] of Object.entries(ways)) {
    const before = (await mailsTo(t, 'approver@example.com')).length
    const { id, content } = await submit()
    const { status, request } = await approvalsOf(id)
    assert.deepEqual([status, request?.requestedByUid], ['requested', people.contributor.uid], way)
    assert.equal((await mailsTo(t, 'approver@example.com')).length, before + 1, way)
    await t.advance(minutes(10))
    const held = await read(id)
    assert.deepEqual([held.status, held.targets[0].status, shown(content)], ['queued', 'held', 0], way)
    refused(await approve(contributor, id), 403, 'profile_role_required')
    // Approvers always may, also where the rule names the owner.
    assert.equal(done(await approve(approver, id)).body.status, 'approved', way)
    await t.settle()
    assert.equal(shown(content), 1, way)
    await t.advance(hours(1))
  }
})

test('a contributor changes a submitted post until it is approved, and then no longer', async () => {
  await need(1)
  const { contributor, approver, editor } = keys
  const { id } = await make(contributor, soon(hours(3)))
  done(await contributor.patch(`/v1/posts/${id}`, { content: text() }))
  done(await contributor.patch(`/v1/posts/${id}`, soon(hours(4))))
  done(await contributor.delete(`/v1/queue/cancel/${id}`))
  assert.equal((await read(id)).status, 'draft')
  done(await contributor.patch(`/v1/posts/${id}`, soon(hours(3))))
  done(await approve(approver, id))
  forbidden(await contributor.patch(`/v1/posts/${id}`, { content: text() }))
  forbidden(await contributor.patch(`/v1/posts/${id}`, soon(hours(4))))
  forbidden(await contributor.delete(`/v1/queue/cancel/${id}`))
  forbidden(await contributor.delete(`/v1/posts/${id}`))
  assert.equal((await approvalsOf(id)).status, 'approved')
  done(await editor.patch(`/v1/posts/${id}`, soon(hours(4))))
})

test('a rejected post is changed and submitted again at once, and the approvers hear of it', async () => {
  await need(1)
  const { contributor, approver } = keys
  const { id } = await make(contributor, soon(hours(3)))
  done(await approver.post(`/v1/posts/${id}/reject`, { reason: 'The date is wrong.' }))
  assert.equal((await read(id)).status, 'draft')
  await t.advance(1)
  const before = (await mailsTo(t, 'approver@example.com')).length
  done(await contributor.patch(`/v1/posts/${id}`, { content: text(), saveAsDraft: false }))
  assert.deepEqual([(await read(id)).status, (await approvalsOf(id)).status], ['scheduled', 'requested'])
  assert.equal((await mailsTo(t, 'approver@example.com')).length, before + 1)
  // A change while it waits asks no one again.
  done(await contributor.patch(`/v1/posts/${id}`, { content: text() }))
  assert.equal((await mailsTo(t, 'approver@example.com')).length, before + 1)
})

test('a contributor cannot reach published words by a template, the alt text of a used file, or the signature', async () => {
  const { contributor, editor } = keys
  const template = await draftOf(contributor)
  done(await editor.post('/v1/recurring-posts', { postId: template.id, cron: '0 9 * * *' }), 201)
  forbidden(await contributor.patch(`/v1/posts/${template.id}`, { content: text() }))
  forbidden(await contributor.delete(`/v1/posts/${template.id}`))

  const file = await plain(4, 4).png().toBuffer()
  const fields = { profileId: w.profileId }
  const media = done(await contributor.upload('/v1/media/upload', { file, fileName: 'a.png', fields })).body
  done(await contributor.patch(`/v1/media/${media.id}`, { altText: 'A pier' }))
  await make(editor, { ...soon(hours(2)), media: [{ storagePath: media.storagePath }] })
  refused(await contributor.patch(`/v1/media/${media.id}`, { altText: 'A wall' }), 403, 'media_forbidden')
  done(await contributor.patch(`/v1/media/${media.id}`, { tags: ['pier'] }))
  done(await editor.patch(`/v1/media/${media.id}`, { altText: 'A long pier' }))

  const signature = { profileId: w.profileId, kind: 'signature', name: 'Ours', content: 'Open daily.', auto: 'always' }
  forbidden(await contributor.post('/v1/texts', signature))
  const made = done(await editor.post('/v1/texts', signature), 201).body
  forbidden(await contributor.patch(`/v1/texts/${made.id}`, { content: 'Closed.' }))
  forbidden(await contributor.delete(`/v1/texts/${made.id}`))
  const own = done(await contributor.post('/v1/texts', { ...signature, name: 'Mine', auto: 'never' }), 201).body
  forbidden(await contributor.patch(`/v1/texts/${own.id}`, { auto: 'offer' }))
  done(await editor.delete(`/v1/texts/${made.id}`))
})

test('an approver reads and decides, and writes nothing', async () => {
  await need(1)
  const { approver, contributor } = keys
  const { id } = await make(contributor, soon(hours(3)))
  done(await approver.get(`/v1/posts/${id}`))
  forbidden(await approver.post('/v1/posts', body({ saveAsDraft: true })))
  forbidden(await approver.patch(`/v1/posts/${id}`, { tags: ['sale'] }))
  forbidden(await approver.delete(`/v1/queue/cancel/${id}`))
  forbidden(await approver.post(`/v1/posts/${id}/request-approval`))
  forbidden(await approver.post('/v1/labels', { profileId: w.profileId, name: 'Sale' }))
  forbidden(await approver.post('/v1/ideas', { profileId: w.profileId, title: 'Lamp' }))
  done(await approver.post(`/v1/posts/${id}/reject`, { reason: 'The date is wrong.' }))
})

test('only someone who may approve makes an approver, and an invitation never takes a right away', async () => {
  await need(1, 'owner')
  const { profileId } = w
  const { admin } = keys
  const guest = await t.as('guest')
  forbidden(await admin.post(`/v1/profiles/${profileId}/invites`, { role: 'approver' }))
  forbidden(await admin.patch(`/v1/profiles/${profileId}/members/${people.editor.uid}`, { role: 'approver' }))
  await need(1, 'admin')
  done(await accept(guest, (await invite(admin, profileId, { role: 'approver' })).inviteToken))
  const roleOf = async (person: Person) => (await person.get('/v1/profiles')).body[0]?.role
  assert.equal(await roleOf(guest), 'approver')
  // A contributor would lose the right to write.
  const second = await invite(w.ada, profileId, { role: 'contributor' })
  refused(await accept(guest, second.inviteToken), 409, 'profile_member_exists')
  const third = await invite(w.ada, profileId, { role: 'editor' })
  done(await accept(guest, third.inviteToken))
  assert.equal(await roleOf(guest), 'editor')
})

test('a lower role keeps what was scheduled before, and voids what was approved', async () => {
  const leaver = await t.as('leaver')
  await grant(w.ada, w.profileId, leaver, 'editor')
  const { id, content } = await make(leaver, soon())
  done(await w.ada.patch(`/v1/profiles/${w.profileId}/members/${leaver.uid}`, { role: 'contributor' }))
  forbidden(await leaver.delete(`/v1/queue/cancel/${id}`))
  await t.advance(minutes(10))
  assert.equal(shown(content), 1)

  await need(1)
  const mine = await make(keys.contributor, soon())
  done(await w.ada.patch(`/v1/profiles/${w.profileId}/members/${leaver.uid}`, { role: 'approver' }))
  const { key } = (
    await leaver.post('/v1/api-keys', { name: 'reads', scopes: ['posts:read', 'posts:write', 'posts:publish'] })
  ).body
  done(await approve(t.withToken(key), mine.id))
  done(await w.ada.patch(`/v1/profiles/${w.profileId}/members/${leaver.uid}`, { role: 'contributor' }))
  assert.notEqual((await approvalsOf(mine.id)).status, 'approved')
  await t.advance(minutes(10))
  assert.equal(shown(mine.content), 0)
  // Someone who may approve has the last word: without the requirement, what waits is published.
  await need(0)
  await t.settle()
  assert.equal(shown(mine.content), 1)
})
