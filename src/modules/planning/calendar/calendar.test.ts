import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import ICAL from 'ical.js'
import { redactUrl } from '#infra/log/redact.ts'
import { days, hours, minutes } from '#kernel/clock.ts'
import { fromWire, type ProfileId, toWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { done, grant } from '#test/world/people.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { listPlannedPosts } from './store.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

const createFeed = async (): Promise<{ id: string; path: string; url: string }> => {
  const { status, body, text } = await w.ada.post(`/v1/profiles/${w.profileId}/calendar-feeds`)
  assert.equal(status, 201, text)
  return { id: body.id, url: body.url, path: new URL(body.url).pathname }
}
const create = async (body: object): Promise<string> => {
  const made = await w.ada.post('/v1/posts', { profileId: w.profileId, platforms: ['bluesky'], ...body })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
const open = (path: string, headers = {}) => t.anyone.get(path, { headers })

/** Reads a feed with a parser used by calendar apps. */
async function readEvents(path: string) {
  const { status, text } = await open(path)
  assert.equal(status, 200, text)
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, sequence, startDate, endDate } = new ICAL.Event(component)
    const categories = component.getFirstProperty('categories')?.getValues() ?? []
    const status = String(component.getFirstPropertyValue('status'))
    return {
      uid,
      summary,
      description,
      sequence,
      status,
      categories,
      at: startDate.toJSDate(),
      until: endDate.toJSDate(),
    }
  })
  return { text, events, of: (id: string) => events.find(({ uid }) => uid.startsWith(id)) }
}

test('ical.js parses posts: text, time, drafts as tentative, lines of at most 75 octets ending in CRLF', async () => {
  const content = `Ünïcödé 🗼 first; line, with \\ marks and more than seventy-five octets in all of it\nsecond\r\nthird`
  const planned = await create({ content, scheduledAt: inTime(t, days(3)) })
  const draft = await create({ content: 'Not sure.', scheduledAt: inTime(t, days(4)), saveAsDraft: true })
  const untimed = await create({ content: 'Some day.', saveAsDraft: true })
  const { path } = await createFeed()
  const { text, of } = await readEvents(path)
  assert.ok(text.endsWith('END:VCALENDAR\r\n'))
  for (const line of text.split('\r\n')) {
    assert.ok(Buffer.byteLength(line) <= 75, line)
    assert.doesNotMatch(line, /[\r\n\ufffd]/)
  }
  const seen = of(planned)
  assert.deepEqual([seen?.description, seen?.status], [content.replaceAll('\r\n', '\n'), 'CONFIRMED'])
  assert.equal(seen?.at.getTime(), Math.floor((t.now().getTime() + days(3)) / 1_000) * 1_000)
  assert.ok(seen!.until > seen!.at)
  assert.deepEqual(seen?.categories, ['scheduled', 'bluesky'])
  assert.equal(of(draft)?.status, 'TENTATIVE')
  assert.equal(of(untimed), undefined)
})

test('with a label in any case, a feed has only its posts and the runs that repeat one; other parameters change nothing', async () => {
  const post = { content: 'Sale', tags: ['Winter Sale'], scheduledAt: inTime(t, days(5)) }
  const [sale, other] = [await create(post), await create({ ...post, content: 'Other', tags: ['Tips'] })]
  const rules = await Promise.all(
    [sale, other].map(async (postId) => {
      const made = await w.ada.post('/v1/recurring-posts', { postId, cron: '0 9 * * MON' })
      assert.equal(made.status, 201, made.text)
      return made.body.id as string
    }),
  )
  const { path } = await createFeed()
  const shown = async (query: string) => {
    const { of } = await readEvents(`${path}${query}`)
    return [sale, other, ...rules].map((id) => of(id) !== undefined)
  }
  assert.deepEqual(await shown('?label=winter%20%20sale'), [true, false, true, false])
  assert.deepEqual(await shown('?label=nothing'), [false, false, false, false])
  assert.deepEqual(await shown('?utm_source=app'), [true, true, true, true])
})

test('a feed that cannot hold every post has those nearest to now, however long the past is', async () => {
  const early = await create({ content: 'Early.', scheduledAt: inTime(t, days(10)), saveAsDraft: true })
  const near = await create({ content: 'Near.', scheduledAt: inTime(t, days(12)), saveAsDraft: true })
  const next = await create({ content: 'Next.', scheduledAt: inTime(t, days(13)), saveAsDraft: true })
  const at = (ms: number) => new Date(t.now().getTime() + ms)
  const span = { from: at(days(9)), to: at(days(20)), now: at(days(13)), most: 2 }
  const listed = await listPlannedPosts(t.db, fromWire('prof', w.profileId) as ProfileId, span)
  assert.deepEqual(
    listed.map(({ id }) => toWire('post', id)),
    [near, next],
  )
  for (const id of [early, near, next]) await w.ada.delete(`/v1/posts/${id}`)
})

