import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { minutes, seconds } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { sayMore } from '#test/world/inbox.ts'
import { openDesk } from '#test/world/inbox-desk.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { withKey } from '#test/world/posts.ts'

/** Replies that someone has to approve: nothing is sent that no one has read as it is. */
let t: TestApp
let desk: Awaited<ReturnType<typeof openDesk>>
type Person = Awaited<ReturnType<TestApp['as']>>
let owner: Person
const people: Record<string, Person> = {}
const person = (name: string): Person => people[name] ?? assert.fail(name)
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  desk = await openDesk(t)
  owner = desk.person
  for (const [name, role] of [
    ['conny', 'contributor'],
    ['edgar', 'editor'],
    ['petra', 'approver'],
    ['paul', 'approver'],
    ['vera', 'viewer'],
  ] as const) {
    people[name] = await t.as(name)
    await grant(desk.person, desk.profileId, person(name), role)
  }
})
after(() => t[Symbol.asyncDispose]())

const brand = () => `/v1/profiles/${desk.profileId}`
const setRule = async (rule: object) => done(await owner.patch(brand(), rule))
/** Sessions are shorter than what happens here. */
async function signInAgain(): Promise<void> {
  for (const name of [...Object.keys(people), 'owner']) {
    const known = name === 'owner' ? owner : person(name)
    const { token } = done(
      await t.anyone.post('/v1/auth/sign-in', { email: known.email, password: known.password }),
    ).body
    const again = { ...known, ...t.withToken(token) }
    if (name === 'owner') owner = again
    else people[name] = again
  }
}
beforeEach(() => setRule({ inboxApprovals: 'all', approvalSteps: [], requiredApprovals: 0, approverRole: 'admin' }))

interface Asked {
  readonly id: string
  readonly last: { readonly id: string }
}
const write = (by: Client, { id, last }: Asked, text: string, more: object = {}) =>
  by.post(`/v1/inbox/conversations/${id}/replies`, { itemId: last.id, lastItemId: last.id, text, ...more })
const read = async (id: string) => done(await owner.get(`/v1/inbox/replies/${id}`)).body
const approve = async (by: Client, id: string, more: object = {}) => {
  const { contentHash, itemId } = await read(id)
  return by.post(`/v1/inbox/replies/${id}/approve`, { contentHash, lastItemId: itemId, ...more })
}
const reject = (by: Client, id: string, reason = 'Not like this.') =>
  by.post(`/v1/inbox/replies/${id}/reject`, { reason })
const edit = (by: Client, id: string, text: string) => by.patch(`/v1/inbox/replies/${id}`, { text })
const isThere = (text: string) => desk.sent('bluesky').filter((one) => one.text === text).length
/** Someone asks something, and the account is read. Sessions outlast a minute for each question. */
async function ask(text: string): Promise<Asked> {
  // Comments come under the latest post, which a reply is, too.
  const content = 'We open at nine'
  done(await desk.ada.post('/v1/posts', { profileId: desk.profileId, platforms: ['bluesky'], content }), 201)
  await t.settle()
  await t.sandbox.network('bluesky').acts?.comment?.(desk.login, { body: text })
  await readAgain()
  const [found] = await desk.list({ q: text })
  return found
}
async function readAgain(): Promise<void> {
  await t.advance(minutes(2))
  await signInAgain()
  done(await desk.ada.post(`/v1/inbox/accounts/${desk.bluesky}/refresh`))
  await t.settle()
}
let nth = 0
/** A question and a reply to it that waits. */
const waiting = async (text: string, by: Client = person('conny')) => {
  nth += 1
  const asked: Asked = await ask(`Question ${nth} zoo${nth}?`)
  const reply = done(await write(by, asked, text), 201).body
  assert.equal(reply.state, 'waiting_for_approval')
  return { asked, id: reply.id as string, reply }
}
const itemsOf = async ({ id }: { readonly id: string }) =>
  done(await owner.get(`/v1/inbox/conversations/${id}/items`)).body.items
