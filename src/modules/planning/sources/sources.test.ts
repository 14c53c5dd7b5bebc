import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createOutbound, type Outbound } from '#infra/outbound/outbound.ts'
import { days } from '#kernel/clock.ts'
import { type CalendarSourceId, fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { grant } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'
import { refresh } from './jobs.ts'

/**
 * The outbound guard blocks the loopback, so refreshes that should succeed run with an outbound that allows it. All
 * others run as the job does.
 */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let editor: Person
let outbound: Outbound
let elsewhere: string
const pages = new Map<string, RequestListener>()
const server = createServer((request, response) => {
  const page = pages.get(request.url ?? '')
  if (page) page(request, response)
  else response.writeHead(404).end()
})
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  editor = await t.as('eve')
  await grant(w.person, w.profileId, editor, 'editor')
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  outbound = createOutbound({ operatorOrigins: [], allowPrivate: true, userAgent: 'Posthorn/test' })
})
after(async () => {
  await outbound.close()
  server.closeAllConnections()
  server.close()
  await t[Symbol.asyncDispose]()
})

const ics = (...events: readonly string[]): string =>
  ['BEGIN:VCALENDAR', ...events.flatMap((one) => ['BEGIN:VEVENT', one, 'END:VEVENT']), 'END:VCALENDAR'].join('\r\n')
const serve = (path: string, body: string) => pages.set(path, (_, response) => void response.writeHead(200).end(body))

let nth = 0
const subscribe = (more: object = {}) =>
  editor.post('/v1/calendar-sources', { profileId: w.profileId, url: `https://a.example/${nth++}.ics`, ...more })

interface Source {
  readonly id: string
  readonly name: string
  readonly problem: string | null
  readonly days: number
  readonly refreshedAt: string | null
}

const sources = async (): Promise<Source[]> =>
  (await editor.get(`/v1/calendar-sources?profileId=${w.profileId}`)).body.sources
const sourceOf = async (id: string) => (await sources()).find((one) => one.id === id)
const holidays = async (period: string): Promise<string[]> =>
  (await editor.get(`/v1/calendar-holidays?profileId=${w.profileId}&${period}`)).body.holidays.map(
    ({ fromDate, toDate, text }: { fromDate: string; toDate: string; text: string }) => `${fromDate} ${toDate} ${text}`,
  )

/** Subscribes to a page of the test’s server, and reads it. */
async function read(path: string): Promise<string> {
  const { status, body, text } = await subscribe()
  assert.equal(status, 201, text)
  const id = fromWire('csrc', body.id) as CalendarSourceId
  await t.settle()
  await sql`update calendar_source set url = ${elsewhere + path}, problem = null where id = ${id}`.execute(t.db)
  await again(body.id)
  return body.id
}

const again = (wireId: string) =>
  refresh(
    { db: t.db, clock: { now: () => t.now() }, outbound },
    fromWire('csrc', wireId) as CalendarSourceId,
    AbortSignal.timeout(20_000),
  )

const remove = async (id: string) => assert.equal((await editor.delete(`/v1/calendar-sources/${id}`)).status, 200)

test('holidays of a calendar are listed by period, replaced by each refresh, and gone with the calendar', async () => {
  serve('/a', ics('DTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261227\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:Christmas'))
  const id = await read('/a')
  assert.deepEqual(await holidays('from=2026-12-26&to=2026-12-31'), ['2026-12-25 2026-12-26 Christmas'])
  assert.deepEqual(await holidays('from=2027-12-01&to=2027-12-31'), ['2027-12-25 2027-12-26 Christmas'])
  serve('/a', ics('DTSTART;VALUE=DATE:20261224\r\nSUMMARY:Eve'))
  await again(id)
  assert.deepEqual(await holidays('from=2026-01-01&to=2027-12-31'), ['2026-12-24 2026-12-24 Eve'])
  assert.deepEqual([(await sourceOf(id))?.days, (await sourceOf(id))?.problem], [1, null])
  await remove(id)
  assert.deepEqual(await holidays('from=2026-01-01&to=2027-12-31'), [])
  assert.equal((await editor.delete(`/v1/calendar-sources/${id}`)).body.code, 'calendar_source_not_found')
})

