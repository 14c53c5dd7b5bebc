import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'
import { listFreeSlots } from './slots.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true, numbers: true })
  await t.as('root')
  w = await connectBoth(t)
  await w.ada.patch(`/v1/profiles/${w.profileId}`, { timezone: 'Europe/Berlin' })
})
after(() => t[Symbol.asyncDispose]())

const createDrafts = async (count: number, more: object = {}): Promise<string[]> => {
  const posts = Array.from({ length: count }, (_, no) => ({
    profileId: w.profileId,
    content: `Draft ${no}.`,
    platforms: ['bluesky'],
    ...more,
  }))
  const made = await w.ada.post('/v1/posts/bulk', { posts })
  assert.equal(made.status, 201, made.text)
  return made.body.posts.map(({ id }: { id: string }) => id)
}
const plan = (body: object, client = w.ada) => client.post('/v1/posts/auto-schedule', body)
const localTimes = (scheduled: readonly { scheduledAt: string }[]) =>
  scheduled.map(({ scheduledAt }) =>
    new Date(scheduledAt).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 16),
  )
const dayIn = (ms: number) => inTime(t, ms).slice(0, 10)

test('200: drafts get the slots in order, occupied slots are skipped, and each draft is scheduled', async () => {
  const startDate = dayIn(days(2))
  const timeSlots = ['17:00', '09:30']
  const first = await createDrafts(2)
  const body = { postIds: first, postsPerDay: 2, startDate, timeSlots }
  const dry = await plan({ ...body, dryRun: true })
  assert.deepEqual(localTimes(dry.body.scheduled), [`${startDate} 09:30`, `${startDate} 17:00`], dry.text)
  assert.equal((await w.ada.get(`/v1/posts/${first[0]}`)).body.status, 'draft')
  const done = await plan(body)
  assert.deepEqual(done.body.scheduled, dry.body.scheduled, done.text)
  const { status, scheduledAt, saveAsDraft } = (await w.ada.get(`/v1/posts/${first[0]}`)).body
  assert.deepEqual([status, scheduledAt, saveAsDraft], ['scheduled', done.body.scheduled[0].scheduledAt, false])

  const next = await plan({ ...body, postIds: await createDrafts(2) })
  assert.deepEqual(localTimes(next.body.scheduled), [`${dayIn(days(3))} 09:30`, `${dayIn(days(3))} 17:00`])
  await t.advance(Date.parse(done.body.scheduled[1].scheduledAt) - t.now().getTime())
  assert.equal((await w.ada.get(`/v1/posts/${first[1]}`)).body.status, 'published')
  // Both of today's posts are published, and tomorrow is full.
  const today = { postsPerDay: 2, timeSlots: [...timeSlots, '23:00'], dryRun: true }
  const later = await plan({ ...today, postIds: await createDrafts(1) })
  assert.deepEqual(localTimes(later.body.scheduled), [`${dayIn(days(2))} 09:30`], later.text)
})

test('a post that cannot be scheduled is identified by its position, whatever the reason', async () => {
  const [own = '', trashed = ''] = await createDrafts(2)
  await w.ada.delete(`/v1/posts/${trashed}`)
  const stranger = await connectBoth(t)
  const foreign = await stranger.ada.post('/v1/posts', {
    profileId: stranger.profileId,
    content: 'Foreign.',
    platforms: ['bluesky'],
    saveAsDraft: true,
  })
  const unknown = 'post_01kajv4z00e008000000000001'
  for (const [id, code] of [
    [trashed, 'post_in_trash'],
    [foreign.body.id, 'post_forbidden'],
    [unknown, 'post_not_found'],
  ]) {
    const { body, text } = await plan({ postIds: [own, id], postsPerDay: 1 })
    assert.deepEqual([body.code, body.errors?.[0].path], [code, '/postIds/1'], text)
  }
})

test('400: nothing is scheduled more than two years ahead, and a dry run says so too', async () => {
  const body = { postIds: await createDrafts(3), postsPerDay: 1, dryRun: true }
  const beyond = await plan({ ...body, startDate: dayIn(days(734)) })
  assert.deepEqual([beyond.status, beyond.body.errors[0].path], [400, '/startDate'], beyond.text)
  const over = await plan({ ...body, startDate: dayIn(days(730)) })
  assert.deepEqual([over.status, over.body.errors[0].code], [400, 'no_free_slots'], over.text)
})

test('without slots, posts are spread evenly from 09:00 to 21:00, and none is in the past', async () => {
  const { body, text } = await plan({ postIds: await createDrafts(4), postsPerDay: 3, startDate: dayIn(days(9)) })
  const day = dayIn(days(9))
  assert.deepEqual(
    localTimes(body.scheduled),
    [`${day} 09:00`, `${day} 15:00`, `${day} 21:00`, `${dayIn(days(10))} 09:00`],
    text,
  )
  const today = await plan({ postIds: await createDrafts(1), postsPerDay: 24, dryRun: true })
  assert.ok(today.body.scheduled[0].scheduledAt > t.now().toISOString())
  const past = await plan({ postIds: await createDrafts(1), postsPerDay: 1, startDate: '2020-01-01' })
  assert.equal(past.body.errors[0].path, '/startDate')
})