test('a moved post keeps its UID and gets a higher SEQUENCE, a cancelled post is tentative, and a deleted post is gone', async () => {
  const id = await create({ content: 'Will move.', scheduledAt: inTime(t, days(5)) })
  const { path } = await createFeed()
  const first = (await readEvents(path)).of(id)!
  await w.ada.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, days(6)) })
  const moved = (await readEvents(path)).of(id)!
  assert.equal(moved.uid, first.uid)
  assert.ok(moved.sequence > first.sequence && moved.at > first.at)
  assert.equal((await w.ada.delete(`/v1/queue/cancel/${id}`)).status, 200)
  const cancelled = (await readEvents(path)).of(id)
  assert.ok(cancelled === undefined || cancelled.status === 'TENTATIVE')
  await w.ada.delete(`/v1/posts/${id}`)
  assert.equal((await readEvents(path)).of(id), undefined)
})

test('a recurring rule’s runs keep their local hour across a clock change, and a moved run keeps its UID', async () => {
  const postId = await create({ content: 'Every Monday.', saveAsDraft: true })
  const rule = await w.ada.post('/v1/recurring-posts', { postId, cron: '30 9 * * MON', timezone: 'Europe/Berlin' })
  assert.equal(rule.status, 201, rule.text)
  const { path } = await createFeed()
  const before = (await readEvents(path)).events.filter(({ uid }) => uid.startsWith(rule.body.id))
  assert.equal(before.length, 30)
  const walls = before.map(({ at }) => at.toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(11))
  assert.deepEqual([...new Set(walls)], ['09:30:00'])
  assert.equal(new Set(before.map(({ at }) => at.getUTCHours())).size, 2, 'clocks change in between')
  assert.deepEqual([before[0]!.summary, before[0]!.categories], ['Every Monday.', ['recurring']])
  await t.advance(minutes(2))
  const [first, second] = rule.body.nextRuns as [string, string]
  const movedTo = new Date(Date.parse(first) + hours(3)).toISOString()
  await w.ada.patch(`/v1/recurring-posts/${rule.body.id}/occurrences/${first}`, { movedTo })
  await w.ada.patch(`/v1/recurring-posts/${rule.body.id}/occurrences/${second}`, { skipped: true })
  const { events } = await readEvents(path)
  const moved = events.find(({ uid }) => uid === before[0]!.uid)!
  assert.equal(moved.at.toISOString(), movedTo)
  assert.ok(moved.sequence > before[0]!.sequence)
  assert.equal(
    events.find(({ uid }) => uid === before[1]!.uid),
    undefined,
  )
})

test('304 if nothing has changed; search engines must not index the response', async () => {
  const { path } = await createFeed()
  const first = await open(path)
  assert.match(first.headers['content-type'] ?? '', /^text\/calendar; charset=utf-8/)
  assert.match(first.headers['x-robots-tag'] ?? '', /noindex/)
  const again = await open(path, { 'if-none-match': first.headers.etag })
  assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', first.headers.etag])
  await create({ content: 'New.', scheduledAt: inTime(t, days(7)) })
  assert.equal((await open(path, { 'if-none-match': first.headers.etag })).status, 200)
})

test('404 calendar_feed_not_found: a URL is revoked or guessed, or its user is disabled or has left', async () => {
  const { id, path, url } = await createFeed()
  const list = await w.ada.get(`/v1/profiles/${w.profileId}/calendar-feeds`)
  assert.ok(list.body.some((one: { id: string }) => one.id === id))
  assert.ok(!list.text.includes(url.split('/').at(-2)!), 'the URL is shown once')
  assert.equal((await w.ada.delete(`/v1/profiles/${w.profileId}/calendar-feeds/${id}`)).status, 200)
  assert.equal((await open(path)).body.code, 'calendar_feed_not_found')
  assert.equal((await open('/v1/calendar/guessed/posts.ics')).status, 404)

  const grace = await t.as('grace')
  await grant(w.person, w.profileId, grace, 'editor')
  const hers = await grace.post(`/v1/profiles/${w.profileId}/calendar-feeds`)
  const herPath = new URL(hers.body.url).pathname
  assert.equal((await open(herPath)).status, 200)
  const root = await t.as('root')
  done(await root.post(`/v1/admin/users/${grace.uid}/disable`, { reason: 'left' }))
  assert.equal((await open(herPath)).body.code, 'calendar_feed_not_found')
  done(await root.post(`/v1/admin/users/${grace.uid}/enable`))
  assert.equal((await open(herPath)).status, 200)
  done(await w.person.delete(`/v1/profiles/${w.profileId}/members/${grace.uid}`))
  assert.equal((await open(herPath)).body.code, 'calendar_feed_not_found')
  assert.ok(!redactUrl(herPath).includes(herPath.split('/').at(-2)!), 'the log contains no feed URL')
})