const eventsOf = async (replyId: string) =>
  (
    done(await desk.ada.get('/v1/events?limit=100')).body.events as { type: string; data: { replyId?: string } }[]
  ).flatMap(({ type, data }) => (data.replyId === replyId ? [type] : []))

test('a reply waits until someone else approves it, and is then sent once', async () => {
  const { id, reply, asked } = await waiting('From ten to four')
  assert.deepEqual([reply.sendsAt, reply.approval.given, reply.approval.required], [null, 0, 1])
  assert.deepEqual(
    reply.approval.approvers.map(({ uid }: { uid: string }) => uid).sort(),
    [owner.uid, person('paul').uid, person('petra').uid].sort(),
  )
  await t.advance(minutes(1))
  assert.equal(isThere('From ten to four'), 0)
  const list = done(await desk.ada.get(`/v1/inbox/conversations?profileId=${desk.profileId}&waitingForApproval=true`))
    .body.conversations
  assert.deepEqual(
    list.map((one: { id: string; waitingReplies: number }) => [one.id, one.waitingReplies]),
    [[asked.id, 1]],
  )
  const counts = async () => done(await desk.ada.get(`/v1/inbox/counts?profileId=${desk.profileId}`)).body
  assert.equal((await counts()).waitingForApproval, 1)
  refused(await approve(person('conny'), id), 403, 'profile_role_required')
  refused(await approve(person('edgar'), id), 403, 'profile_role_required')
  refused(await approve(person('vera'), id), 403, 'profile_role_required')
  const approved = done(await approve(person('petra'), id)).body
  assert.deepEqual([approved.state, approved.approval], ['queued', null])
  assert.equal((await counts()).waitingForApproval, 0)
  await t.advance(seconds(9))
  assert.equal((await read(id)).state, 'sent')
  await t.advance(minutes(1))
  assert.equal(isThere('From ten to four'), 1)
  assert.deepEqual(await eventsOf(id), ['inbox.approval_requested', 'inbox.reply_sent'])
})

test('those who may publish wait too, and no one approves what they wrote or changed', async () => {
  const { id } = await waiting('Written by the owner', owner)
  refused(await approve(owner, id), 403, 'reply_approval_by_author')
  done(await edit(person('conny'), id, 'Changed by Conny'))
  await grant(owner, desk.profileId, person('conny'), 'admin')
  refused(await approve(person('conny'), id), 403, 'reply_approval_by_author')
  await grant(owner, desk.profileId, person('conny'), 'contributor')
  done(await approve(person('paul'), id))
  await t.advance(seconds(9))
  assert.deepEqual([isThere('Written by the owner'), isThere('Changed by Conny')], [0, 1])
})

test('an edit voids what was read and what was approved', async () => {
  await setRule({ requiredApprovals: 2 })
  const { id, reply, asked } = await waiting('First words')
  const body = { contentHash: reply.contentHash, lastItemId: asked.last.id }
  const half = done(await person('petra').post(`/v1/inbox/replies/${id}/approve`, body)).body
  assert.deepEqual([half.state, half.approval.given], ['waiting_for_approval', 1])
  refused(await approve(person('petra'), id), 409, 'reply_approval_not_your_turn')
  const edited = done(await edit(person('conny'), id, 'Second words')).body
  assert.deepEqual([edited.state, edited.approval.given, edited.text], ['waiting_for_approval', 0, 'Second words'])
  refused(await person('paul').post(`/v1/inbox/replies/${id}/approve`, body), 409, 'reply_changed')
  for (const one of ['petra', 'paul']) done(await approve(person(one), id))
  await t.advance(seconds(9))
  assert.deepEqual([isThere('First words'), isThere('Second words')], [0, 1])
  refused(await edit(person('conny'), id, 'Third words'), 409, 'reply_not_waiting')
})

