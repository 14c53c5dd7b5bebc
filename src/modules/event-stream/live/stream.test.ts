import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTx, openDb, openPool, type Tx } from '#infra/db/client.ts'
import type { Edge } from '#infra/http/server.ts'
import { newId, type ProfileId, toWire, type UserId } from '#kernel/ids.ts'
import { createAuthenticator } from '#modules/identity/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { startEdge } from '#test/harness/own-edge.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { until } from '#test/harness/until.ts'
import { createProfile, type EventStream, emitEvent, openEventStream, uidOf } from '#test/world/event-stream.ts'
import { grant } from '#test/world/people.ts'
import type { Pace } from './pace.ts'
import { addStreamRoute } from './routes.ts'

let t: TestApp
/** Another process on the same database. */
let other: TestApp
before(async () => {
  t = await startApp()
  other = await startApp({ beside: t })
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

type Headers = Parameters<typeof openEventStream>[2]

async function listenTo(test: TestContext, url: string, token: string, headers?: Headers): Promise<EventStream> {
  const stream = await openEventStream(url, token, headers)
  test.after(() => stream.close())
  return stream
}

const goOn = (test: TestContext, url: string, token: string, lastId: string | null) =>
  listenTo(test, url, token, { 'last-event-id': lastId ?? '' })

async function somebody(name: string): Promise<{ person: Person; uid: UserId; profileId: ProfileId }> {
  const person = await t.as(name)
  return { person, uid: uidOf(person), profileId: await createProfile(person) }
}

const tell = ({ uid, profileId }: { uid: UserId; profileId: ProfileId }, handle: string, tx?: Tx): Promise<void> =>
  tx ? emitEvent(t, tx, uid, profileId, handle) : inTx(t.db, (own) => emitEvent(t, own, uid, profileId, handle))

/**
 * Emits an event and waits until it can be read. The feed waits for every open transaction on the server, including
 * those of other tests.
 */
async function emitAndWait(one: Awaited<ReturnType<typeof somebody>>, handle: string): Promise<void> {
  await tell(one, handle)
  const deadline = performance.now() + patienceMs()
  while (!(await one.person.get('/v1/events?limit=100')).text.includes(handle)) {
    assert.ok(performance.now() < deadline, `${handle} cannot be read`)
    await sleep(5)
  }
}

async function keyOf(person: Person, more: object = {}): Promise<{ id: string; key: string }> {
  const { status, body, text } = await person.post('/v1/api-keys', { name: 'k', scopes: ['webhooks:read'], ...more })
  assert.equal(status, 201, text)
  return body
}

const hears = (stream: EventStream, ...handles: string[]) =>
  stream
    .until(handles.join(), () => stream.frames.length >= handles.length)
    .then(() => assert.deepEqual(stream.handles(), handles))

const connectionsOf = (app: Edge): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** Only the stream, at the test's own pace. */
const paced = (test: TestContext, pace: Partial<Pace>) =>
  startEdge(test, (app) => addStreamRoute(app, { ...t.deps, authenticate, looks: [] }, pace), {
    authenticate: (token) => authenticate(token),
  })
const authenticate = (token: string) => createAuthenticator(t.deps)(token)

test('a stream sends new events from any process, as stored, and no older events', async (test) => {
  const ada = await somebody('ada')
  await emitAndWait(ada, 'before')
  const streams = [await listenTo(test, t.url, ada.person.token), await listenTo(test, other.url, ada.person.token)]
  await tell(ada, 'now')
  const [{ id, body }] = (await t.db
    .selectFrom('event')
    .select(['id', 'body'])
    .where('ownerUid', '=', ada.uid)
    .where('body', 'like', '%"now"%')
    .execute()) as unknown as [{ id: string; body: string }]
  for (const stream of streams) {
    await hears(stream, 'now')
    assert.equal(stream.status, 200)
    assert.match(stream.headers['content-type'] ?? '', /^text\/event-stream/)
    assert.equal(stream.headers['cache-control'], 'no-store')
    assert.ok(stream.headers['x-request-id'])
    assert.match(stream.text, /^retry: 2000\n/)
    assert.equal(stream.frames[0]?.text, `id: ${toWire('evt', id)}\nevent: account.changed\ndata: ${body}`)
  }
})

test('an event that commits late is not skipped, and comes first if its transaction began first', async (test) => {
  const bob = await somebody('bob')
  const elsewhere = openDb(openPool(t.connection, { name: 'elsewhere', max: 2, statementTimeoutMs: 5_000 }, () => {}))
  test.after(() => elsewhere.destroy())
  const { url } = await paced(test, { watchMs: 1, heartbeatMs: 10 })
  const stream = await listenTo(test, url, bob.person.token)
  await inTx(elsewhere, async (late) => {
    await tell(bob, 'begun first', late)
    await tell(bob, 'committed first')
    await tell(bob, 'after it')
    // The feed has been read repeatedly by then.
    const { beats } = stream
    await stream.until('heartbeats', () => stream.beats > beats + 10)
    assert.deepEqual(stream.handles(), [])
  })
  await hears(stream, 'begun first', 'committed first', 'after it')
})

test('a client that reconnects repeatedly, to different processes, receives each event once and in order', async (test) => {
  const cyd = await somebody('cyd')
  const wanted = Array.from({ length: 150 }, (_, nth) => `nth ${nth}`)
  const writing = (async () => {
    for (const handle of wanted) await tell(cyd, handle)
  })()
  const received: unknown[] = []
  let lastId: string | null = null
  for (let round = 0; received.length < wanted.length; round++) {
    const url = round % 2 === 0 ? t.url : other.url
    const stream: EventStream =
      lastId === null ? await listenTo(test, url, cyd.person.token) : await goOn(test, url, cyd.person.token, lastId)
    if (round === 0) received.push(...wanted.slice(0, wanted.indexOf(await firstOf(stream))))
    const most = received.length + 1 + (round % 40)
    await stream.until(`${most}`, () => received.length + stream.frames.length >= Math.min(most, wanted.length))
    stream.close()
    received.push(...stream.handles())
    lastId = stream.lastId
  }
  await writing
  assert.deepEqual(received, wanted)
})

async function firstOf(stream: EventStream): Promise<string> {
  await stream.until('one', () => stream.frames.length > 0)
  return String(stream.handles()[0])
}

test('a client that loses its connection before receiving any event resumes from the start of its stream', async (test) => {
  const dan = await somebody('dan')
  await emitAndWait(dan, 'long ago')
  const first = await listenTo(test, t.url, dan.person.token)
  await first.until('its beginning', () => first.lastId !== null)
  assert.deepEqual(first.handles(), [])
  first.close()
  await tell(dan, 'missed')
  await hears(await goOn(test, other.url, dan.person.token, first.lastId), 'missed')
})

test('an event that one process has sent is not sent again by another that reads later', async (test) => {
  const ren = await somebody('ren')
  const { url } = await paced(test, { watchMs: 300 })
  const holding = await listenTo(test, url, ren.person.token)
  const quick = await listenTo(test, t.url, ren.person.token)
  await tell(ren, 'seen there')
  await hears(quick, 'seen there')
  const [comesBack, isNew] = [
    await goOn(test, url, ren.person.token, quick.lastId),
    await listenTo(test, url, ren.person.token),
  ]
  await tell(ren, 'next')
  await hears(holding, 'seen there', 'next')
  await hears(comesBack, 'next')
  await hears(isNew, 'next')
})

test('a key that is limited to profiles receives those profiles’ events, live and after a reconnect', async (test) => {
  const eve = await somebody('eve')
  const second = { ...eve, profileId: await createProfile(eve.person) }
  const { key } = await keyOf(eve.person, { profileIds: [toWire('prof', second.profileId)] })
  const stream = await listenTo(test, t.url, key)
  await tell(eve, 'of the first')
  await tell(second, 'of the second')
  await hears(stream, 'of the second')
  stream.close()
  await tell(eve, 'of the first')
  await tell(second, 'again of the second')
  await hears(await goOn(test, other.url, key, stream.lastId), 'again of the second')
})

test('a member receives the profile’s events from joining to leaving, and none of its owner’s other events', async (test) => {
  const fay = await somebody('fay')
  const elsewhere = { ...fay, profileId: await createProfile(fay.person) }
  const gus = await somebody('gus')
  const profile = toWire('prof', fay.profileId)
  const stream = await listenTo(test, t.url, gus.person.token)
  await tell(fay, 'before joining')
  await grant(fay.person, profile, gus.person, 'viewer')
  await tell(fay, 'as a member')
  await tell(elsewhere, 'of another profile')
  await tell(gus, 'my own')
  await hears(stream, 'as a member', 'my own')
  const later = await listenTo(test, other.url, gus.person.token)
  await tell(fay, 'still')
  await hears(later, 'still')
  assert.equal((await fay.person.delete(`/v1/profiles/${profile}/members/${gus.person.uid}`)).status, 200)
  await tell(fay, 'after leaving')
  await tell(gus, 'my own again')
  await hears(stream, 'as a member', 'my own', 'still', 'my own again')
  await hears(later, 'still', 'my own again')
  later.close()
  await tell(fay, 'long after leaving')
  await tell(gus, 'the last')
  await hears(await goOn(test, t.url, gus.person.token, later.lastId), 'the last')
})

test('a stream that cannot resume sends `resync` and continues from there', async (test) => {
  const hal = await somebody('hal')
  const { url } = await paced(test, { missedMost: 2 })
  const stream = await listenTo(test, t.url, hal.person.token)
  for (const handle of ['a', 'b', 'c', 'd']) await tell(hal, handle)
  await hears(stream, 'a', 'b', 'c', 'd')
  const [a, b] = stream.frames as [EventStream['frames'][number], EventStream['frames'][number]]
  await hears(await goOn(test, url, hal.person.token, b.id), 'c', 'd')
  const ofAnother = await somebody('ian')
  const foreign = await listenTo(test, t.url, ofAnother.person.token)
  await tell(ofAnother, 'of ian')
  await hears(foreign, 'of ian')
  for (const id of [a.id, foreign.lastId, toWire('evt', newId(t.now())), 'nonsense']) {
    const again = await goOn(test, url, hal.person.token, id)
    await again.until('resync', () => again.frames.length > 0)
    assert.match(again.frames[0]?.text ?? '', /^id: evt_\w+\nevent: resync\ndata: \{\}$/)
    const place = again.lastId
    assert.equal(place, stream.lastId)
    await tell(hal, `live after ${id}`)
    await again.until('live', () => again.frames.length > 1)
    assert.equal(again.handles()[1], `live after ${id}`)
    await hears(await goOn(test, url, hal.person.token, place), `live after ${id}`)
    await stream.until('all', () => stream.lastId === again.lastId)
    again.close()
  }
})

test('a revoked key stops receiving events immediately in this process, and within a second in others', async (test) => {
  const jan = await somebody('jan')
  const { id, key } = await keyOf(jan.person)
  const { url } = await paced(test, { heartbeatMs: 20 })
  const [here, there, resting] = [
    await listenTo(test, t.url, key),
    await listenTo(test, other.url, key),
    await listenTo(test, url, key),
  ]
  const signedIn = await listenTo(test, t.url, jan.person.token)
  await tell(jan, 'before')
  for (const stream of [here, there, resting, signedIn]) await hears(stream, 'before')
  assert.equal((await jan.person.delete(`/v1/api-keys/${id}`)).status, 200)
  assert.equal(await resting.ended, 'ended')
  await t.advance(1_000)
  await tell(jan, 'after')
  await hears(signedIn, 'before', 'after')
  assert.deepEqual([await here.ended, await there.ended], ['ended', 'ended'])
  for (const stream of [here, there, resting]) assert.deepEqual(stream.handles(), ['before'])
  assert.equal((await openEventStream(t.url, key)).status, 401)
})

test('a slow reader is disconnected; other readers receive everything, however much arrives at once', async (test) => {
  const kim = await somebody('kim')
  const { app, url } = await paced(test, { patienceMs: patienceMs(500) })
  const [slow, quick] = [await listenTo(test, url, kim.person.token), await listenTo(test, url, kim.person.token)]
  slow.pause()
  const long = 'x'.repeat(100_000)
  const wanted = Array.from({ length: 60 }, (_, nth) => `${nth} ${long}`)
  await inTx(t.db, async (tx) => {
    for (const handle of wanted) await tell(kim, handle, tx)
  })
  await quick.until('all', () => quick.frames.length === wanted.length)
  assert.ok(quick.handles().every((handle, nth) => handle === wanted[nth]))
  await until('the slow one to be cut off', async () => (await connectionsOf(app)) === 1)
  await tell(kim, 'and on')
  await quick.until('and on', () => quick.handles().at(-1) === 'and on')
})

test('heartbeats are sent while nothing happens', async (test) => {
  const lea = await somebody('lea')
  const { url } = await paced(test, { heartbeatMs: 10 })
  const stream = await listenTo(test, url, lea.person.token)
  await stream.until('three', () => stream.beats >= 3)
  assert.deepEqual(stream.frames, [])
})

test('users and processes have a limited number of streams, and closing one frees a slot', async (test) => {
  const [max, ned, oda] = [await somebody('max'), await somebody('ned'), await somebody('oda')]
  const { url } = await paced(test, { placesOfOne: 2, places: 3 })
  const opened = [await listenTo(test, url, max.person.token), await listenTo(test, url, max.person.token)]
  const tooMany = await listenTo(test, url, max.person.token)
  await tooMany.ended
  assert.equal(tooMany.status, 429)
  assert.equal(tooMany.headers['retry-after'], '10')
  assert.equal(JSON.parse(tooMany.text).code, 'too_many_streams')
  await listenTo(test, url, ned.person.token)
  const full = await listenTo(test, url, oda.person.token)
  await full.ended
  assert.equal(full.status, 503)
  assert.equal(full.headers['retry-after'], '10')
  assert.equal(JSON.parse(full.text).code, 'streams_full')
  opened[0]?.close()
  await until('a place', async () => {
    const stream = await listenTo(test, url, max.person.token)
    return stream.status === 200
  })
})

test('each user can have twenty streams', async (test) => {
  const pam = await somebody('pam')
  const statuses = await Promise.all(
    Array.from({ length: 22 }, async () => (await listenTo(test, t.url, pam.person.token)).status),
  )
  assert.deepEqual(statuses.sort(), [...Array.from({ length: 20 }, () => 200), 429, 429])
})

test('a stopping server ends its streams immediately and does not wait for slow readers', async (test) => {
  const quin = await somebody('quin')
  const { app, url } = await paced(test, { patienceMs: 60_000 })
  const [stream, stuck] = [await listenTo(test, url, quin.person.token), await listenTo(test, url, quin.person.token)]
  stuck.pause()
  await inTx(t.db, async (tx) => {
    for (let nth = 0; nth < 60; nth++) await tell(quin, `${nth} ${'x'.repeat(100_000)}`, tx)
  })
  await stream.until('all', () => stream.frames.length === 60)
  const since = performance.now()
  await app.close()
  assert.ok(performance.now() - since < patienceMs(5_000), `it took ${performance.now() - since} ms`)
  assert.equal(await stream.ended, 'ended')
})
