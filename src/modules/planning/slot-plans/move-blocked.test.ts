import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { scopeNames } from '#kernel/caller.ts'
import { days, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { createDispatcher } from '#modules/posts/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done, grant } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { X_MONTHLY_POSTS: '1', PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const everyDay = (...times: string[]) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => times.map((time) => ({ weekday, time })))
const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))

let bosses = 0

/** Opens a brand whose posts need an approval, and a plan for two times a day. */
async function openBrand(whenBlocked: string, { required = 1 }: { readonly required?: number } = {}) {
  const w = await connectBoth(t)
  const boss = await t.as(`boss-${++bosses}`)
  await grant(w.person, w.profileId, boss, 'admin')
  const approver = await withKey(t, boss, scopes)
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { timezone: 'UTC', requiredApprovals: required }))
  const slots = everyDay('09:00', '17:00')
  const plan = done(await w.ada.post('/v1/slot-plans', { profileId: w.profileId, name: 'A', slots, whenBlocked }), 201)
  assert.equal(plan.body.whenBlocked, whenBlocked)
  const path = `/v1/slot-plans/${plan.body.id}`
  let written = 0
  const create = async (more: object = { slot: {} }) => {
    const content = `${w.profileId} ${++written}`
    const body = { profileId: w.profileId, content, platforms: ['mastodon'], confirmWarnings: true, ...more }
    const { id, scheduledAt } = done(await w.ada.post('/v1/posts', body), 201).body
    return { id, content, at: scheduledAt } as { id: string; content: string; at: string }
  }
  const read = async (id: string) => (await w.ada.get(`/v1/posts/${id}`)).body
  const approve = async (by: Client, id: string) => {
    const { contentHash } = done(await by.get(`/v1/posts/${id}/approvals`)).body
    done(await by.post(`/v1/posts/${id}/approve`, { contentHash }))
  }
  const times = async (count: number): Promise<string[]> => {
    const query = new URLSearchParams({ from: inTime(t, 0), to: inTime(t, days(30)) })
    const { slots: all } = (await w.ada.get(`${path}/slots?${query}`)).body
    return all.slice(0, count).map(({ at }: { at: string }) => at)
  }
  const advanceTo = (at: string) => t.advance(Date.parse(at) - t.now().getTime() + minutes(1))
  const held = (body: { targets: { status: string; errorCode: string }[] }) =>
    body.targets.map(({ status, errorCode }) => [status, errorCode])
  const shown = (text: string) => t.sandbox.ledger.entries({}).filter((entry) => entry.text === text).length
  return { ...w, boss, approver, plan: plan.body, path, create, read, approve, times, advanceTo, held, shown }
}

test('next: a post without approval takes the next free time, the others stay, and it is published once approved', async () => {
  const w = await openBrand('next')
  const [one, two, three] = await w.times(3)
  const blocked = await w.create()
  const pinned = await w.create({ scheduledAt: one })
  const other = await w.create()
  assert.deepEqual([blocked.at, pinned.at, other.at], [one, one, two])
  await w.approve(w.approver, other.id)
  await w.advanceTo(one!)
  const moved = await w.read(blocked.id)
  assert.deepEqual([moved.status, moved.scheduledAt, moved.slotPlanId], ['scheduled', three, w.plan.id])
  assert.equal((await w.read(other.id)).scheduledAt, two)
  const stays = await w.read(pinned.id)
  assert.deepEqual([stays.scheduledAt, w.held(stays)], [one, [['held', 'approval_needed']]])
  const entries = done(await w.ada.get(`/v1/posts/${blocked.id}/audit`)).body
  const entry = entries.find(({ action }: { action: string }) => action === 'post.slot_moved')
  assert.deepEqual(
    [entry?.changes.scheduledAt, entry?.changes.reason],
    [
      { from: one, to: three },
      { from: null, to: 'approval' },
    ],
  )
  await w.approve(w.approver, blocked.id)
  await w.advanceTo(two!)
  assert.deepEqual([w.shown(other.content), w.shown(blocked.content)], [1, 0])
  await w.advanceTo(three!)
  assert.deepEqual([(await w.read(blocked.id)).status, w.shown(blocked.content)], ['published', 1])
})

