import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import { scopeNames } from '#kernel/caller.ts'
import { days, hours, minutes } from '#kernel/clock.ts'
import { watchNotices } from '#modules/notices/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done, grant } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'
import { remindOfPosts } from '../jobs.ts'

/** Ada owns the brand and writes, Eve approves first, then Cleo. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let eve: Person
let cleo: Person
let asEve: Client
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  eve = await t.as('eve')
  cleo = await t.as('cleo')
  await grant(w.person, w.profileId, eve, 'editor')
  await grant(w.person, w.profileId, cleo, 'approver')
  asEve = await withKey(
    t,
    eve,
    scopeNames.filter((name) => !name.startsWith('admin:')),
  )
  const approvalSteps = [
    { name: 'Editor', roles: ['editor'] },
    { name: 'Client', roles: ['approver'] },
  ]
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { approvalSteps }))
})
after(() => t[Symbol.asyncDispose]())

let count = 0
async function write(scheduledAt: string): Promise<{ id: string; text: string }> {
  count += 1
  const text = `reminder ${count}`
  const body = { profileId: w.profileId, content: text, platforms: ['mastodon'], scheduledAt }
  return { id: done(await w.ada.post('/v1/posts', body), 201).body.id, text }
}
async function approve(id: string): Promise<void> {
  const { contentHash } = done(await asEve.get(`/v1/posts/${id}/approvals`)).body
  done(await asEve.post(`/v1/posts/${id}/approve`, { contentHash }))
}

/** Runs the cron twice, as two processes might, and then sends the emails. */
async function remind(): Promise<void> {
  for (let run = 0; run < 2; run++) {
    await inTx(t.db, (tx) => t.deps.queue.enqueue(tx, remindOfPosts, {}))
    await t.settle()
  }
  await t.advance(minutes(4))
  await inTx(t.db, (tx) => t.deps.queue.enqueue(tx, watchNotices, {}))
  await t.settle()
}
const reminders = async ({ email }: Person) =>
  (await mailsTo(t, email)).filter(({ subject }) => /still needs? your approval/.test(subject))

test('one email a day reminds the people of the current step of all posts of the next days, beginning with the next one', async () => {
  const later = await write(inTime(t, hours(60)))
  const soon = await write(inTime(t, hours(50)))
  await write(inTime(t, days(20)))
  await remind()
  const [first, ...more] = await reminders(eve)
  assert.deepEqual(more, [])
  assert.match(first?.subject ?? '', /^2 posts still need your approval/)
  assert.ok(first?.text.includes(soon.text), 'the soonest is shown')
  assert.deepEqual(await reminders(cleo), [])

  await t.advance(hours(20))
  await remind()
  assert.equal((await reminders(eve)).length, 1, 'within a day')
  await t.advance(hours(4))
  await remind()
  assert.equal((await reminders(eve)).length, 2)

  // The next step got its request just now, so its reminder follows a day later.
  await approve(soon.id)
  await remind()
  assert.deepEqual(await reminders(cleo), [])
  await t.advance(days(1))
  await remind()
  assert.match((await reminders(cleo))[0]?.subject ?? '', /^A .* post still needs your approval/)
  assert.ok((await reminders(eve)).at(-1)?.text.includes(later.text))
})

test('a post that is held at its time is still in the reminder, and nothing follows once it is approved', async () => {
  await t.advance(days(3))
  await remind()
  const before = (await reminders(eve)).length
  const { id } = await write(inTime(t, hours(1)))
  await t.advance(days(1))
  await remind()
  assert.equal((await reminders(eve)).length, before + 1)
  await approve(id)
  await t.advance(days(1))
  await remind()
  assert.equal((await reminders(eve)).length, before + 1)
})
