import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, days, hours, minutes } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import { setSubscription } from '#modules/billing/index.ts'
import { setPlan } from '#modules/identity/index.ts'
import { startApp } from '#test/harness/app.ts'
import { epoch } from '#test/harness/clock.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { inTime, withKey } from '#test/world/posts.ts'
import { joinWaits } from './forecast-posts.ts'

const scopes = ['posts:read', 'posts:write', 'posts:publish']

test('an account’s overlapping waits form one band, and others are separate', () => {
  const one = '1' as AccountId
  const wait = (accountId: AccountId, fromMs: number, toMs: number) => ({
    ...{ accountId, detail: 'The network accepts one.' },
    ...{ wantedAt: after(epoch, fromMs), expectedAt: after(epoch, toMs) },
  })
  const bands = joinWaits([
    wait(one, minutes(30), hours(2)),
    wait(one, 0, hours(1)),
    wait(one, hours(5), hours(6)),
    wait('2' as AccountId, minutes(10), minutes(20)),
  ])
  assert.deepEqual(
    bands.map(({ accountId, from, to, posts }) => [accountId, +from - +epoch, to && +to - +epoch, posts]),
    [
      [one, 0, hours(2), 2],
      ['2', minutes(10), minutes(20), 1],
      [one, hours(5), hours(6), 1],
    ],
  )
})

test('the forecast lists expiring access, a full quota and the end of the plan, each with the posts that it puts on hold', async () => {
  await using t = await startApp({
    sandbox: true,
    settings: { X_MONTHLY_POSTS: '1', PUBLIC_URL: 'http://127.0.0.1:4000' },
  })
  const ada = await t.as('ada')
  await setPlan(t.deps, ada.email, 'pro')
  const first = (await ada.post('/v1/profiles', { name: 'First' })).body.id
  const profileId = (await ada.post('/v1/profiles', { name: 'Second' })).body.id
  const connect = async (network: string) => {
    const { body, status, text } = await connectHeadless(t, ada, network, profileId, { login: 'alice' })
    assert.equal(status, 200, text)
    return body
  }
  await connect('linkedin')
  const [page] = (await ada.get(`/v1/platforms/linkedin/pages?profileId=${profileId}`)).body.pages
  const linkedin = (await ada.post('/v1/platforms/linkedin/connect-page', { profileId, pageId: page.id })).body
  const x = await connect('x')
  const client = await withKey(t, ada, scopes)
  const plan = async (platform: string, ms: number) => {
    const draft = { profileId, content: `In ${ms}`, platforms: [platform], scheduledAt: inTime(t, ms) }
    const made = await client.post('/v1/posts', { ...draft, confirmWarnings: true })
    assert.equal(made.status, 201, made.text)
  }
  const forecast = async (of = profileId) => {
    const answer = await client.get(`/v1/posts/forecast?profileId=${of}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.bands
  }
  const { expiresAt } = (await ada.get(`/v1/platforms/accounts?profileId=${profileId}`)).body.find(
    ({ id }: { id: string }) => id === linkedin.accountId,
  )
  const grantEndsMs = Date.parse(expiresAt) - +t.now()
  const grant = { cause: 'grant', from: expiresAt, to: null, accountId: linkedin.accountId, requiredPlan: null }
  const [empty, ...others] = await forecast()
  assert.deepEqual({ ...empty, detail: '' }, { ...grant, posts: 0, firstPostAt: null, detail: '' })
  assert.deepEqual(others, [])

  await plan('linkedin', grantEndsMs - hours(1))
  await plan('linkedin', grantEndsMs + hours(1))
  await plan('linkedin', grantEndsMs + hours(2))
  // A draft with a stored time is not published, so nothing holds it.
  const draft = { profileId, content: 'A draft', platforms: ['linkedin'], saveAsDraft: true }
  await client.post('/v1/posts', { ...draft, scheduledAt: inTime(t, grantEndsMs + hours(3)) })
  const firstPostAt = inTime(t, grantEndsMs + hours(1))
  const ended = (await forecast()).find(({ cause }: { cause: string }) => cause === 'grant')
  assert.deepEqual({ ...ended, detail: '' }, { ...grant, posts: 2, firstPostAt, detail: '' })

  await plan('x', hours(1))
  await plan('x', hours(2))
  const full = (await forecast()).find(({ cause }: { cause: string }) => cause === 'quota')
  const nextMonth = new Date(Date.UTC(t.now().getUTCFullYear(), t.now().getUTCMonth() + 1, 1))
  assert.deepEqual([full.accountId, full.posts, full.from], [x.accountId, 1, inTime(t, hours(2))])
  assert.ok(new Date(full.to) >= nextMonth, full.to)

  assert.equal(await setSubscription(t.deps, ada.email, 'past_due'), true)
  const ends = (await forecast()).find(({ cause }: { cause: string }) => cause === 'plan')
  assert.deepEqual([ends.from, ends.posts, ends.requiredPlan], [inTime(t, days(7)), 3, 'starter'])
  assert.deepEqual(await forecast(first), [])

  await t.advance(days(7) + hours(25))
  const over = (await forecast()).find(({ cause }: { cause: string }) => cause === 'plan')
  assert.deepEqual([over.from, over.to, over.requiredPlan], [t.now().toISOString(), null, 'starter'])
})
