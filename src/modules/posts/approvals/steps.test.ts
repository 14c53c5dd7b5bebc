import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { scopeNames } from '#kernel/caller.ts'
import { days, minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { mailsTo } from '#test/world/mails.ts'
import { meetHalfway } from '#test/world/meet.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'
import { createDispatcher } from '../dispatch/dispatcher.ts'

/** Ada owns the brand and writes. Eve and Ed are editors, Cleo is the client, Boss an admin. */
const roles = { eve: 'editor', ed: 'editor', cleo: 'approver', boss: 'admin' } as const
type Name = keyof typeof roles

const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let people: Record<Name, Person>
let as: Record<Name, Client>
let rule: string
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  rule = `/v1/profiles/${w.profileId}`
  const made = await Promise.all(
    Object.keys(roles).map(async (name) => {
      const person = await t.as(name)
      return [name, person, await withKey(t, person, scopes)] as const
    }),
  )
  people = Object.fromEntries(made.map(([name, person]) => [name, person])) as typeof people
  as = Object.fromEntries(made.map(([name, , client]) => [name, client])) as typeof as
})
after(() => t[Symbol.asyncDispose]())

const editorStep = { name: 'Editor', roles: ['editor'] }
const clientStep = { name: 'Client', roles: ['approver'] }
const setSteps = async (approvalSteps: readonly object[], more = {}) =>
  done(await w.ada.patch(rule, { approvalSteps, ...more })).body.approvalSteps
async function restore(): Promise<void> {
  for (const name of Object.keys(roles) as Name[]) {
    const member = await w.ada.patch(`${rule}/members/${people[name].uid}`, { role: roles[name] })
    if (member.status === 404) await grant(w.ada, w.profileId, people[name], roles[name])
  }
}
beforeEach(async () => {
  await restore()
  await setSteps([], { requiredApprovals: 0, approverRole: 'admin' })
  await setSteps([editorStep, clientStep])
})

let count = 0
async function write(body: object = {}, by = w.ada): Promise<{ id: string; text: string }> {
  count += 1
  const text = `step ${count}`
  const request = { profileId: w.profileId, content: text, platforms: ['mastodon'], ...body }
  return { id: done(await by.post('/v1/posts', request), 201).body.id, text }
}
const soon = () => ({ scheduledAt: inTime(t, minutes(2)) })
const state = async (id: string) => done(await as.boss.get(`/v1/posts/${id}/approvals`)).body
const shown = (text: string) => t.sandbox.ledger.entries({}).filter((entry) => entry.text === text).length
const approve = async (by: Client, id: string, more = {}) =>
  by.post(`/v1/posts/${id}/approve`, { contentHash: (await state(id)).contentHash, ...more })
const ofSteps = async (id: string) => (await state(id)).steps.map(({ status }: { status: string }) => status)
const canApprove = async (id: string) => (await state(id)).approvers.map(({ name }: { name: string }) => name).sort()
const mailed = async (name: Name) =>
  (await mailsTo(t, people[name].email)).filter(({ subject }) => /approval/i.test(subject)).length

