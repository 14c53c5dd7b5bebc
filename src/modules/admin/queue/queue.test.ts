import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { done } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

let t: TestApp
let rootUid: string
/** A key of the superadmin: it does not expire when the clock moves. */
let root: Client
before(async () => {
  t = await startApp({ sandbox: true })
  const person = await t.as('root')
  rootUid = person.uid
  root = await withKey(t, person, ['admin:read', 'admin:write'])
})
after(() => t[Symbol.asyncDispose]())

const queueOf = async (platform: string) => {
  const { body } = done(await root.get('/v1/admin/queue'))
  return body.publishing.find((one: { platform: string }) => one.platform === platform)
}

test('200: a paused network publishes nothing and shows users the reason, and continues when resumed', async () => {
  const { ada, profileId, bluesky, mastodon } = await connectBoth(t)
  done(await root.post('/v1/admin/queue/pause', { platform: 'bluesky', reason: 'We talk to Bluesky.' }))
  const post = done(
    await ada.post('/v1/posts', {
      profileId,
      content: 'in a pause',
      platforms: ['bluesky', 'mastodon'],
      scheduledAt: inTime(t, minutes(5)),
    }),
    201,
  ).body
  await t.advance(minutes(6))
  assert.equal(await t.anotherEngine().tick(), 0, 'another process takes nothing either')
  const targets = done(await ada.get(`/v1/posts/${post.id}/status`)).body
  const statusOf = (accountId: string) => targets.find((one: { accountId: string }) => one.accountId === accountId)
  assert.equal(statusOf(mastodon).status, 'published')
  assert.equal(statusOf(bluesky).status, 'queued')
  assert.deepEqual(statusOf(bluesky).waitsFor, {
    reason: 'paused',
    detail: 'A server administrator paused this network: We talk to Bluesky.',
    until: null,
  })
  const waiting = await queueOf('net-a')
  assert.deepEqual([waiting.ready, waiting.pause.reason, waiting.pause.byUid], [1, 'We talk to Bluesky.', rootUid])
  const { lanes } = done(await root.get('/v1/admin/queue')).body
  assert.deepEqual([lanes.length, lanes[0].platform, lanes[0].ready], [1, 'net-a', 1])

  done(await root.post('/v1/admin/queue/resume', { platform: 'net-a' }))
  await t.settle()
  assert.equal(done(await ada.get(`/v1/posts/${post.id}`)).body.status, 'published')
  assert.deepEqual([(await queueOf('net-a')).ready, (await queueOf('net-a')).pause], [0, null])
})

test('200: without a platform, every network is paused; missed posts are published a minute apart', async () => {
  const { ada, profileId } = await connectBoth(t)
  done(await root.post('/v1/admin/queue/pause', { reason: 'Maintenance.' }))
  assert.equal((await queueOf('net-f')).pause.reason, 'Maintenance.')
  for (const content of ['one', 'two'])
    done(
      await ada.post('/v1/posts', {
        profileId,
        content,
        platforms: ['bluesky'],
        scheduledAt: inTime(t, minutes(5)),
      }),
      201,
    )
  await t.advance(hours(1))
  assert.equal((await queueOf('net-a')).ready, 2)
  done(await root.post('/v1/admin/queue/resume', {}))
  await t.settle()
  assert.deepEqual([(await queueOf('net-a')).ready, (await queueOf('net-a')).waiting], [0, 1])
  await t.advance(minutes(1))
  assert.equal((await queueOf('net-a')).waiting, 0)
})