test('the steps of the brand are those of its replies, in their order', async () => {
  await setRule({
    approvalSteps: [
      { name: 'Editor', roles: ['editor'] },
      { name: 'Client', uids: [person('petra').uid] },
    ],
  })
  const { id, reply } = await waiting('In two steps')
  assert.deepEqual([reply.approval.step, reply.approval.required], ['Editor', 2])
  refused(await approve(person('petra'), id), 409, 'reply_approval_not_your_turn')
  const next = done(await approve(person('edgar'), id)).body
  assert.deepEqual([next.state, next.approval.step, next.approval.given], ['waiting_for_approval', 'Client', 1])
  assert.equal(done(await approve(person('petra'), id)).body.state, 'queued')
  assert.deepEqual((await eventsOf(id)).slice(0, 2), ['inbox.approval_requested', 'inbox.approval_requested'])
})

test('a rule that is made easier sends nothing: someone approves again', async () => {
  await setRule({ requiredApprovals: 2 })
  const { id } = await waiting('Halfway')
  done(await approve(person('petra'), id))
  await setRule({ requiredApprovals: 0 })
  await t.advance(minutes(1))
  assert.equal((await read(id)).state, 'waiting_for_approval')
  assert.equal(done(await approve(person('paul'), id)).body.state, 'queued')
})

test('a rejected reply says why, and waits again after a change', async () => {
  const { id } = await waiting('We are closed')
  refused(await reject(person('conny'), id), 403, 'profile_role_required')
  const rejected = done(await reject(person('petra'), id, 'We are open.')).body
  assert.deepEqual(
    [rejected.state, rejected.approval.reason, rejected.approval.rejectedByUid],
    ['rejected', 'We are open.', person('petra').uid],
  )
  refused(await approve(person('paul'), id), 409, 'reply_not_waiting')
  const again = done(await edit(person('conny'), id, 'We are open')).body
  assert.deepEqual([again.state, again.approval.reason], ['waiting_for_approval', null])
  done(await approve(person('petra'), id))
  await t.advance(seconds(9))
  assert.deepEqual([isThere('We are closed'), isThere('We are open')], [0, 1])
})

test('what happened in the conversation is said first, and a confirmation covers only what was read', async () => {
  const { id, asked } = await waiting('Late answer')
  await setRule({ inboxApprovals: 'none' })
  done(await write(desk.ada, asked, 'Quick answer'), 201)
  assert.equal((await read(id)).approval.isAnswered, true)
  refused(await approve(person('petra'), id), 409, 'answered_meanwhile')
  await t.advance(seconds(9))
  refused(await approve(person('petra'), id), 409, 'answered_meanwhile')
  refused(await approve(person('petra'), id, { confirm: true }), 409, 'answered_meanwhile')
  const last = (await itemsOf(asked)).at(-1).id
  assert.equal(done(await approve(person('petra'), id, { confirm: true, lastItemId: last })).body.state, 'queued')
})

test('a new comment is said first, and a reply to what is erased cannot be approved', async () => {
  const { id, asked } = await waiting('To the first question')
  await sayMore(t.db, asked.id)
  const items = await itemsOf(asked)
  assert.equal(items.length, 2)
  assert.equal((await read(id)).approval.newItems, 1)
  refused(await approve(person('petra'), id), 409, 'conversation_continued')
  refused(await approve(person('petra'), id, { confirm: true }), 409, 'conversation_continued')
  const sender = items[0].sender.id
  done(await owner.delete(`/v1/inbox/senders/${sender}`))
  assert.equal((await read(id)).approval.isGone, true)
  refused(await approve(person('petra'), id, { confirm: true, lastItemId: items.at(-1).id }), 409, 'replied_item_gone')
  assert.equal(done(await person('conny').delete(`/v1/inbox/replies/${id}`)).body.state, 'cancelled')
})

test('of two replies to one comment, approving one asks about the other', async () => {
  const { id, asked } = await waiting('One way to say it')
  const other = done(await write(owner, asked, 'Another way to say it'), 201).body
  assert.deepEqual([(await read(id)).approval.alsoWaiting, (await read(other.id)).approval.alsoWaiting], [1, 1])
  refused(await approve(person('petra'), id), 409, 'other_replies_wait')
  done(await approve(person('petra'), id, { others: 'withdraw' }))
  assert.equal((await read(other.id)).state, 'cancelled')
  const kept = await waiting('Kept one')
  const second = done(await write(owner, kept.asked, 'Kept two'), 201).body
  done(await approve(person('petra'), kept.id, { others: 'keep' }))
  assert.equal((await read(second.id)).state, 'waiting_for_approval')
})

