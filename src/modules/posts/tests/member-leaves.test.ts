import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

test('a member who leaves can’t open the profile’s posts anymore, and their scheduled posts are published on time', async () => {
  const person = await t.as('ed')
  await grant(w.ada, w.profileId, person, 'editor')
  const ed = await withKey(t, person, ['posts:read', 'posts:write', 'posts:publish'])
  const content = 'Written by someone who has left'
  const draft = { profileId: w.profileId, platforms: ['bluesky'], content, scheduledAt: inTime(t, minutes(10)) }
  const { id } = done(await ed.post('/v1/posts', draft), 201).body
  done(await w.ada.delete(`/v1/profiles/${w.profileId}/members/${person.uid}`))
  refused(await ed.get(`/v1/posts/${id}`), 403, 'post_forbidden')
  refused(await ed.patch(`/v1/posts/${id}`, { content: 'Changed' }), 403, 'post_forbidden')
  assert.equal(done(await w.ada.get(`/v1/posts/${id}`)).body.status, 'scheduled')
  await t.advance(minutes(11))
  const { status, authorUid } = done(await w.ada.get(`/v1/posts/${id}`)).body
  assert.deepEqual([status, authorUid], ['published', person.uid])
  assert.equal(t.sandbox.ledger.entries({}).filter(({ text }) => text === content).length, 1)
})
