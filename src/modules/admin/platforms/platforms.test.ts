import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { done, refused } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

let t: TestApp
let root: Client
before(async () => {
  t = await startApp({ sandbox: true, settings: { X_CLIENT_ID: 'an-app', X_CLIENT_SECRET: 'its-secret' } })
  root = await withKey(t, await t.as('root'), ['admin:read', 'admin:write'])
})
after(() => t[Symbol.asyncDispose]())

const platform = async (path: string, id: string) =>
  done(await root.get(`/v1/admin/platforms/${path}`)).body.platforms.find(
    (one: { platform: string }) => one.platform === id,
  )

test('200: health and usage tell the last success, the last error and what went out on the day', async () => {
  const { ada, profileId } = await connectBoth(t)
  for (const content of ['works', 'is refused']) {
    if (content === 'is refused') t.sandbox.faults.add({ network: 'bluesky', kind: 'reject', times: 1 })
    const body = { profileId, content, platforms: ['bluesky'], scheduledAt: inTime(t, minutes(1)) }
    done(await ada.post('/v1/posts', body), 201)
    await t.advance(minutes(2))
  }
  const health = await platform('health', 'net-a')
  assert.deepEqual(
    [health.circuit, health.errorShare, health.accounts],
    ['closed', 0.5, { active: 1, needsReconnect: 0 }],
  )
  assert.ok(health.lastPublishedAt && health.lastError.message && health.lastError.at > health.lastPublishedAt)
  const usage = await platform('usage', 'net-a')
  assert.deepEqual([usage.mode, usage.published, usage.failed], ['sandbox', 1, 1])
  assert.ok(usage.calls >= 2)
  for (const date of ['2020-01-01', '1969-12-31', '0001-01-01', '9999-12-31'])
    assert.equal(await platform(`usage?date=${date}`, 'net-a'), undefined)
  refused(await root.get('/v1/admin/platforms/usage?date=yesterday'), 400, 'validation_failed')
})

test('200: the mode of each network comes with what is missing for live', async () => {
  const linkedin = await platform('mode', 'net-c')
  assert.deepEqual([linkedin.mode, linkedin.isReadyForLive], ['sandbox', false])
  assert.deepEqual(
    linkedin.missing.map((one: { setting: string }) => one.setting),
    ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET', 'PUBLIC_URL'],
  )
  const bluesky = await platform('mode', 'net-a')
  assert.deepEqual([bluesky.isReadyForLive, bluesky.missing], [true, []])
})
