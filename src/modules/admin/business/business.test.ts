import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, minutes } from '#kernel/clock.ts'
import { setSubscription } from '#modules/billing/index.ts'
import { markEmailVerified, setPlan } from '#modules/identity/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { makeProfile } from '#test/world/people.ts'
import { connectBluesky, inTime } from '#test/world/posts.ts'

let t: TestApp
/** The superadmin's key, which outlives the weeks of these tests. */
let staff: Client
before(async () => {
  t = await startApp({ sandbox: true })
  const root = await t.as('root')
  staff = t.withToken((await root.post('/v1/api-keys', { name: 'k', scopes: ['admin:read', 'admin:write'] })).body.key)
})
after(() => t[Symbol.asyncDispose]())

const publish = async (client: Client, profileId: string, content: string) => {
  const { status, text } = await client.post('/v1/posts', {
    profileId,
    content,
    platforms: ['bluesky'],
    scheduledAt: inTime(t, minutes(1)),
  })
  assert.equal(status, 201, text)
  await t.advance(minutes(2))
}

test('the funnel and the cohorts count users’ actual activity', async () => {
  const ada = await t.as('ada')
  await markEmailVerified(t.deps, ada.email)
  const { key } = (
    await ada.post('/v1/api-keys', { name: 'k', scopes: ['posts:read', 'posts:write', 'posts:publish'] })
  ).body
  const program = t.withToken(key)
  const profileId = await makeProfile(ada)
  await connectBluesky(ada, profileId)
  await publish(program, profileId, 'first')
  const ben = await t.as('ben')
  await makeProfile(ben)
  await t.advance(days(8))
  await publish(program, profileId, 'again')

  const { steps } = (await staff.get('/v1/admin/funnel')).body
  assert.deepEqual(
    steps.map(({ name, users }: { name: string; users: number }) => [name, users]),
    [
      ['signedUp', 3],
      ['verified', 1],
      ['connected', 1],
      ['firstPost', 1],
      ['firstPublished', 1],
      ['week2', 1],
    ],
  )
  assert.equal(steps[1].share, 1 / 3)
  assert.equal((await staff.get('/v1/admin/funnel?days=1')).body.steps[0].users, 0)
  const { cohorts } = (await staff.get('/v1/admin/cohorts/retention?weeks=4')).body
  assert.deepEqual([cohorts[0].users, cohorts[0].active.slice(0, 2)], [3, [1, 1].slice(0, cohorts[0].active.length)])
  assert.equal((await staff.get('/v1/admin/cohorts/retention?weeks=27')).status, 400)
})

test('a plan’s value is its price times the months for which users had it', async () => {
  await t.as('eve')
  await setPlan(t.deps, 'eve@example.com', 'pro')
  await t.advance(days(30.4375))
  await setPlan(t.deps, 'eve@example.com', 'starter')
  const { plans } = (await staff.get('/v1/admin/ltv-by-plan')).body
  const pro = plans.find(({ plan }: { plan: string }) => plan === 'pro')
  const { priceCents, users, formerUsers, averageMonths, revenueCents, ltvCents } = pro
  assert.deepEqual([priceCents, users, formerUsers, averageMonths], [2_900, 0, 1, 1])
  assert.deepEqual([revenueCents, ltvCents], [2_900, 2_900])
})

test('accounts that are past due for over seven days move to the lowest plan, are notified, and then stay unchanged', async () => {
  const late = await t.as('late')
  const cancelled = await late.post('/v1/auth/me/subscription/cancel', {
    reason: 'too_expensive',
    comment: 'Too much.',
  })
  assert.equal(cancelled.body.subscription.status, 'cancelled')
  const feedback = (await staff.get('/v1/admin/cancellation-feedback')).body
  assert.deepEqual([feedback.total, feedback.reasons], [1, [{ reason: 'too_expensive', count: 1 }]])
  assert.equal(feedback.comments[0].comment, 'Too much.')

  assert.equal(await setSubscription(t.deps, late.email, 'past_due'), true)
  const enforce = async () => (await staff.post('/v1/admin/billing/enforce-past-due')).body.enforced
  assert.equal(await enforce(), 0)
  await t.advance(days(6))
  assert.equal(await enforce(), 0)
  await t.advance(days(1.1))
  const { body } = await staff.get(`/v1/admin/users/${late.uid}`)
  // Either the day's cron has already done it, or the call does it.
  const byCall = await enforce()
  const after = (await staff.get(`/v1/admin/users/${late.uid}`)).body
  assert.equal(byCall, body.plan === 'free' ? 0 : 1)
  assert.deepEqual([after.plan, after.subscription], ['free', { status: 'cancelled', pastDueSince: null }])
  assert.equal(
    after.audit.find(({ action }: { action: string }) => action === 'subscription.past_due_enforced').changes.plan.to,
    'free',
  )
  assert.equal(await enforce(), 0)
})