test('two steps decide in their order, each asks its own people, and the post is published after the last', async () => {
  const { id, text } = await write(soon())
  assert.deepEqual(await canApprove(id), ['ed', 'eve'])
  refused(await approve(as.cleo, id), 409, 'approval_not_your_turn')
  refused(await as.cleo.post(`/v1/posts/${id}/reject`, { reason: 'Too early.' }), 409, 'approval_not_your_turn')
  refused(await approve(as.boss, id), 403, 'profile_role_required')
  const before = [await mailed('eve'), await mailed('cleo'), await mailed('boss')]
  done(await w.ada.post(`/v1/posts/${id}/request-approval`, { note: 'For Monday.' }))
  assert.deepEqual([await mailed('eve'), await mailed('cleo')], [before[0]! + 1, before[1]])

  const once = done(await approve(as.eve, id)).body
  assert.deepEqual(
    [once.status, once.steps.map(({ status }: { status: string }) => status)],
    ['requested', ['approved', 'current']],
  )
  assert.deepEqual(
    [await mailed('eve'), await mailed('cleo'), await mailed('boss')],
    [before[0]! + 1, before[1]! + 1, before[2]],
  )
  assert.match((await mailsTo(t, people.cleo.email)).at(-1)?.text ?? '', /For Monday\./)
  assert.deepEqual(await canApprove(id), ['cleo'])
  await t.advance(minutes(2))
  assert.equal(shown(text), 0, 'one of two steps')
  assert.equal(done(await approve(as.cleo, id)).body.status, 'approved')
  await t.settle()
  assert.equal(shown(text), 1)
  const { body } = await w.ada.get(`/v1/posts/${id}/audit`)
  const steps = body.flatMap(({ action, changes }: { action: string; changes: { approvalStep?: { to: string } } }) =>
    action === 'post.approved' ? [changes.approvalStep?.to] : [],
  )
  assert.deepEqual(steps.sort(), ['Client', 'Editor'])
})

test('the bell and the list of waiting posts follow the step', async () => {
  const { id } = await write({ scheduledAt: inTime(t, days(2)) })
  done(await w.ada.post(`/v1/posts/${id}/request-approval`))
  const bell = async (by: Name) => {
    const { notices } = done(await people[by].get('/v1/notices')).body
    return notices.filter(
      (one: { kind: string; postId: string; solvedAt: string | null }) =>
        one.kind === 'approval_requested' && one.postId === id && one.solvedAt === null,
    ).length
  }
  const waits = async () =>
    done(await w.ada.get(`/v1/posts?profileId=${w.profileId}&approval=waiting&limit=100`)).body.posts.some(
      (post: { id: string }) => post.id === id,
    )
  assert.deepEqual([await bell('eve'), await bell('cleo'), await waits()], [1, 0, true])
  done(await approve(as.eve, id))
  assert.deepEqual([await bell('eve'), await bell('cleo'), await waits()], [0, 1, true])
  // An edit and a second approval of the first step don’t stand in for the second step.
  done(await w.ada.patch(`/v1/posts/${id}`, { content: 'changed after the first step' }))
  done(await approve(as.ed, id))
  assert.equal(await waits(), true)
  done(await approve(as.cleo, id))
  assert.deepEqual([await bell('cleo'), await waits()], [0, false])
})

test('an edit voids all steps; a new time voids none', async () => {
  const { id, text } = await write(soon())
  done(await approve(as.eve, id))
  done(await approve(as.cleo, id))
  done(await w.ada.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, minutes(4)) }))
  assert.deepEqual(await ofSteps(id), ['approved', 'approved'])
  done(await w.ada.patch(`/v1/posts/${id}`, { content: `${text}, edited` }))
  assert.deepEqual(await ofSteps(id), ['current', 'later'])
  await t.advance(minutes(4))
  assert.equal(shown(`${text}, edited`), 0)
})

test('one person approves one step only, and no one a step of what they wrote', async () => {
  await setSteps([editorStep, { name: 'Chief', roles: ['editor', 'admin'] }])
  const { id, text } = await write(soon())
  done(await approve(as.eve, id))
  const { body } = await approve(as.eve, id)
  assert.match(body.detail, /You have approved the step “Editor”. Someone else/)
  assert.deepEqual(await canApprove(id), ['boss', 'ed'])
  done(await approve(as.ed, id))
  await t.advance(minutes(2))
  assert.equal(shown(text), 1)

  const own = await write(soon(), as.eve)
  refused(await approve(as.eve, own.id), 403, 'approval_by_author')
  assert.deepEqual(await canApprove(own.id), ['ed'])
})

