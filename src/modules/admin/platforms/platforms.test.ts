import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectHeadless } from '#test/world/oauth.ts'
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

test('200: health and usage show the last success, the last error and what was published that day', async () => {
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

test('200: a suspended network shows the reason, as text and code, in its health and in the queue', async () => {
  await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  const root = await withKey(t, await t.as('root'), ['admin:read'])
  const { ada, person, profileId, login } = await connectBoth(t)
  const tellings = async () => {
    const { platforms } = done(await root.get('/v1/admin/platforms/health')).body
    const { publishing } = done(await root.get('/v1/admin/queue')).body
    return [platforms, publishing].map((list) => {
      const { restsWhy, restsWhyCode } = list.find(({ network }: { network: string }) => network === 'x')
      return [restsWhy, restsWhyCode]
    })
  }
  assert.deepEqual(await tellings(), [
    [null, null],
    [null, null],
  ])
  await connectHeadless(t, person, 'x', profileId, { login })
  const act = await fetch(`${t.sandbox.url}/control/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network: 'x', account: login, act: 'run_out_of_credits' }),
  })
  assert.ok(act.ok, await act.text())
  const scheduledAt = inTime(t, minutes(1))
  done(await ada.post('/v1/posts', { profileId, content: 'waits', platforms: ['x'], scheduledAt }), 201)
  await t.advance(minutes(2))
  for (const [why, code] of await tellings()) {
    assert.match(why, /^The app has no credits left at X/)
    assert.equal(code, 'app_credits_used')
  }
})

test('200: each network’s mode is listed with what live mode still requires', async () => {
  const linkedin = await platform('mode', 'net-c')
  assert.deepEqual([linkedin.mode, linkedin.isReadyForLive], ['sandbox', false])
  assert.deepEqual(
    linkedin.missing.map((one: { setting: string }) => one.setting),
    ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET', 'PUBLIC_URL'],
  )
  const bluesky = await platform('mode', 'net-a')
  assert.deepEqual([bluesky.isReadyForLive, bluesky.missing], [true, []])
})
