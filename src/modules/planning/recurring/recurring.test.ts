import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'
import { createPlanner } from '../planner.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let other: Client
let writer: Client
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  writer = await withKey(t, w.person, ['posts:read', 'posts:write'])
  other = await withKey(t, await t.as('stranger'), ['posts:read', 'posts:write'])
})
after(() => t[Symbol.asyncDispose]())

/** Returns a time of day in cron syntax, this far from now. */
const cronIn = (ms: number): string => {
  const at = new Date(t.now().getTime() + ms)
  return `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`
}
const template = async (more: object = {}): Promise<string> => {
  const body = { profileId: w.profileId, content: 'Good morning.', platforms: ['bluesky'], saveAsDraft: true, ...more }
  const made = await w.ada.post('/v1/posts', body)
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
const createRule = async (more: object = {}) => {
  const postId = 'postId' in more ? more.postId : await template()
  const made = await w.ada.post('/v1/recurring-posts', { postId, cron: cronIn(hours(1)), timezone: 'UTC', ...more })
  assert.equal(made.status, 201, made.text)
  return made.body
}
/** Changes the time zone of the user, which rules without their own time zone follow. */
const moveTo = async (timezone: string) => {
  const { email, password } = w.person
  const { token } = (await t.anyone.post('/v1/auth/sign-in', { email, password })).body
  const moved = await t.withToken(token).patch('/v1/auth/me', { timezone })
  assert.equal(moved.status, 200, moved.text)
}
const read = async (id: string) => (await w.ada.get(`/v1/recurring-posts/${id}`)).body
const madeBy = async (id: string) =>
  (await w.ada.get(`/v1/posts?profileId=${w.profileId}`)).body.posts.filter(
    (post: { recurringRuleId: string }) => post.recurringRuleId === id,
  )
/** Moves the clock to the next full minute, so that cron expressions hit whole minutes. */
const roundClock = async () => t.advance((60_000 - (t.now().getTime() % 60_000)) % 60_000)

test('201: a rule shows its description and next five runs, and each run publishes a copy of the template', async () => {
  await roundClock()
  const rule = await createRule({ name: 'Greeting' })
  assert.match(rule.id, /^rec_/)
  assert.match(rule.description, /^At \d\d:\d\d$/)
  assert.equal(rule.nextRuns.length, 5)
  assert.equal(rule.nextRunAt, inTime(t, hours(1)))
  assert.deepEqual([rule.active, rule.status, rule.runs, rule.lastRunAt], [true, 'active', 0, null])
  await t.advance(hours(1) - 1)
  assert.deepEqual(await madeBy(rule.id), [])
  await t.advance(1)
  const [first, ...more] = await madeBy(rule.id)
  assert.equal(more.length, 0)
  assert.deepEqual([first.status, first.content, first.scheduledAt], ['published', 'Good morning.', rule.nextRunAt])
  const after = await read(rule.id)
  assert.deepEqual([after.runs, after.lastRunAt, after.nextRunAt], [1, rule.nextRunAt, rule.nextRuns[1]])
  await t.advance(days(1))
  assert.equal((await madeBy(rule.id)).length, 2)
  const list = await w.ada.get('/v1/recurring-posts')
  assert.equal(list.body[0].id, rule.id)
})

test('each run shows the part of the image that its template shows, and that of one account', async () => {
  const file = await noise(90, 60).png().toBuffer()
  const upload = await w.ada.upload('/v1/media/upload', {
    file,
    fileName: 'pier.png',
    fields: { profileId: w.profileId },
  })
  const { storagePath } = upload.body
  const view = { crop: [0, 0, 0.5, 1], rotate: 90, fit: 'crop' }
  const own = { crop: [0, -0.25, 1, 1.5], rotate: 0, fit: 'pad', ground: 'blur' }
  const platforms = ['bluesky', { platform: 'mastodon', media: [{ storagePath, altText: 'The pier', view: own }] }]
  const postId = await template({ media: [{ storagePath, altText: 'The pier', view }], platforms })
  const rule = await createRule({ postId })
  await t.advance(hours(1))
  const [run] = await madeBy(rule.id)
  assert.deepEqual(run.media[0].view, view)
  const [mastodon] = run.targets.filter(({ network }: { network: string }) => network === 'mastodon')
  assert.deepEqual([mastodon.status, mastodon.overrides.media[0].view], ['published', own])
})

test('200: a cancelled rule no longer runs, and cancelling it again says so', async () => {
  const rule = await createRule()
  assert.deepEqual((await w.ada.delete(`/v1/recurring-posts/${rule.id}`)).body, { ok: true, cancelled: true })
  assert.deepEqual((await w.ada.delete(`/v1/recurring-posts/${rule.id}`)).body, { ok: true, cancelled: false })
  await t.advance(hours(2))
  assert.deepEqual(await madeBy(rule.id), [])
  const { active, status, nextRuns, cancelledAt } = await read(rule.id)
  assert.deepEqual([active, status, nextRuns], [false, 'cancelled', []])
  assert.ok(cancelledAt)
  const late = await w.ada.patch(`/v1/recurring-posts/${rule.id}`, { name: 'Too late' })
  assert.equal(late.body.code, 'recurring_rule_cancelled')
})

test('400: a schedule that is invalid, never runs, runs too often or ends in the past is refused', async () => {
  const postId = await template()
  const create = async (more: object) => (await w.ada.post('/v1/recurring-posts', { postId, ...more })).body
  assert.equal((await create({ cron: '0 25 * * *' })).errors[0].path, '/cron')
  assert.match((await create({ cron: '0 9 30 2 *' })).detail, /never runs/)
  assert.equal((await create({ cron: '*/14 * * * *' })).code, 'cron_too_frequent')
  assert.equal((await create({ cron: '0 9 * * *', endAt: inTime(t, -1) })).errors[0].path, '/endAt')
  assert.equal((await create({ cron: '0 9 1 1 *', endAt: inTime(t, days(2)) })).errors[0].code, 'never_runs')
  assert.equal((await create({ cron: '0 9 * * *', timezone: 'Mars/Base' })).status, 400)
})

test('a template that could not be published, or is in the trash, cannot be used for a rule', async () => {
  const postId = await template({ platforms: [] })
  const none = await w.ada.post('/v1/recurring-posts', { postId, cron: '0 9 * * *' })
  assert.equal(none.body.errors[0].code, 'platforms_missing', none.text)
  const gone = await template()
  await w.ada.delete(`/v1/posts/${gone}`)
  const trashed = await w.ada.post('/v1/recurring-posts', { postId: gone, cron: '0 9 * * *' })
  assert.equal(trashed.body.code, 'post_in_trash')
})

test('403: creating, changing and resuming a rule requires posts:publish, and only members can access a rule', async () => {
  const rule = await createRule()
  const made = await writer.post('/v1/recurring-posts', { postId: rule.postId, cron: '0 9 * * *' })
  assert.equal(made.body.code, 'scope_required')
  assert.equal((await writer.patch(`/v1/recurring-posts/${rule.id}`, { name: 'x' })).body.code, 'scope_required')
  assert.equal((await other.get(`/v1/recurring-posts/${rule.id}`)).body.code, 'profile_forbidden')
  assert.equal((await other.get('/v1/recurring-posts')).body.length, 0)
  assert.equal((await other.delete('/v1/recurring-posts/rec_00000000000000000000000000')).status, 404)
})

test('one occurrence is skipped, another is moved, and the others stay unchanged', async () => {
  await roundClock()
  const { id, nextRuns } = await createRule()
  const change = (at: string, body: object) => w.ada.patch(`/v1/recurring-posts/${id}/occurrences/${at}`, body)
  const skipped = await change(nextRuns[0], { skipped: true })
  assert.equal(skipped.status, 200, skipped.text)
  assert.deepEqual(skipped.body.nextRuns.slice(0, 4), nextRuns.slice(1))
  const to = new Date(Date.parse(nextRuns[1]) + hours(2)).toISOString()
  const moved = await change(nextRuns[1], { movedTo: to })
  assert.equal(moved.body.nextRunAt, to)
  assert.deepEqual(moved.body.exceptions, [
    { at: nextRuns[0], skipped: true, movedTo: null },
    { at: nextRuns[1], skipped: false, movedTo: to },
  ])
  assert.equal((await change(inTime(t, hours(3)), { skipped: true })).body.code, 'occurrence_not_found')
  assert.equal((await change(nextRuns[3], { movedTo: nextRuns[2] })).body.errors[0].code, 'too_close')
  assert.equal((await change(nextRuns[3], { movedTo: inTime(t, -1) })).body.errors[0].code, 'in_the_past')
  await t.advance(days(1) + hours(1))
  assert.deepEqual(await madeBy(id), [])
  await t.advance(hours(2))
  const posts = await madeBy(id)
  assert.deepEqual(
    posts.map((post: { scheduledAt: string }) => post.scheduledAt),
    [to],
  )
  await t.advance(hours(22))
  assert.equal((await madeBy(id)).length, 2)
  assert.deepEqual((await read(id)).exceptions, [])

  const again = (await read(id)).nextRuns
  await change(again[0], { skipped: true })
  const back = await change(again[0], { skipped: false })
  assert.deepEqual(back.body.nextRuns, again)
})

test('an occurrence that was moved earlier and has run can no longer be changed, so it never runs twice', async () => {
  await roundClock()
  const { id, nextRuns } = await createRule()
  const [, second] = nextRuns
  const change = (body: object) => w.ada.patch(`/v1/recurring-posts/${id}/occurrences/${second}`, body)
  assert.equal((await change({ movedTo: inTime(t, minutes(30)) })).status, 200)
  await t.advance(minutes(30))
  assert.equal((await madeBy(id)).length, 1)
  for (const body of [{ movedTo: inTime(t, hours(3)) }, { movedTo: null }, { skipped: false }, { skipped: true }]) {
    const late = await change(body)
    assert.deepEqual([late.status, late.body.code], [404, 'occurrence_not_found'], JSON.stringify(body))
  }
  const other = await w.ada.patch(`/v1/recurring-posts/${id}`, { cron: `${cronIn(minutes(30)).slice(0, -1)}0-6` })
  assert.equal(other.status, 200, other.text)
  await t.advance(minutes(30))
  assert.equal((await madeBy(id)).length, 2, 'the first occurrence has run')
  await t.advance(days(1))
  assert.equal((await madeBy(id)).length, 2, 'the second has already run')
})

test('a resumed rule does not make up for missed runs', async () => {
  await roundClock()
  const { id, nextRuns } = await createRule()
  const paused = await w.ada.post(`/v1/recurring-posts/${id}/pause`)
  assert.deepEqual([paused.body.status, paused.body.nextRuns], ['paused', []], paused.text)
  await t.advance(hours(3))
  const resumed = await w.ada.post(`/v1/recurring-posts/${id}/resume`)
  assert.deepEqual([resumed.body.status, resumed.body.nextRunAt], ['active', nextRuns[1]], resumed.text)
  await t.advance(minutes(1))
  assert.deepEqual(await madeBy(id), [])
})

test('a run that was moved into a pause, or past a rule’s end, is not made up for', async () => {
  await roundClock()
  const { id, nextRuns } = await createRule()
  const move = (rule: string, at: string, ms: number) =>
    w.ada.patch(`/v1/recurring-posts/${rule}/occurrences/${at}`, { movedTo: inTime(t, ms) })
  assert.equal((await move(id, nextRuns[1], minutes(30))).status, 200)
  await w.ada.post(`/v1/recurring-posts/${id}/pause`)
  await t.advance(hours(3))
  const resumed = await w.ada.post(`/v1/recurring-posts/${id}/resume`)
  assert.equal(resumed.body.nextRunAt, nextRuns[2], resumed.text)

  const ended = await createRule({ maxRuns: 1 })
  const nextDay = new Date(Date.parse(ended.nextRunAt) + days(1)).toISOString()
  assert.equal((await move(ended.id, nextDay, hours(2))).status, 200)
  await t.advance(hours(1))
  assert.equal((await read(ended.id)).status, 'ended')
  await t.advance(hours(2))
  const more = await w.ada.patch(`/v1/recurring-posts/${ended.id}`, { maxRuns: 5 })
  assert.equal(more.body.nextRunAt, new Date(Date.parse(nextDay) + days(1)).toISOString(), more.text)
  await t.advance(minutes(1))
  assert.deepEqual([(await madeBy(id)).length, (await madeBy(ended.id)).length], [0, 1])
})

test('start, end and number of runs limit a rule, and a change reschedules it', async () => {
  await roundClock()
  const startAt = inTime(t, days(3))
  const { id, nextRuns } = await createRule({ startAt, maxRuns: 2 })
  assert.ok(nextRuns[0] >= startAt)
  assert.equal(nextRuns.length, 2)
  const changed = await w.ada.patch(`/v1/recurring-posts/${id}`, { startAt: null, maxRuns: 1, cron: cronIn(hours(2)) })
  assert.deepEqual(changed.body.nextRuns, [inTime(t, hours(2))], changed.text)
  await t.advance(hours(2))
  assert.deepEqual([(await read(id)).status, (await madeBy(id)).length], ['ended', 1])
  const longer = await w.ada.patch(`/v1/recurring-posts/${id}`, { maxRuns: null, endAt: inTime(t, days(2) + 1) })
  assert.equal(longer.body.nextRuns.length, 2, longer.text)
})

test('an ended rule that gets more runs, or a later end, does not make up for missed runs', async () => {
  await roundClock()
  const often = { cron: '0 */6 * * *' }
  const counted = await createRule({ ...often, maxRuns: 1 })
  const bounded = await createRule({ ...often, endAt: inTime(t, hours(6)) })
  await t.advance(hours(6))
  await t.advance(days(3))
  const before = [await read(counted.id), await read(bounded.id)]
  assert.deepEqual(
    before.map(({ status }) => status),
    ['ended', 'ended'],
  )
  const more = await w.ada.patch(`/v1/recurring-posts/${counted.id}`, { maxRuns: 3 })
  const later = await w.ada.patch(`/v1/recurring-posts/${bounded.id}`, { endAt: inTime(t, days(1)) })
  for (const [no, { body, text }] of [more, later].entries()) {
    assert.equal(body.status, 'active', text)
    assert.ok(body.nextRunAt > inTime(t, 0), text)
    await t.advance(minutes(1))
    assert.equal((await madeBy(body.id)).length, before[no].runs)
  }
})

test('200: an ended rule can be renamed, and a later end does not restart a rule whose runs are used up', async () => {
  await roundClock()
  const { id } = await createRule({ cron: cronIn(hours(2)), maxRuns: 1 })
  await t.advance(hours(2))
  const renamed = await w.ada.patch(`/v1/recurring-posts/${id}`, { name: 'Over' })
  assert.deepEqual([renamed.status, renamed.body.name, renamed.body.status], [200, 'Over', 'ended'], renamed.text)
  const later = await w.ada.patch(`/v1/recurring-posts/${id}`, { endAt: inTime(t, days(9)) })
  assert.deepEqual([later.status, later.body.status], [200, 'ended'], later.text)
  const never = await w.ada.patch(`/v1/recurring-posts/${id}`, { endAt: inTime(t, minutes(1)) })
  assert.equal(never.body.errors[0].code, 'never_runs')
})

test('after downtime, only the latest missed run is made up, once, and none after 24 hours', async () => {
  await roundClock()
  const often = await createRule({ cron: '0 */6 * * *' })
  const daily = await createRule({ cron: cronIn(minutes(30)), maxRuns: 1, endAt: inTime(t, hours(2)) })
  await t.advance(days(3))
  const made = await madeBy(often.id)
  assert.equal(made.length, 1)
  assert.ok(Date.parse(made[0].scheduledAt) > t.now().getTime() - hours(6))
  assert.deepEqual(await madeBy(daily.id), [])
  assert.equal((await read(daily.id)).status, 'ended')
  assert.equal((await read(often.id)).runs, 1)
})

test('a template in the trash skips its runs, and permanently deleting it cancels the rule', async () => {
  await roundClock()
  const { id, postId } = await createRule()
  await w.ada.delete(`/v1/posts/${postId}`)
  await t.advance(hours(2))
  assert.deepEqual([(await madeBy(id)).length, (await read(id)).status], [0, 'active'])
  await w.ada.post(`/v1/posts/${postId}/restore`)
  await t.advance(days(1))
  assert.equal((await madeBy(id)).length, 1)
  await w.ada.delete(`/v1/posts/${postId}`)
  await w.ada.delete(`/v1/posts/trash?profileId=${w.profileId}`)
  const gone = await read(id)
  assert.deepEqual([gone.status, gone.postId, gone.active], ['cancelled', null, false])
  await t.advance(1)
  assert.ok((await read(id)).cancelledAt)
})

test('a rule without a time zone follows its user’s time zone when it changes', async () => {
  const postId = await template()
  const made = await w.ada.post('/v1/recurring-posts', { postId, cron: '0 9 * * *' })
  assert.deepEqual([made.body.timezone, made.body.followsUserTimezone], ['UTC', true], made.text)
  await moveTo('Asia/Tokyo')
  const rule = await read(made.body.id)
  assert.equal(rule.timezone, 'Asia/Tokyo')
  assert.equal(new Date(rule.nextRunAt).getUTCHours(), 0)
  const { rows } = await sql<{ due: Date }>`select max(due_at) as due from recurring_rule
    where timezone is null`.execute(t.db)
  assert.equal(rows[0]?.due.toISOString(), rule.nextRunAt)
})

test('a user’s move to an eastern time zone triggers no run: the rule continues with the next run in the new zone', async () => {
  await moveTo('UTC')
  const made = await w.ada.post('/v1/recurring-posts', { postId: await template(), cron: '0 9 * * *' })
  const { id, nextRunAt, nextRuns } = made.body
  await t.advance(Date.parse(nextRunAt) - t.now().getTime())
  assert.equal((await madeBy(id)).length, 1)
  await t.advance(hours(23))
  const change = { movedTo: inTime(t, hours(4)) }
  assert.equal((await w.ada.patch(`/v1/recurring-posts/${id}/occurrences/${nextRuns[1]}`, change)).status, 200)
  // It is 17:00 in Tokyo, so 9:00 there has passed.
  await moveTo('Asia/Tokyo')
  const rule = await read(id)
  assert.deepEqual([rule.nextRunAt, rule.exceptions], [inTime(t, hours(16)), []])
  await t.advance(hours(15))
  assert.equal((await madeBy(id)).length, 1)
  await t.advance(hours(1))
  assert.equal((await madeBy(id)).length, 2)
})

test('200: a preview describes an expression, even across a daylight saving change', async () => {
  const preview = async (body: object) => (await w.ada.post('/v1/recurring-posts/preview', body)).body
  const found = await preview({ cron: '30 2 * * *', timezone: 'Europe/Berlin', startAt: '2027-03-27T00:00:00Z' })
  assert.equal(found.description, 'At 02:30')
  assert.deepEqual(found.nextRuns.slice(0, 3), [
    '2027-03-27T01:30:00.000Z',
    '2027-03-28T01:00:00.000Z',
    '2027-03-29T00:30:00.000Z',
  ])
  assert.match((await preview({ cron: '0 9 13 * FRI' })).description, /13 of the month, or on Friday/)
})

test('concurrent schedulers create each occurrence once', async () => {
  await roundClock()
  const rules = [await createRule(), await createRule(), await createRule()]
  const lookOften = async () => {
    const planner = createPlanner(t.deps)
    for (let looks = 0; looks < 20; looks++) await planner.tick()
  }
  await Promise.all([t.advance(hours(1)), lookOften(), lookOften(), lookOften()])
  await t.settle()
  for (const { id } of rules) assert.equal((await madeBy(id)).length, 1)
})

test('200: runs in a time range are listed for a calendar: moved ones at their new time, without skipped and paused ones', async () => {
  await roundClock()
  const { ada } = w
  const rule = await createRule({ name: 'Morning', maxRuns: 40 })
  const [first = '', second = '', third = ''] = rule.nextRuns
  const change = (at: string, body: object) =>
    ada.patch(`/v1/recurring-posts/${rule.id}/occurrences/${encodeURIComponent(at)}`, body)
  const later = new Date(Date.parse(third) + minutes(90)).toISOString()
  assert.equal((await change(second, { skipped: true })).status, 200)
  assert.equal((await change(third, { movedTo: later })).status, 200)
  const list = async (from: string, to: string) => {
    const query = new URLSearchParams({ profileId: w.profileId, from, to })
    const answer = await ada.get(`/v1/recurring-posts/occurrences?${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.filter(({ ruleId }: { ruleId: string }) => ruleId === rule.id)
  }
  const { id: ruleId, postId } = rule
  assert.deepEqual(await list(first, inTime(t, days(3))), [
    { ruleId, postId, name: 'Morning', at: first, runsAt: first },
    { ruleId, postId, name: 'Morning', at: third, runsAt: later },
  ])
  assert.equal((await list(inTime(t, 0), inTime(t, days(60)))).length, 40, 'a rule of 40 runs has no more')
  await ada.post(`/v1/recurring-posts/${rule.id}/pause`)
  assert.deepEqual(await list(inTime(t, 0), inTime(t, days(60))), [])
  const tooLong = new URLSearchParams({ profileId: w.profileId, from: inTime(t, 0), to: inTime(t, days(93)) })
  assert.equal((await ada.get(`/v1/recurring-posts/occurrences?${tooLong}`)).status, 400)
})
