import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { scopeNames } from '#kernel/caller.ts'
import { days, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { takeSenderAllowance } from '#modules/mail/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { mailsTo } from '#test/world/mails.ts'
import { uploaded } from '#test/world/media.ts'
import { meetHalfway } from '#test/world/meet.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'
import { createDispatcher } from '../dispatch/dispatcher.ts'

const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))

/** Keys do not expire when the clock moves. The owner `ada` writes; two admins and an editor read. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let boss: Client
let chief: Client
let editor: Client
let editorPerson: Person
let editorUid: string
let bossUid: string
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  const people = await Promise.all(['boss', 'chief', 'editor'].map((name) => t.as(name)))
  for (const [no, person] of people.entries()) await grant(w.person, w.profileId, person, no < 2 ? 'admin' : 'editor')
  editorPerson = people[2] as Person
  editorUid = editorPerson.uid
  bossUid = people[0]?.uid ?? ''
  const keys = await Promise.all(people.map((person) => withKey(t, person, scopes)))
  ;[boss, chief, editor] = keys as [Client, Client, Client]
})
after(() => t[Symbol.asyncDispose]())

const need = async (requiredApprovals: number, approverRole = 'admin') =>
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { requiredApprovals, approverRole }))

let count = 0
async function write(body: object = {}): Promise<{ id: string; text: string }> {
  count += 1
  const text = `approval ${count}`
  const requested = { profileId: w.profileId, content: text, platforms: ['mastodon'], ...body }
  return { id: done(await w.ada.post('/v1/posts', requested), 201).body.id, text }
}
const soon = () => ({ scheduledAt: inTime(t, minutes(10)) })
const state = async (id: string) => done(await boss.get(`/v1/posts/${id}/approvals`)).body
const read = async (id: string) => (await w.ada.get(`/v1/posts/${id}`)).body
const shown = (text: string) => t.sandbox.ledger.entries({}).filter((entry) => entry.text === text).length
async function approve(by: Client, id: string) {
  return by.post(`/v1/posts/${id}/approve`, { contentHash: (await state(id)).contentHash })
}

test('by default no post needs approval', async () => {
  const { id, text } = await write()
  await t.settle()
  assert.equal(shown(text), 1)
  assert.equal((await state(id)).status, 'not_required')
  refused(await w.ada.post(`/v1/posts/${id}/request-approval`), 409, 'post_wrong_status')
  refused(
    await w.ada.post(`/v1/posts/${(await write({ saveAsDraft: true })).id}/request-approval`),
    409,
    'approval_not_required',
  )
})

test('a decision counts only while the member who made it may approve: a lower role, a removal or a stricter rule voids it', async () => {
  const losses: Record<string, () => Promise<unknown>> = {
    'a removal': () => w.ada.delete(`/v1/profiles/${w.profileId}/members/${editorUid}`),
    'a lower role': () => w.ada.patch(`/v1/profiles/${w.profileId}/members/${editorUid}`, { role: 'viewer' }),
    'a raised rule': () => need(1, 'owner'),
  }
  for (const [what, lose] of Object.entries(losses)) {
    await need(1, 'editor')
    await grant(w.ada, w.profileId, editorPerson, 'editor')
    const { id, text } = await write(soon())
    assert.equal((await approve(editor, id)).body.status, 'approved')
    await lose()
    const { status, decisions } = await state(id)
    assert.deepEqual([status, decisions[0].isCurrent], ['needed', false], what)
    await t.advance(minutes(10))
    assert.deepEqual([(await read(id)).targets[0].status, shown(text)], ['held', 0], what)
    await need(1, 'editor')
    await grant(w.ada, w.profileId, editorPerson, 'editor')
    await t.settle()
    assert.equal(shown(text), 1, `${what}, and back: the decision counts again`)
  }
})

test('a due post without approval is held with the reason, and published once approved', async () => {
  await need(1)
  const scheduled = await write(soon())
  const now = await write()
  await t.advance(minutes(10))
  for (const { id, text } of [scheduled, now]) {
    const [row] = (await read(id)).targets
    assert.deepEqual([row.status, row.errorCode, shown(text)], ['held', 'approval_needed', 0])
    assert.match(row.error, /approv/)
    assert.equal((await approve(boss, id)).body.status, 'approved')
    await t.settle()
    assert.deepEqual([(await read(id)).status, shown(text)], ['published', 1])
  }
})

test('a post that is approved before its scheduled time is published at that time', async () => {
  const { id, text } = await write(soon())
  assert.equal((await state(id)).status, 'needed')
  done(await w.ada.post(`/v1/posts/${id}/request-approval`, { note: 'For Monday.' }))
  const mail = (await mailsTo(t, 'boss@example.com')).at(-1)
  assert.match(mail?.text ?? '', /For Monday\./)
  const others = await mailsTo(t, 'editor@example.com')
  assert.ok(others.every(({ subject }) => !/approval/.test(subject)))
  assert.equal((await state(id)).status, 'requested')
  done(await approve(boss, id))
  assert.equal(shown(text), 0)
  await t.advance(minutes(10))
  assert.equal(shown(text), 1)
})

test('429 approval_requested_lately: approvers are reminded once an hour, or after a decision', async () => {
  const { id } = await write({ scheduledAt: inTime(t, days(1)) })
  const ask = () => w.ada.post(`/v1/posts/${id}/request-approval`, {})
  const before = (await mailsTo(t, 'boss@example.com')).length
  const mailed = async () => (await mailsTo(t, 'boss@example.com')).length - before
  done(await ask())
  done(await w.ada.patch(`/v1/posts/${id}`, { content: 'edited, which does not allow asking again' }))
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  for (const answer of answers) refused(answer, 429, 'approval_requested_lately')
  assert.equal(answers[0]!.body.retryAfterMs, minutes(60))
  assert.equal(await mailed(), 1)
  await t.advance(minutes(60))
  done(await ask())
  assert.equal(await mailed(), 2)
  done(await boss.post(`/v1/posts/${id}/reject`, { reason: 'Not like this.' }))
  done(await ask())
  assert.equal(await mailed(), 3)
})

test('429 mails_used_up: after 200 approval requests in a day, no more are accepted and decisions are not emailed', async () => {
  const use = (uid: string, kind: 'approval-requested' | 'approval-decided') =>
    inTx(t.db, async (tx) => {
      for (let n = 0; n < 200; n++) await takeSenderAllowance(tx, fromWire('usr', uid)!, kind, t.now())
    })
  const { id } = await write({ scheduledAt: inTime(t, days(1)) })
  await use(w.person.uid, 'approval-requested')
  refused(await w.ada.post(`/v1/posts/${id}/request-approval`, {}), 429, 'mails_used_up')
  const mailed = async () => (await mailsTo(t, w.person.email)).length
  await use(bossUid, 'approval-decided')
  const before = await mailed()
  assert.equal((await approve(boss, id)).body.status, 'approved')
  assert.equal(await mailed(), before)
  await t.advance(days(1) + minutes(1))
})

test('an edit voids the approvals: the edited post is held, and is too late after a day', async () => {
  const { id } = await write(soon())
  done(await approve(boss, id))
  done(await w.ada.patch(`/v1/posts/${id}`, { content: 'edited after the approval' }))
  const { status, decisions } = await state(id)
  assert.deepEqual([status, decisions[0].isCurrent], ['needed', false])
  await t.advance(minutes(10))
  assert.equal((await read(id)).targets[0].status, 'held')
  await t.advance(days(1) + minutes(1))
  const [row] = (await read(id)).targets
  assert.deepEqual([row.status, row.errorCode], ['failed', 'too_late'])
  assert.equal(shown('edited after the approval'), 0)
})

test('a new time does not void approvals', async () => {
  const { id, text } = await write(soon())
  done(await approve(boss, id))
  done(await w.ada.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, minutes(20)) }))
  assert.equal((await state(id)).status, 'approved')
  await t.advance(minutes(20))
  assert.equal(shown(text), 1)
})

test('409 approval_outdated: unread content cannot be approved; 403: by the author or a lower role', async () => {
  const { id } = await write(soon())
  const { contentHash } = await state(id)
  done(await w.ada.patch(`/v1/posts/${id}`, { content: 'changed in the meantime' }))
  refused(await boss.post(`/v1/posts/${id}/approve`, { contentHash }), 409, 'approval_outdated')
  refused(await approve(w.ada, id), 403, 'approval_by_author')
  refused(await approve(editor, id), 403, 'profile_role_required')
  refused(await boss.post(`/v1/posts/${id}/approve`), 400, 'validation_failed')
})

test('if two approvals are required, both are needed; a single rejection stops the post, and its author is notified of the reason', async () => {
  await need(2, 'editor')
  const { id, text } = await write()
  await t.settle()
  assert.equal((await approve(boss, id)).body.status, 'needed')
  assert.equal((await approve(boss, id)).body.decisions.length, 1)
  await t.settle()
  assert.equal(shown(text), 0)
  assert.equal((await approve(editor, id)).body.status, 'approved')
  await t.settle()
  assert.equal(shown(text), 1)

  const other = await write(soon())
  done(await approve(boss, other.id))
  done(await approve(editor, other.id))
  const rejected = done(await chief.post(`/v1/posts/${other.id}/reject`, { reason: 'The date is wrong.' }))
  assert.equal(rejected.body.status, 'rejected')
  const { status, scheduledAt } = await read(other.id)
  assert.equal(status, 'draft')
  assert.ok(scheduledAt)
  assert.match((await mailsTo(t, w.person.email)).at(-1)?.text ?? '', /The date is wrong\./)
  done(await w.ada.post(`/v1/queue/submit/${other.id}`))
  await t.settle()
  assert.deepEqual([(await read(other.id)).targets[0].status, shown(other.text)], ['held', 0])
  const { body } = await w.ada.get(`/v1/posts/${other.id}/audit`)
  const actions = body.map(({ action }: { action: string }) => action)
  assert.ok(actions.includes('post.approved') && actions.includes('post.rejected'))
})

test('when a profile’s rule is removed, the posts that were held for it are published', async () => {
  await need(1, 'owner')
  const { text } = await write()
  await t.settle()
  assert.equal(shown(text), 0)
  await need(0)
  await t.settle()
  assert.equal(shown(text), 1)
})

test('403 approval_by_author: a user who edited a post cannot approve it or its copies; a user who only moved it can', async () => {
  await need(1, 'editor')
  const edits: Record<string, (id: string) => Promise<unknown>> = {
    text: async (id) => done(await editor.patch(`/v1/posts/${id}`, { content: 'the editor wrote this' })),
    'text of one platform': async (id) =>
      done(await editor.patch(`/v1/posts/${id}`, { platforms: [{ platform: 'mastodon', content: 'only here' }] })),
    'further platform': async (id) => done(await editor.post(`/v1/posts/${id}/expand`, { platforms: ['bluesky'] })),
    variation: async (id) =>
      done(
        await editor.patch(`/v1/posts/${id}/recycle-config`, {
          enabled: true,
          intervalDays: 7,
          variations: ['Words of the editor'],
        }),
      ),
  }
  for (const [what, edit] of Object.entries(edits)) {
    const { id } = await write({ scheduledAt: inTime(t, days(2)) })
    await edit(id)
    const answer = await approve(editor, id)
    assert.equal(answer.body.code, 'approval_by_author', `${what}: ${answer.text}`)
    const copy = done(await w.ada.post(`/v1/posts/${id}/duplicate`, { scheduledAt: inTime(t, days(2)) }), 201).body
    assert.equal((await approve(editor, copy.id)).body.code, 'approval_by_author', `a copy: ${what}`)
    assert.equal((await approve(boss, id)).body.status, 'approved', what)
  }
  const { id, text } = await write({ scheduledAt: inTime(t, days(2)) })
  done(await editor.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, days(3)), tags: ['later'] }))
  assert.equal((await approve(editor, id)).body.status, 'approved')
  done(await editor.patch(`/v1/posts/${id}`, { content: 'changed after the own approval' }))
  assert.equal((await state(id)).status, 'needed')
  refused(await approve(editor, id), 403, 'approval_by_author')
  done(await w.ada.patch(`/v1/posts/${id}`, { content: text }))
  assert.equal((await state(id)).status, 'needed', 'this content was approved by a user who has edited the post since')
})

test('after an upgrade, the audit log determines who has changed the waiting posts', async () => {
  await need(1, 'editor')
  const edited = await write({ scheduledAt: inTime(t, days(2)) })
  const moved = await write({ scheduledAt: inTime(t, days(2)) })
  done(await editor.patch(`/v1/posts/${edited.id}`, { content: 'the editor wrote this' }))
  done(await editor.patch(`/v1/posts/${moved.id}`, { scheduledAt: inTime(t, days(3)) }))
  await sql`update post set edited_by = '{}'`.execute(t.db)
  const migration = await readFile(
    new URL('../../../../migrations/0087-who-changed-posts.sql', import.meta.url),
    'utf8',
  )
  await sql.raw(migration.slice(migration.indexOf('with waiting'))).execute(t.db)
  refused(await approve(editor, edited.id), 403, 'approval_by_author')
  assert.equal((await approve(editor, moved.id)).body.status, 'approved')
})

test('403 approval_by_author: a user who wrote a file’s alt text cannot approve its post', async () => {
  const media = await uploaded(
    t,
    { token: w.key },
    {
      file: await plain(64, 64).png().toBuffer(),
      fields: { profileId: w.profileId },
    },
  )
  const { id } = await write({ ...soon(), media: [{ storagePath: media.storagePath }], confirmWarnings: true })
  done(await editor.patch(`/v1/media/${media.id}`, { altText: 'Words of the editor' }))
  refused(await approve(editor, id), 403, 'approval_by_author')
  assert.equal((await approve(boss, id)).body.status, 'approved')
})

test('403 profile_role_required: only a role that may approve under a rule may weaken it', async () => {
  const rule = `/v1/profiles/${w.profileId}`
  await need(2, 'owner')
  const { id, text } = await write()
  await t.settle()
  for (const weaker of [
    { requiredApprovals: 0 },
    { requiredApprovals: 1 },
    { approverRole: 'admin' },
    { requiredApprovals: 5, approverRole: 'editor' },
  ])
    refused(await boss.patch(rule, weaker), 403, 'profile_role_required')
  done(await boss.patch(rule, { requiredApprovals: 3, name: 'stricter' }))
  await t.settle()
  assert.deepEqual([(await read(id)).targets[0].status, shown(text)], ['held', 0])
  await need(1, 'admin')
  done(await boss.patch(rule, { requiredApprovals: 0 }))
  await t.settle()
  assert.equal(shown(text), 1)
})

test('an edit, an approval and the dispatcher at once, in both orders: nothing is published in a form that was not approved', async () => {
  await need(1)
  const acts = ['edit', 'approve', 'dispatch'] as const
  for (const first of acts) {
    for (const second of acts.filter((act) => act !== first)) {
      const { id, text } = await write({ scheduledAt: inTime(t, 0) })
      const { contentHash } = await state(id)
      const edited = `${text}, edited`
      const make = {
        edit: () => w.ada.patch(`/v1/posts/${id}`, { content: edited }),
        approve: () => boss.post(`/v1/posts/${id}/approve`, { contentHash }),
        dispatch: () => createDispatcher(t.deps).tick(),
      }
      // The dispatcher writes no audit entry, so it is paused where it emits its event.
      await meetHalfway<unknown, unknown>(t, first === 'dispatch' ? 'event' : 'audit_entry', make[first], make[second])
      await t.settle()
      const { status, decisions } = await state(id)
      const order = `${first}, then ${second}`
      const isEdited = first === 'edit' || second === 'edit'
      const isApproved = decisions.some(({ decision }: { decision: string }) => decision === 'approved')
      assert.equal(shown(edited), 0, `${order}: the edited text was not approved`)
      assert.equal(shown(text), isApproved && !isEdited ? 1 : 0, `${order}: ${status}`)
      if (first === 'edit') assert.equal(isApproved, false, order)
    }
  }
})

test('after publication, decisions are compared with what was published', async () => {
  await need(1, 'editor')
  const approved = await write(soon())
  const { contentHash } = done(await approve(editor, approved.id)).body
  await t.advance(minutes(10))
  const after = await state(approved.id)
  assert.deepEqual([after.publishedHash, after.contentHash, after.status], [contentHash, null, 'approved'])
  assert.deepEqual([after.decisions[0].isSame, after.decisions[0].isCurrent], [true, true])

  const edited = await write(soon())
  const { publishedHash } = done(await approve(editor, edited.id)).body
  assert.equal(publishedHash, null)
  done(await w.ada.patch(`/v1/posts/${edited.id}`, { content: `${edited.text}, edited` }))
  await need(0)
  await t.advance(minutes(10))
  const other = await state(edited.id)
  assert.match(other.publishedHash, /^[0-9a-f]{64}$/)
  assert.deepEqual([other.decisions[0].isSame, other.status], [false, 'not_required'])
})
