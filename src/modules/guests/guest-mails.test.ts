import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import type { Job } from '#infra/queue/index.ts'
import { scopeNames } from '#kernel/caller.ts'
import { days, hours, minutes } from '#kernel/clock.ts'
import { remindOfPosts } from '#modules/posts/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { clientsOf } from '#test/world/guests.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done, grant } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'
import { catchUpGuests } from './jobs.ts'

/** Ada owns the brand and writes, Ed is an editor. Maria is the client. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let ed: Client
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  const person = await t.as('ed')
  await grant(w.ada, w.profileId, person, 'editor')
  const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))
  ed = await withKey(t, person, scopes)
})
after(() => t[Symbol.asyncDispose]())
beforeEach(async () => {
  await setSteps([], { requiredApprovals: 0, approverRole: 'admin', guestCodes: false })
  const { posts } = done(await w.ada.get(`/v1/posts?profileId=${w.profileId}&limit=100`)).body
  for (const { id } of posts) done(await w.ada.delete(`/v1/posts/${id}`))
})

const { browse, invite, setSteps, state, write } = clientsOf(() => ({ t, w }), { send: false })
const later = () => write({ scheduledAt: inTime(t, days(30)) })
const request = async (id: string) => done(await w.ada.post(`/v1/posts/${id}/request-approval`, {}))
const mailed = async ({ email }: { email: string }) =>
  (await mailsTo(t, email)).filter(({ subject }) => /need your approval/.test(subject)).length

/** Runs a cron twice, as two processes might. */
async function run(job: Job<Record<string, never>>): Promise<void> {
  for (let time = 0; time < 2; time++) {
    await inTx(t.db, (tx) => t.deps.queue.enqueue(tx, job, {}))
    await t.settle()
  }
}

test('a guest of the first step gets one email once posts are scheduled, without a request', async () => {
  const guest = await invite()
  await setSteps([{ name: 'Client', guestIds: [guest.id] }])
  await later()
  await later()
  await write({ saveAsDraft: true })
  await run(catchUpGuests)
  assert.equal(await mailed(guest), 1)
  // Nothing new waits.
  await t.advance(hours(13))
  await run(catchUpGuests)
  assert.equal(await mailed(guest), 1)
})

test('what waits within 12 hours of an email is in one email at the end of the 12 hours', async () => {
  const guest = await invite()
  await setSteps([
    { name: 'Editor', roles: ['editor'] },
    { name: 'Client', guestIds: [guest.id] },
  ])
  const pass = async () => {
    const { id } = await later()
    done(await ed.post(`/v1/posts/${id}/approve`, { contentHash: (await state(id)).contentHash }))
    await t.settle()
    return id
  }
  await pass()
  assert.equal(await mailed(guest), 1)
  await t.advance(hours(2))
  await pass()
  await pass()
  await run(catchUpGuests)
  await t.advance(hours(9))
  await run(catchUpGuests)
  assert.equal(await mailed(guest), 1)
  await t.advance(hours(1) + minutes(1))
  await run(catchUpGuests)
  assert.equal(await mailed(guest), 2)
  await t.advance(hours(13))
  await run(catchUpGuests)
  assert.equal(await mailed(guest), 2)
})

test('a guest who has decided about everything by then gets no second email', async () => {
  const guest = await invite()
  await setSteps([{ name: 'Client', guestIds: [guest.id] }])
  const first = await later()
  await request(first.id)
  await t.settle()
  await t.advance(hours(1))
  const second = await later()
  await run(catchUpGuests)
  for (const { id } of [first, second]) {
    const browser = browse(guest)
    assert.equal((await browser.approve(id, await browser.hashOf(id))).status, 303)
  }
  await t.advance(hours(12))
  await run(catchUpGuests)
  assert.equal(await mailed(guest), 1)
})

test('an edit of what a guest has approved emails them again, and an edit of what waits anyway does not', async () => {
  const guest = await invite()
  await setSteps([{ name: 'Client', guestIds: [guest.id] }])
  const [approved, waiting] = [await later(), await later()]
  await run(catchUpGuests)
  const browser = browse(guest)
  assert.equal((await browser.approve(approved.id, await browser.hashOf(approved.id))).status, 303)
  await t.advance(hours(13))
  done(await w.ada.patch(`/v1/posts/${waiting.id}`, { content: `${waiting.text}, edited` }))
  await run(catchUpGuests)
  assert.equal(await mailed(guest), 1)
  done(await w.ada.patch(`/v1/posts/${approved.id}`, { content: `${approved.text}, edited` }))
  await run(catchUpGuests)
  assert.equal(await mailed(guest), 2)
})

test('guests are reminded once a day in the three days before the time of a post, as members are', async () => {
  const guest = await invite()
  await setSteps([{ name: 'Client', guestIds: [guest.id] }])
  const { id } = await write({ scheduledAt: inTime(t, days(5)) })
  const remind = async () => {
    await run(remindOfPosts)
    await run(catchUpGuests)
  }
  await remind()
  assert.equal(await mailed(guest), 1)
  await t.advance(hours(36))
  await remind()
  assert.equal(await mailed(guest), 1)
  for (const count of [2, 3, 4]) {
    await t.advance(hours(25))
    await remind()
    await t.advance(hours(1))
    await remind()
    assert.equal(await mailed(guest), count)
  }
  const browser = browse(guest)
  assert.equal((await browser.approve(id, await browser.hashOf(id))).status, 303)
  await t.advance(hours(25))
  await remind()
  assert.equal(await mailed(guest), 4)
})

test('a guest whose link has ended, who no longer approves, or whose posts are drafts, gets no email', async () => {
  const [revoked, lowered, drafted] = [await invite(), await invite(), await invite()]
  const guestIds = [revoked.id, lowered.id, drafted.id]
  await setSteps([{ name: 'Client', guestIds }])
  const { id } = await later()
  await request(id)
  await t.settle()
  await t.advance(hours(1))
  const second = await later()
  await run(catchUpGuests)
  const guests = `/v1/profiles/${w.profileId}/guests`
  done(await w.ada.post(`${guests}/${revoked.id}/revoke`))
  done(await w.ada.patch(`${guests}/${lowered.id}`, { may: 'see' }))
  for (const post of [id, second.id]) done(await w.ada.patch(`/v1/posts/${post}`, { saveAsDraft: true }))
  await t.advance(hours(12))
  await run(catchUpGuests)
  for (const guest of [revoked, lowered, drafted]) assert.equal(await mailed(guest), 1)
})