test('an event at a time has its date in the zone of the brand, or in that of its owner if the brand has none', async () => {
  const zone = (timezone: string | null) =>
    sql`update profile set timezone = ${timezone} where id = ${fromWire('prof', w.profileId)}`.execute(t.db)
  assert.equal((await w.person.patch('/v1/auth/me', { timezone: 'Asia/Tokyo' })).status, 200)
  await zone(null)
  serve('/z', ics('DTSTART:20270309T200000Z\r\nSUMMARY:Late'))
  const id = await read('/z')
  assert.deepEqual(await holidays('from=2027-03-01&to=2027-03-31'), ['2027-03-10 2027-03-10 Late'])
  await zone('America/New_York')
  await again(id)
  assert.deepEqual(await holidays('from=2027-03-01&to=2027-03-31'), ['2027-03-09 2027-03-09 Late'])
  await zone(null)
  await remove(id)
})

test('a calendar that cannot be read says why, and keeps the days that were read before', async () => {
  serve('/b', ics('DTSTART;VALUE=DATE:20261003\r\nSUMMARY:Unity'))
  const id = await read('/b')
  const problemAfter = async (page: RequestListener) => {
    pages.set('/b', page)
    await again(id)
    const source = await sourceOf(id)
    assert.equal(source?.days, 1)
    return source?.problem
  }
  const send =
    (body: string): RequestListener =>
    (_, response) =>
      void response.writeHead(200).end(body)
  const lead =
    (to: string): RequestListener =>
    (_, response) =>
      void response.writeHead(302, { location: to }).end()
  assert.equal(await problemAfter(lead('/b')), 'too_many_redirects')
  assert.equal(await problemAfter(lead('http://169.254.169.254/')), 'address_not_allowed')
  assert.equal(await problemAfter(lead('file:///etc/passwd')), 'address_not_allowed')
  assert.equal(await problemAfter(send('<html>Sign in</html>')), 'not_a_calendar')
  assert.equal(await problemAfter(send('x'.repeat(5 * 1024 * 1024 + 1))), 'too_large')
  const one = 'BEGIN:VEVENT\nDTSTART:20261003\nSUMMARY:A\nEND:VEVENT\n'
  assert.equal(await problemAfter(send(`BEGIN:VCALENDAR\n${one.repeat(10_001)}`)), 'too_many_events')
  assert.equal(await problemAfter((_, response) => void response.writeHead(404).end()), 'refused')
  assert.equal(await problemAfter((request) => void request.socket.destroy()), 'unreachable')
  await again(id)
  assert.deepEqual(await holidays('from=2026-10-01&to=2026-10-31'), ['2026-10-03 2026-10-03 Unity'])
  pages.set('/b', send(ics('DTSTART;VALUE=DATE:20261031\r\nSUMMARY:Reformation')))
  await again(id)
  assert.equal((await sourceOf(id))?.problem, null)
  await remove(id)
})

test('a private address is refused when the calendar is read, and webcal means https', async () => {
  for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '10.0.0.1', 'localhost']) {
    const { body } = await subscribe({ url: `webcal://${host}/holidays.ics` })
    await t.settle()
    assert.equal((await sourceOf(body.id))?.problem, 'address_not_allowed', host)
    await remove(body.id)
  }
  for (const url of ['http://a.example/a.ics', 'ftp://a.example/a.ics', 'a.example', 'https://me:secret@a.example/'])
    assert.deepEqual((await subscribe({ url })).body.errors[0].path, '/url', url)
})

test('a URL is not shown again, is taken once, and five calendars are the most', async () => {
  const secret = 'https://a.example/private-0123456789/basic.ics'
  const made = await subscribe({ url: secret })
  assert.equal(made.body.name, 'a.example')
  assert.equal((await subscribe({ url: secret.replace('https', 'WEBCAL') })).body.code, 'calendar_source_exists')
  for (const path of [`/v1/calendar-sources?profileId=${w.profileId}`, '/v1/auth/me/audit-log'])
    assert.ok(!(await w.person.get(path)).text.includes('0123456789'), path)
  for (let left = 4; left > 0; left -= 1) assert.equal((await subscribe()).status, 201)
  assert.equal((await subscribe()).body.code, 'calendar_sources_full')
  for (const { id } of await sources()) await remove(id)
})

test('each calendar is read once a day', async () => {
  const { body } = await subscribe()
  const id = fromWire('csrc', body.id) as CalendarSourceId
  const dueAt = async () => {
    const { rows } = await sql<{ due: Date }>`select due_at as due from calendar_source where id = ${id}`.execute(t.db)
    return rows[0]?.due.getTime() ?? 0
  }
  const first = await dueAt()
  assert.equal(first, t.now().getTime() + days(1))
  await t.advance(days(1))
  await t.settle()
  assert.ok((await dueAt()) >= first + days(1))
})