test('with fewer than 20 measured posts the spread is even, and with more, each weekday’s best hours are used', async () => {
  const own = await connectBoth(t)
  const create = (body: object) =>
    own.ada.post('/v1/posts', { profileId: own.profileId, platforms: ['mastodon'], content: 'Hello.', ...body })
  const draftIds: string[] = []
  for (const _ of [1, 2]) draftIds.push((await create({ saveAsDraft: true })).body.id)
  const tomorrow = Math.ceil(t.now().getTime() / days(1)) * days(1)
  const startDate = new Date(tomorrow + days(7)).toISOString().slice(0, 10)
  const params = { postIds: draftIds, postsPerDay: 2, startDate, timezone: 'UTC', dryRun: true }
  const chosenHours = async () => {
    const { body, text, status } = await plan(params, own.ada)
    assert.equal(status, 200, text)
    return body.scheduled.map(
      ({ scheduledAt }: { scheduledAt: string }) => Date.parse(scheduledAt) - tomorrow - days(7),
    )
  }
  await t.advance(tomorrow - t.now().getTime())
  for (let hour = 0; hour < 22; hour += 1) {
    if (hour === 19) assert.deepEqual(await chosenHours(), [hours(9), hours(21)])
    assert.equal((await create({ content: `Hour ${hour}.` })).status, 201)
    await t.settle()
    await t.advance(hours(1))
  }
  await t.advance(hours(4))
  const { body } = await own.ada.get(`/v1/analytics/best-times?profileId=${own.profileId}&timezone=UTC`)
  const ofDay: number[] = body.heatmap[new Date(tomorrow).getUTCDay()]
  const best = ofDay.map((score, hour) => ({ score, hour })).sort((a, b) => b.score - a.score || a.hour - b.hour)
  const expected = best.slice(0, 2).map(({ hour }) => hours(hour))
  assert.ok(body.enough && best[0]!.score > best[3]!.score, JSON.stringify(ofDay))
  assert.deepEqual(
    await chosenHours(),
    expected.sort((a, b) => a - b),
  )
})

test('all or nothing: a single post that is not a draft or cannot be published blocks the whole call', async () => {
  const [good = '', other = ''] = await createDrafts(2)
  const [long = ''] = await createDrafts(1, { content: 'x'.repeat(400) })
  const scheduledAt = inTime(t, hours(3))
  await w.ada.patch(`/v1/posts/${other}`, { scheduledAt, saveAsDraft: false })
  const notDraft = await plan({ postIds: [good, other], postsPerDay: 1 })
  assert.equal(notDraft.body.code, 'post_not_draft')
  assert.match(notDraft.body.detail, new RegExp(other))
  const tooLong = await plan({ postIds: [good, long], postsPerDay: 1 })
  assert.match(tooLong.body.errors[0].path, /^\/postIds\/1\//, tooLong.text)
  assert.equal((await plan({ postIds: [good, good], postsPerDay: 1 })).body.errors[0].code, 'duplicate_post')
  assert.equal((await w.ada.get(`/v1/posts/${good}`)).body.status, 'draft')
  const writer = await withKey(t, await t.as('another'), ['posts:read', 'posts:write', 'posts:publish'])
  assert.equal((await plan({ postIds: [good], postsPerDay: 1 }, writer)).body.code, 'post_forbidden')
})

test('concurrent calls never choose the same slot', async () => {
  const lists = [await createDrafts(5), await createDrafts(5), await createDrafts(5)]
  const params = { postsPerDay: 3, startDate: dayIn(days(30)) }
  const answers = await Promise.all(lists.map((postIds) => plan({ postIds, ...params })))
  for (const { status, text } of answers) assert.equal(status, 200, text)
  const times = answers.flatMap(({ body }) => body.scheduled.map((one: { scheduledAt: string }) => one.scheduledAt))
  assert.equal(new Set(times).size, 15)
})

test('in zones with clock changes, no slot is in a gap, doubled, or in the past', () => {
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago']) {
    const times = Array.from({ length: 24 }, (_, hour) => hour * 60 + 30)
    const now = new Date('2027-08-20T00:00:00Z')
    const body = { zone, firstDay: Date.parse('2027-08-20'), postsPerDay: 24, times, bestTimes: null }
    const slots = listFreeSlots(body, new Set(), now, 24 * 80)
    assert.equal(new Set(slots.map(Number)).size, slots.length, zone)
    assert.ok(
      slots.every((at, index) => at > now && (index === 0 || at > slots[index - 1]!)),
      zone,
    )
    const minutes = new Intl.DateTimeFormat('en', { timeZone: zone, minute: 'numeric' })
    assert.ok(
      slots.every((at) => minutes.format(at) === '30'),
      zone,
    )
  }
})

test('a weekday’s best times are chosen before the even spread', () => {
  const bestTimes = [
    { day: 1, hour: 20, score: 90 },
    { day: 1, hour: 7, score: 80 },
    { day: 1, hour: 12, score: 10 },
    { day: 2, hour: 8, score: 50 },
  ]
  const body = { zone: 'UTC', firstDay: Date.parse('2027-02-01'), postsPerDay: 2, times: null, bestTimes }
  const slots = listFreeSlots(body, new Set(), new Date('2027-01-01T00:00:00Z'), 4)
  assert.deepEqual(
    slots.map((at) => at.toISOString().slice(0, 16)),
    ['2027-02-01T07:00', '2027-02-01T20:00', '2027-02-02T09:00', '2027-02-02T21:00'],
  )
})