test('a rejection stands until its maker approves; the people of earlier steps can still reject', async () => {
  const { id, text } = await write(soon())
  done(await approve(as.eve, id))
  const rejected = done(await as.eve.post(`/v1/posts/${id}/reject`, { reason: 'I overlooked a word.' })).body
  assert.deepEqual([rejected.status, await ofSteps(id)], ['rejected', ['rejected', 'later']])
  refused(await approve(as.cleo, id), 409, 'approval_not_your_turn')
  done(await approve(as.eve, id))
  done(await as.cleo.post(`/v1/posts/${id}/reject`, { reason: 'Not our words.' }))
  assert.deepEqual(await ofSteps(id), ['approved', 'rejected'])
  done(await w.ada.patch(`/v1/posts/${id}`, soon()))
  await t.advance(minutes(2))
  assert.equal(shown(text), 0, 'rejected by the last step')
  done(await approve(as.cleo, id))
  await t.settle()
  assert.equal(shown(text), 1)
})

test('a step whose people have left says so and is left to the owner', async () => {
  const { id, text } = await write(soon(), as.ed)
  done(await approve(as.eve, id))
  done(await w.ada.delete(`${rule}/members/${people.cleo.uid}`))
  const { approvers, isLeftToOwner } = await state(id)
  assert.deepEqual([approvers.map(({ uid }: { uid: string }) => uid), isLeftToOwner], [[w.person.uid], true])
  await t.advance(minutes(2))
  assert.equal(shown(text), 0, 'no step is skipped')
  done(await approve(w.ada, id))
  await t.settle()
  assert.equal(shown(text), 1)

  // The owner’s own post: no one can approve it, and it says so.
  const own = await write(soon())
  done(await approve(as.eve, own.id))
  assert.deepEqual([await canApprove(own.id), (await state(own.id)).isLeftToOwner], [[], true])
  const checked = done(
    await w.ada.post(`/v1/posts/validate?postId=${own.id}`, {
      profileId: w.profileId,
      content: own.text,
      platforms: ['mastodon'],
    }),
  ).body
  assert.ok(
    checked.infos.some(({ code }: { code: string }) => code === 'approval_impossible'),
    JSON.stringify(checked.infos),
  )
  await setSteps([(await w.ada.get(rule)).body.approvalSteps[0]])
  await t.advance(minutes(2))
  assert.equal(shown(own.text), 1)
})

test('a step names members too; a member whose role is lowered no longer counts, and counts again with the role', async () => {
  await setSteps([{ name: 'Eve', uids: [people.eve.uid] }])
  assert.equal((await w.ada.get(rule)).body.requiredApprovals, 1)
  const { id, text } = await write(soon())
  assert.deepEqual(await canApprove(id), ['eve'])
  done(await approve(as.eve, id))
  done(await w.ada.patch(`${rule}/members/${people.eve.uid}`, { role: 'contributor' }))
  assert.deepEqual(await ofSteps(id), ['current'])
  await t.advance(minutes(2))
  assert.equal(shown(text), 0)
  done(await w.ada.patch(`${rule}/members/${people.eve.uid}`, { role: 'approver' }))
  await t.settle()
  assert.equal(shown(text), 1)
})

test('steps changed while posts wait: kept steps keep their approvals, a new one has to decide, a removed one releases', async () => {
  const [editor, client] = (await w.ada.get(rule)).body.approvalSteps
  const { id, text } = await write(soon())
  const other = await write({ scheduledAt: inTime(t, minutes(1)) })
  for (const post of [id, other.id]) {
    done(await approve(as.eve, post))
    done(await approve(as.cleo, post))
  }
  await setSteps([{ name: 'Legal', roles: ['admin'] }, { ...client, name: 'The client' }, editor])
  assert.deepEqual(await ofSteps(id), ['current', 'approved', 'approved'])
  await t.advance(minutes(1))
  assert.equal(shown(other.text), 0)
  done(await approve(as.boss, other.id))
  await t.settle()
  assert.equal(shown(other.text), 1)
  await t.advance(minutes(1))
  assert.equal(shown(text), 0)
  await setSteps([client, editor])
  await t.settle()
  assert.equal(shown(text), 1)
})

