import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, minutes } from '#kernel/clock.ts'
import { setPlan } from '#modules/identity/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { done, grant, makeProfile, refused } from '#test/world/people.ts'
import { connectBoth, connectMastodon, inTime } from '#test/world/posts.ts'

/** One person has three profiles; the plan `free` has room for the first. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let second: string
let last: string
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  second = await makeProfile(w.ada, 'second')
  await connectMastodon(t, w.person, second, 'user-8001')
  last = await makeProfile(w.ada, 'last')
})
after(() => t[Symbol.asyncDispose]())

const choose = async (plan: string) => {
  await setPlan(t.deps, w.person.email, plan)
  await t.settle()
}
const isReadOnly = async (id: string) => (await w.ada.get(`/v1/profiles/${id}`)).body.readOnly
const write = async (client: Client, body: object = {}) =>
  client.post('/v1/posts', { profileId: second, content: 'over the plan', platforms: ['mastodon'], ...body })
const row = async (id: string) => (await w.ada.get(`/v1/posts/${id}`)).body.targets[0]

test('403 plan_required: after a downgrade, the newest surplus profiles can be read but not changed', async () => {
  const member = await t.as('member')
  await grant(w.person, second, member, 'editor')
  const post = done(await write(w.ada, { saveAsDraft: true }), 201).body
  const link = done(await w.ada.post(`/v1/posts/${post.id}/share-link`, { comments: true }), 201).body
  done(await t.anyone.post(`/v1/share/p/${link.token}/comments`, { name: 'a stranger', text: 'x' }), 201)
  await choose('free')
  assert.deepEqual(
    [await isReadOnly(w.profileId), await isReadOnly(second), await isReadOnly(last)],
    [false, true, true],
  )
  done(await w.ada.get(`/v1/posts/${post.id}`))
  done(await member.get(`/v1/platforms/accounts?profileId=${second}`))
  const answers = [
    await w.ada.patch(`/v1/profiles/${second}`, { name: 'no' }),
    await write(w.ada),
    await write(member, { saveAsDraft: true }),
    await w.ada.patch(`/v1/posts/${post.id}`, { content: 'no' }),
    await w.ada.post(`/v1/queue/submit/${post.id}`),
    await w.person.post(`/v1/profiles/${second}/invites`, { role: 'viewer' }),
  ]
  for (const answer of answers) {
    refused(answer, 403, 'plan_required')
    assert.equal(answer.body.requiredPlan, 'starter')
    assert.match(answer.body.detail, /read-only.*starter/)
  }
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { name: 'still writable' }))
  const [comment] = done(await w.ada.get(`/v1/posts/${post.id}/comments`)).body
  done(await w.ada.delete(`/v1/posts/${post.id}/comments/${comment.id}`))
  done(await w.ada.delete(`/v1/posts/${post.id}/share-link/${link.id}`))
  done(await w.ada.delete(`/v1/posts/${post.id}`))
  await choose('max')
  done(await w.ada.patch(`/v1/profiles/${second}`, { name: 'writable again' }))
})

test('a surplus profile’s due post is held with the reason, and published once the plan has room', async () => {
  const { id } = done(await write(w.ada, { scheduledAt: inTime(t, minutes(10)) }), 201).body
  await choose('free')
  await t.advance(minutes(10))
  const held = await row(id)
  assert.deepEqual([held.status, held.errorCode], ['held', 'plan_required'])
  assert.match(held.error, /plan/)
  await choose('starter')
  assert.equal((await row(id)).status, 'published')
})

test('a surplus profile’s held post is too late after a day, and can be cancelled before then', async () => {
  const late = done(await write(w.ada, { scheduledAt: inTime(t, minutes(10)) }), 201).body.id
  const cancelled = done(await write(w.ada, { scheduledAt: inTime(t, minutes(10)) }), 201).body.id
  await choose('free')
  await t.advance(minutes(10))
  done(await w.ada.delete(`/v1/queue/cancel/${cancelled}`))
  await t.advance(days(1) + minutes(1))
  const ended = await row(late)
  assert.deepEqual([ended.status, ended.errorCode], ['failed', 'too_late'])
  assert.equal((await row(cancelled)).status, 'cancelled')
  await choose('max')
  assert.equal((await row(late)).status, 'failed')
})

test('deleting older profiles makes newer ones writable; a surplus profile can be deleted', async () => {
  await choose('free')
  done(await w.ada.delete(`/v1/profiles/${last}`))
  assert.equal(await isReadOnly(second), true)
  done(await w.ada.delete(`/v1/profiles/${w.profileId}`))
  assert.equal(await isReadOnly(second), false)
  refused(await w.ada.post(`/v1/profiles/${w.profileId}/restore`), 409, 'plan_limit_reached')
  await choose('max')
  assert.equal(done(await w.ada.post(`/v1/profiles/${last}/restore`)).body.readOnly, false)
})