test('skip: the time stays empty and the post goes after the last of the plan; keep: it is held', async () => {
  const w = await openBrand('skip')
  const [one, two, three] = await w.times(3)
  const blocked = await w.create()
  const other = await w.create()
  await w.approve(w.approver, other.id)
  await w.advanceTo(one!)
  assert.deepEqual([(await w.read(blocked.id)).scheduledAt, (await w.read(other.id)).scheduledAt], [three, two])

  const changed = done(await w.ada.patch(w.path, { whenBlocked: 'keep' })).body
  assert.deepEqual([changed.whenBlocked, changed.moves], ['keep', []])
  await w.advanceTo(three!)
  const kept = await w.read(blocked.id)
  assert.deepEqual([kept.scheduledAt, w.held(kept)], [three, [['held', 'approval_needed']]])
})

test('a blocked post is moved three times, is then held with a notice, and starts over when a person places it again', async () => {
  const w = await openBrand('next')
  const { id } = await w.create()
  for (let move = 0; move < 3; move++) {
    const [next] = await w.times(1)
    assert.equal((await w.read(id)).scheduledAt, next)
    await w.advanceTo(next!)
    assert.equal((await w.read(id)).status, 'scheduled')
  }
  const [last] = await w.times(1)
  await w.advanceTo(last!)
  const kept = await w.read(id)
  assert.deepEqual([kept.scheduledAt, w.held(kept)], [last, [['held', 'approval_needed']]])
  const postId = fromWire('post', id)!
  const { rows } = await sql<{ uid: string }>`
    select uid from notice where post_id = ${postId} and kind = 'post_held'`.execute(t.db)
  const told = [w.person, w.boss].map(({ uid }) => fromWire('usr', uid))
  assert.deepEqual(rows.map(({ uid }) => uid).sort(), told.sort())
  done(await w.ada.delete(`/v1/queue/cancel/${id}`))
  const [free] = await w.times(1)
  const again = done(await w.ada.patch(`/v1/posts/${id}`, { slot: {} })).body
  assert.deepEqual([again.status, again.scheduledAt], ['scheduled', free])
  await w.advanceTo(free!)
  const moved = await w.read(id)
  assert.deepEqual([moved.status, moved.scheduledAt], ['scheduled', (await w.times(1))[0]])
})

test('a full quota moves the posts of a late batch only as far as it has no room for them', async () => {
  const w = await openBrand('next', { required: 0 })
  const { body: account, text } = await connectHeadless(t, w.person, 'x', w.profileId, { login: 'alice' })
  assert.ok(account.accountId, text)
  const [one, two, three, four] = await w.times(4)
  const posts = [await w.create({ slot: {}, platforms: ['x'] }), await w.create({ slot: {}, platforms: ['x'] })]
  assert.deepEqual(
    posts.map(({ at }) => at),
    [one, two],
  )
  // Nothing ran at the first time, so both are due at once. The month has room for one.
  await w.advanceTo(two!)
  const [first, second] = [await w.read(posts[0]!.id), await w.read(posts[1]!.id)]
  assert.deepEqual([first.status, second.status, second.scheduledAt], ['published', 'scheduled', three])
  await w.advanceTo(three!)
  assert.deepEqual([(await w.read(second.id)).scheduledAt], [four])
})

test('while another call has locked the brand, a blocked post neither moves nor is enqueued, and other posts are published', async () => {
  const w = await openBrand('next')
  const free = await openBrand('next', { required: 0 })
  const [one] = await w.times(1)
  const blocked = await w.create()
  const other = await free.create()
  const profileId = fromWire('prof', w.profileId)!
  await inTx(t.db, async (tx) => {
    await sql`select from profile where id = ${profileId} for no key update`.execute(tx)
    await t.advance(Date.parse(one!) - t.now().getTime() + minutes(1))
    const { status, scheduledAt } = await w.read(blocked.id)
    assert.deepEqual([status, scheduledAt], ['scheduled', one])
    assert.equal((await free.read(other.id)).status, 'published')
  })
  await createDispatcher(t.deps).tick()
  assert.equal((await w.read(blocked.id)).scheduledAt, (await w.times(1))[0])
})