test('approvals without steps don’t count for steps, and approvals of steps count without them', async () => {
  await setSteps([], { requiredApprovals: 1, approverRole: 'editor' })
  const { id, text } = await write(soon())
  assert.equal(done(await approve(as.eve, id)).body.status, 'approved')
  await setSteps([editorStep])
  assert.deepEqual(await ofSteps(id), ['current'])
  done(await approve(as.eve, id))
  await setSteps([], { requiredApprovals: 1 })
  await t.advance(minutes(2))
  assert.equal(shown(text), 1)
})

test('400: a step without people, of the same name, of another brand, with someone who can’t approve, or another number', async () => {
  const [editor] = (await w.ada.get(rule)).body.approvalSteps
  const viewer = await t.as('viewer')
  await grant(w.ada, w.profileId, viewer, 'viewer')
  const wrong: Record<string, object> = {
    '/approvalSteps/0': { approvalSteps: [{ name: 'Nobody' }] },
    '/approvalSteps': { approvalSteps: [editorStep, { ...clientStep, name: 'editor' }] },
    '/approvalSteps/0/id': { approvalSteps: [{ ...editorStep, id: 'abc' }] },
    '/approvalSteps/1/id': { approvalSteps: [editor, { ...editor, name: 'Again' }] },
    '/approvalSteps/0/uids/0': { approvalSteps: [{ name: 'V', uids: [viewer.uid] }] },
    '/approvalSteps/0/roles/0': { approvalSteps: [{ name: 'V', roles: ['viewer'] }] },
    '/requiredApprovals': { requiredApprovals: 1 },
  }
  for (const [path, body] of Object.entries(wrong)) {
    const answer = await w.ada.patch(rule, body)
    refused(answer, 400, 'validation_failed')
    assert.equal(answer.body.errors[0].path.replace('/body', ''), path)
  }
  assert.equal((await w.ada.get(rule)).body.requiredApprovals, 2)
})

test('403 profile_role_required: only who may approve under approverRole changes the steps, or grants a role that a step names', async () => {
  await setSteps([editorStep], { approverRole: 'owner' })
  refused(await as.boss.patch(rule, { approvalSteps: [] }), 403, 'profile_role_required')
  refused(
    await as.boss.patch(rule, { approvalSteps: [{ name: 'Mine', roles: ['admin'] }] }),
    403,
    'profile_role_required',
  )
  refused(await as.boss.patch(`${rule}/members/${people.cleo.uid}`, { role: 'editor' }), 403, 'profile_role_required')
  done(await as.boss.patch(`${rule}/members/${people.cleo.uid}`, { role: 'viewer' }))
})

test('two people of one step at once: one approves it, and the other is not counted for the next', async () => {
  await setSteps([editorStep, { name: 'Chief', roles: ['editor', 'admin'] }])
  const { id } = await write({ scheduledAt: inTime(t, days(1)) })
  const { contentHash, currentStepId } = await state(id)
  const body = { contentHash, stepId: currentStepId }
  const [one, other] = await meetHalfway(
    t,
    'audit_entry',
    () => as.eve.post(`/v1/posts/${id}/approve`, body),
    () => as.ed.post(`/v1/posts/${id}/approve`, body),
  )
  done(one)
  refused(other, 409, 'approval_not_your_turn')
  assert.deepEqual(await ofSteps(id), ['approved', 'current'])
})

