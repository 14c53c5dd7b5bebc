import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const everyDay = (...times: string[]) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => times.map((time) => ({ weekday, time })))

async function openBrand() {
  const w = await connectBoth(t)
  await w.ada.patch(`/v1/profiles/${w.profileId}`, { timezone: 'Europe/Berlin' })
  const make = async (body: object = {}) => {
    const plan = { profileId: w.profileId, name: 'Daily', slots: everyDay('09:00', '17:00'), ...body }
    const made = await w.ada.post('/v1/slot-plans', plan)
    assert.equal(made.status, 201, made.text)
    return made.body.id as string
  }
  const free = async (planId: string): Promise<string[]> => {
    const query = new URLSearchParams({ from: inTime(t, 0), to: inTime(t, days(60)) })
    const { slots } = (await w.ada.get(`/v1/slot-plans/${planId}/slots?${query}`)).body
    return slots.flatMap(({ at, postId }: { at: string; postId: string | null }) => (postId === null ? [at] : []))
  }
  let number = 0
  const words = (more: object = {}) => ({
    ...{ profileId: w.profileId, content: `Loaf ${++number}.`, platforms: ['bluesky'] },
    ...more,
  })
  const create = (slot: object, more: object = {}, key?: string) =>
    w.ada.post('/v1/posts', words({ slot, ...more }), key === undefined ? {} : { headers: { 'idempotency-key': key } })
  return { ...w, make, free, words, create }
}

test('a new post takes the next free posting time, the last, the first or a given one, and its plan may move it', async () => {
  const w = await openBrand()
  const plan = await w.make()
  const [one, two, three, four] = await w.free(plan)
  const first = await w.create({})
  assert.equal(first.status, 201, first.text)
  const { status, scheduledAt, slotPlanId } = first.body
  assert.deepEqual([status, scheduledAt, slotPlanId], ['scheduled', one, plan])
  assert.equal((await w.create({ planId: plan, at: three })).body.scheduledAt, three)
  assert.equal((await w.create({ place: 'last' })).body.scheduledAt, four)
  assert.equal((await w.create({ place: 'top' })).body.scheduledAt, one)
  assert.equal((await w.ada.get(`/v1/posts/${first.body.id}`)).body.scheduledAt, two)

  const taken = await w.create({ at: three })
  assert.deepEqual([taken.status, taken.body.code], [409, 'slot_not_free'], taken.text)
  for (const body of [{ scheduledAt: inTime(t, days(3)) }, { saveAsDraft: true }]) {
    const refused = await w.create({}, body)
    assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/slot'], refused.text)
  }
  assert.equal((await w.ada.get(`/v1/posts?profileId=${w.profileId}`)).body.posts.length, 4, 'a refusal stores nothing')
})

test('a draft or a scheduled post moves to a posting time by PATCH; its own time counts as free', async () => {
  const w = await openBrand()
  const plan = await w.make()
  const [one, two] = await w.free(plan)
  const draft = await w.ada.post('/v1/posts', w.words({ saveAsDraft: true }))
  const path = `/v1/posts/${draft.body.id}`
  const placed = await w.ada.patch(path, { slot: {} })
  assert.deepEqual([placed.body.status, placed.body.scheduledAt, placed.body.slotPlanId], ['scheduled', one, plan])
  const again = await w.ada.patch(path, { slot: { place: 'next' } })
  assert.deepEqual([again.body.scheduledAt, again.body.slotPlanId], [one, plan], again.text)
  const chosen = await w.ada.patch(path, { scheduledAt: two })
  assert.equal(chosen.body.slotPlanId, null, 'a time that a person chose belongs to no plan')
  const back = await w.ada.patch(path, { slot: { at: two }, content: 'Other words.' })
  const { content, scheduledAt, slotPlanId } = back.body
  assert.deepEqual([content, scheduledAt, slotPlanId], ['Other words.', two, plan], back.text)
  const refused = await w.ada.patch(path, { slot: {}, scheduledAt: null })
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/slot'])
})