test('turning approvals off sends nothing, and weakening them requires someone who may approve', async () => {
  const { id } = await waiting('Still waiting')
  await setRule({ approverRole: 'owner' })
  const admin = await t.as('adam')
  await grant(owner, desk.profileId, admin, 'admin')
  refused(await admin.patch(brand(), { inboxApprovals: 'none' }), 403, 'profile_role_required')
  await setRule({ inboxApprovals: 'none' })
  await t.advance(minutes(1))
  assert.equal((await read(id)).state, 'waiting_for_approval')
  refused(await write(person('conny'), (await waitingFor(id)) as Asked, 'Hello'), 403, 'profile_role_required')
  done(await approve(person('petra'), id))
  await t.advance(seconds(9))
  assert.equal(isThere('Still waiting'), 1)
})
const waitingFor = async (id: string) => {
  const { conversationId, itemId } = await read(id)
  return { id: conversationId, last: { id: itemId } }
}

test('with `programs`, what a key writes waits for a person, also its own, and what people write is sent', async () => {
  await setRule({ inboxApprovals: 'programs' })
  const key = await withKey(t, owner, ['inbox:read', 'inbox:reply'])
  const { id, asked } = await waiting('By a robot', key)
  refused(await approve(key, id), 403, 'approval_by_program')
  done(await write(owner, asked, 'By a person', { confirm: true }), 201)
  await t.advance(seconds(9))
  assert.deepEqual([isThere('By a robot'), isThere('By a person')], [0, 1])
  const last = (await itemsOf(asked)).at(-1).id
  done(await approve(owner, id, { confirm: true, lastItemId: last }))
  await t.advance(seconds(9))
  assert.equal(isThere('By a robot'), 1)
})

test('a failed reply from before the rule waits when it is sent again', async () => {
  await setRule({ inboxApprovals: 'none' })
  const asked: Asked = await ask('Any quokkas?')
  t.sandbox.faults.add({ network: 'bluesky', call: 'putRecord', kind: 'reject', times: 1 })
  const { id } = done(await write(desk.ada, asked, 'None'), 201).body
  await t.advance(seconds(9))
  assert.equal((await read(id)).state, 'failed')
  await setRule({ inboxApprovals: 'all' })
  assert.equal(done(await desk.ada.post(`/v1/inbox/replies/${id}/retry`, {})).body.state, 'waiting_for_approval')
  done(await approve(person('petra'), id))
  await t.advance(seconds(9))
  assert.equal(isThere('None'), 1)
})

test('two approvers at once send one reply', async () => {
  const { id } = await waiting('Both at once')
  const both = await Promise.all([approve(person('petra'), id), approve(person('paul'), id)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  await t.advance(minutes(2))
  assert.equal(isThere('Both at once'), 1)
})

test('approving while it is edited sends what was approved, or nothing', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await waiting(`Before ${round}`)
    const [approval, change] = await Promise.all([
      approve(person('petra'), id),
      edit(person('conny'), id, `Behind ${round}`),
    ])
    assert.ok([approval.status, change.status].includes(200))
    await t.advance(seconds(9))
    assert.equal(isThere(`Behind ${round}`), 0)
    assert.equal(isThere(`Before ${round}`), approval.status === 200 && change.status === 409 ? 1 : 0)
  }
})

test('approving while it is withdrawn sends it or withdraws it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await waiting(`Withdrawn ${round}`)
    const [approval, withdrawal] = await Promise.all([
      approve(person('petra'), id),
      person('conny').delete(`/v1/inbox/replies/${id}`),
    ])
    assert.equal([approval.status, withdrawal.status].filter((status) => status === 200).length, 1)
    await t.advance(seconds(9))
    assert.equal(isThere(`Withdrawn ${round}`), approval.status === 200 ? 1 : 0)
  }
})