test('the last approval, an edit, the dispatcher, a lower role, a removal and other steps at once, in each order: nothing is published in a form that not all steps approved', async () => {
  const acts = ['edit', 'approve', 'dispatch', 'lower', 'remove', 'steps'] as const
  const pairs = acts.flatMap((first) =>
    acts.flatMap((second) =>
      first !== second && [first, second].includes('approve') ? [[first, second] as const] : [],
    ),
  )
  for (const [first, second] of pairs) {
    // Someone new, since a person who has left has to accept an invitation.
    count += 1
    const reader = await t.as(`reader${count}`)
    await grant(w.ada, w.profileId, reader, 'editor')
    done(await w.ada.patch(`${rule}/members/${people.cleo.uid}`, { role: 'approver' }))
    const [editor, client] = await setSteps([editorStep, clientStep])
    const { id, text } = await write({ scheduledAt: inTime(t, 0) })
    done(await approve(await withKey(t, reader, scopes), id))
    const { contentHash } = await state(id)
    const edited = `${text}, edited`
    const make = {
      edit: () => w.ada.patch(`/v1/posts/${id}`, { content: edited }),
      approve: () => as.cleo.post(`/v1/posts/${id}/approve`, { contentHash }),
      dispatch: () => createDispatcher(t.deps).tick(),
      lower: () => w.ada.patch(`${rule}/members/${people.cleo.uid}`, { role: 'viewer' }),
      remove: () => w.ada.delete(`${rule}/members/${reader.uid}`),
      steps: () => w.ada.patch(rule, { approvalSteps: [editor, client, { name: 'Legal', roles: ['admin'] }] }),
    }
    await meetHalfway<unknown, unknown>(t, first === 'dispatch' ? 'event' : 'audit_entry', make[first], make[second])
    await t.settle()
    const order = `${first}, then ${second}`
    assert.equal(shown(edited), 0, `${order}: the edited text was not approved`)
    const isLeftAsItWas = [first, second].includes('dispatch')
    assert.equal(shown(text), isLeftAsItWas ? 1 : 0, `${order}: ${JSON.stringify((await state(id)).steps)}`)
  }
})

test('a user who is deleted is no longer named in steps', async () => {
  const gone = await t.as('gone')
  await grant(w.ada, w.profileId, gone, 'editor')
  await setSteps([{ name: 'Both', uids: [people.eve.uid, gone.uid] }, clientStep])
  done(await gone.delete('/v1/auth/me'))
  const { approvalSteps } = (await w.ada.get(rule)).body
  assert.deepEqual(
    approvalSteps.map(({ uids }: { uids: string[] }) => uids),
    [[people.eve.uid], []],
  )
})

test('validate names who approves first: no one without a rule, the first of several steps, and so after an approval', async () => {
  const check = async (postId?: string, content = 'to be validated') => {
    const body = { profileId: w.profileId, content, platforms: ['mastodon'] }
    return done(await w.ada.post(`/v1/posts/validate${postId ? `?postId=${postId}` : ''}`, body)).body.approval
  }
  const editors = { name: 'Editor', uids: [people.eve.uid, people.ed.uid] }
  const [{ id: stepId }] = await setSteps([editors, clientStep])
  const first = await check()
  assert.deepEqual([first.step, first.isLeftToOwner], [{ id: stepId, name: 'Editor' }, false])
  assert.deepEqual(first.approvers.map(({ name }: { name: string }) => name).sort(), ['ed', 'eve'])
  assert.deepEqual(first.guestApprovers, [])
  // An edit would void the approval, so the first step decides about it, whether or not it is stored yet.
  const { id, text } = await write({ scheduledAt: inTime(t, days(2)) })
  done(await approve(as.eve, id))
  assert.equal((await check(id, text)).step.name, 'Editor')
  done(await w.ada.patch(`/v1/posts/${id}`, { content: `${text}, edited` }))
  assert.equal((await check(id, text)).step.name, 'Editor')
  // People who changed the post can’t approve it.
  done(await as.ed.patch(`/v1/posts/${id}`, { content: `${text}, edited by Ed` }))
  assert.deepEqual(
    (await check(id, text)).approvers.map(({ name }: { name: string }) => name),
    ['eve'],
  )
  await setSteps([], { requiredApprovals: 2 })
  const plain = await check()
  const names = plain.approvers.map(({ name }: { name: string }) => name)
  assert.deepEqual([plain.step, names.includes('boss'), names.includes('eve')], [null, true, false])
  await setSteps([], { requiredApprovals: 0 })
  assert.equal(await check(), null)
})