test('without a plan, the earliest free time of all plans for the accounts of the post is used', async () => {
  const w = await openBrand()
  const none = await w.create({})
  assert.deepEqual([none.status, none.body.errors[0].code], [400, 'slot_plan_not_found'], none.text)
  const late = await w.make({ slots: everyDay('22:00') })
  const early = await w.make({ accountIds: [w.bluesky], slots: everyDay('04:00', '10:00', '16:00') })
  const times = [...(await w.free(late)).slice(0, 2), ...(await w.free(early)).slice(0, 6)].sort()
  const made = []
  for (let nth = 0; nth < 4; nth++) made.push((await w.create({})).body.scheduledAt)
  assert.deepEqual(made, times.slice(0, 4))
  const both = await w.create({}, { platforms: ['bluesky', 'mastodon'] })
  assert.equal(both.body.slotPlanId, late, both.text)
  const other = await w.create({ planId: early }, { platforms: ['mastodon'] })
  assert.deepEqual([other.status, other.body.errors[0].path], [400, '/slot/planId'], other.text)
  const foreign = await (await openBrand()).make()
  assert.equal((await w.create({ planId: foreign })).body.code, 'profile_forbidden')
})

test('two processes that create posts at once get different times, and a repeated request the same post', async () => {
  await using other = await startApp({ beside: t })
  const w = await openBrand()
  const plan = await w.make()
  const there = other.withToken(w.key)
  const free = (await w.free(plan)).slice(0, 20)
  const answers = await Promise.all(
    free.map((_, nth) => (nth % 2 === 0 ? w.ada : there).post('/v1/posts', w.words({ slot: { place: 'next' } }))),
  )
  for (const { status, text } of answers) assert.equal(status, 201, text)
  assert.deepEqual(answers.map(({ body }) => body.scheduledAt).sort(), free)
  const body = w.words({ slot: {} })
  const headers = { headers: { 'idempotency-key': 'one-loaf' } }
  const once = await w.ada.post('/v1/posts', body, headers)
  const twice = await there.post('/v1/posts', body, headers)
  assert.deepEqual([twice.status, twice.body.id, twice.body.scheduledAt], [201, once.body.id, once.body.scheduledAt])
  const seen = await w.ada.get(`/v1/slot-plans/${plan}/slots?from=${inTime(t, 0)}&to=${inTime(t, days(30))}`)
  const filled = seen.body.slots.filter(({ postId }: { postId: string | null }) => postId !== null)
  assert.equal(filled.length, 21)
})

test('the check of a post says which posting time it would get and warns about that time; a refusal is an error', async () => {
  const w = await openBrand()
  const plan = await w.make()
  const [one, two] = await w.free(plan)
  const check = async (body: object, query = '') => {
    const { status, body: found, text } = await w.ada.post(`/v1/posts/validate${query}`, body)
    assert.equal(status, 200, text)
    return found
  }
  const first = await check(w.words({ slot: {} }))
  assert.deepEqual([first.slot, first.canPublish], [{ planId: plan, at: one }, true])
  const { id } = (await w.create({ at: one })).body
  assert.equal((await check(w.words({ slot: {} }))).slot.at, two)
  assert.equal((await check(w.words({ slot: { at: one } }), `?postId=${id}`)).slot.at, one, 'its own time is free')
  const taken = await check(w.words({ slot: { at: one } }))
  assert.deepEqual(
    [taken.slot, taken.canPublish, taken.errors.map(({ code, path }: { code: string; path: string }) => [code, path])],
    [null, false, [['slot_not_free', '/slot']]],
  )
  await w.ada.patch(`/v1/profiles/${w.profileId}`, { samePostDays: 7 })
  const content = 'The same loaf again.'
  const twin = await w.create({}, { content })
  assert.equal(twin.body.scheduledAt, two, twin.text)
  const same = await check(w.words({ slot: {}, content }))
  assert.deepEqual([same.warnings[0]?.code, same.slot.planId], ['same_post', plan])
  assert.equal((await check(w.words())).slot, null)
  const both = await check(w.words({ slot: {}, scheduledAt: one }))
  assert.deepEqual([both.slot, both.errors[0].path], [null, '/slot'])
  const seen = await w.ada.get(`/v1/posts?profileId=${w.profileId}`)
  assert.equal(seen.body.posts.length, 2)
})
