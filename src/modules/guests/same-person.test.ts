import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { scopeNames } from '#kernel/caller.ts'
import { minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { clientsOf } from '#test/world/guests.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))

/** Ada owns the brand and writes. Ed is an editor, and a guest as well, with the same address. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let person: Person
let ed: Client
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  person = await t.as('ed')
  await grant(w.ada, w.profileId, person, 'editor')
  ed = await withKey(t, person, scopes)
})
after(() => t[Symbol.asyncDispose]())
beforeEach(() => setSteps([], { requiredApprovals: 0, approverRole: 'admin', guestCodes: false }))

const { audit, browse, invite, setSteps, state, write } = clientsOf(() => ({ t, w }), { send: false })
const approve = async (by: Client, id: string) =>
  by.post(`/v1/posts/${id}/approve`, { contentHash: (await state(id)).contentHash })

test('409 approval_by_same_person: a guest with the address of the member who approved the first step can’t pass the second', async () => {
  const [guest, maria] = [await invite({ email: person.email.toUpperCase() }), await invite()]
  await setSteps([
    { name: 'Editor', roles: ['editor'] },
    { name: 'Client', guestIds: [guest.id, maria.id] },
  ])
  const { id } = await write()
  const { contentHash } = done(await approve(ed, id)).body
  assert.deepEqual(
    (await state(id)).guestApprovers.map(({ guestId }: { guestId: string }) => guestId),
    [maria.id],
  )
  const browser = browse(guest)
  const page = await browser.see(id)
  assert.match(page.text, /Your email address has already approved another step/)
  assert.doesNotMatch(page.text, /\/approve"/)
  assert.match((await browser.open()).text, /Nothing needs your approval/)
  const answer = await browser.approve(id, contentHash)
  assert.equal(answer.status, 409)
  assert.match(answer.text, /Another person has to approve this one/)
  const { status, guestDecisions } = await state(id)
  assert.deepEqual([status, guestDecisions], ['needed', []])
  assert.ok(!(await audit(id)).some(({ action }) => action === 'post.approved_by_guest'))

  assert.equal((await browse(maria).approve(id, contentHash)).status, 303)
  assert.equal((await state(id)).status, 'approved')
})

test('409 approval_by_same_person: a member with the address of the guest who approved the first step can’t pass the second', async () => {
  const guest = await invite({ email: person.email })
  await setSteps([
    { name: 'Client', guestIds: [guest.id] },
    { name: 'Editor', roles: ['editor', 'owner'] },
  ])
  const { id } = await write()
  const browser = browse(guest)
  assert.equal((await browser.approve(id, await browser.hashOf(id))).status, 303)
  const { approvers, steps } = await state(id)
  assert.deepEqual(approvers, [])
  assert.deepEqual(
    steps.map(({ status }: { status: string }) => status),
    ['approved', 'current'],
  )
  refused(await approve(ed, id), 409, 'approval_by_same_person')
  assert.equal((await state(id)).status, 'needed')
})

test('two guests with one address pass one step of a post', async () => {
  const [first, second] = [await invite({ email: 'one@client.example' }), await invite({ email: 'One@client.example' })]
  await setSteps([
    { name: 'Client', guestIds: [first.id] },
    { name: 'Lawyer', guestIds: [second.id] },
  ])
  const { id } = await write()
  const hash = await browse(first).hashOf(id)
  assert.equal((await browse(first).approve(id, hash)).status, 303)
  const answer = await browse(second).approve(id, hash)
  assert.equal(answer.status, 409)
  assert.match(answer.text, /Another person has to approve this one/)
  assert.equal((await state(id)).isLeftToOwner, true)
})

test('an approval that counts again passes no step together with one of the same address, and the post is not published', async () => {
  const guest = await invite({ email: person.email })
  const boss = await t.as('boss')
  await grant(w.ada, w.profileId, boss, 'admin')
  const client = { name: 'Client', guestIds: [guest.id] }
  const { approvalSteps } = await setSteps([{ name: 'Editor', roles: ['editor'] }, client])
  const [{ id: stepId }] = approvalSteps
  const editorsAre = (role: string) => setSteps([{ ...approvalSteps[0], roles: [role] }, approvalSteps[1]])
  const { id, text } = await write({ scheduledAt: inTime(t, minutes(10)) })
  done(await approve(ed, id))
  await editorsAre('admin')
  const { contentHash } = await state(id)
  const asBoss = await withKey(t, boss, scopes)
  done(await asBoss.post(`/v1/posts/${id}/approve`, { contentHash, stepId }))
  assert.equal((await browse(guest).approve(id, contentHash)).status, 303)
  assert.equal((await state(id)).status, 'approved')

  await editorsAre('editor')
  const { status, steps } = await state(id)
  assert.deepEqual([status, ...steps.map((step: { status: string }) => step.status)], ['needed', 'approved', 'current'])
  await t.advance(minutes(11))
  assert.ok(!t.sandbox.ledger.entries({}).some((entry) => entry.text === text))
})
