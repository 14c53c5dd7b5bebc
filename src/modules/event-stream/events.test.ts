import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTx, openDb, openPool, type Tx } from '#infra/db/client.ts'
import { fromWire, newId, type ProfileId, toWire, type UserId } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { withKey } from '#test/world/posts.ts'

let t: TestApp
before(async () => {
  t = await startApp()
})
after(() => t[Symbol.asyncDispose]())

const uidOf = (person: Person) => fromWire('usr', person.uid) as UserId
const createProfile = async (person: Person) =>
  fromWire('prof', (await person.post('/v1/profiles', { name: 'shop' })).body.id) as ProfileId

/** Emits an event that its handle identifies. */
const emitEvent = (tx: Tx, ownerUid: UserId, profileId: ProfileId, handle: string) =>
  t.deps.emit(tx, {
    type: 'account.connected',
    ownerUid,
    profileId,
    accountId: newId(t.now()),
    network: 'bluesky',
    handle,
  })

interface Page {
  readonly events: { readonly id: string; readonly type: string; readonly data: Record<string, unknown> }[]
  readonly nextCursor: string | null
  readonly hasMore: boolean
}

async function page(client: Client, query = ''): Promise<Page> {
  const { status, body, text } = await client.get(`/v1/events${query}`)
  assert.equal(status, 200, text)
  return body
}

/**
 * Reads page by page until there are `count` events. The feed waits for every open transaction on the server, including
 * those of other tests.
 */
async function walked(client: Client, count: number, limit: number) {
  const deadline = performance.now() + patienceMs()
  const found: Page['events'] = []
  for (let cursor: string | null = null; found.length < count; ) {
    assert.ok(performance.now() < deadline, `${found.length} of ${count} events`)
    const { events, nextCursor, hasMore }: Page = await page(
      client,
      `?limit=${limit}${cursor ? `&after=${cursor}` : ''}`,
    )
    assert.ok(events.length <= limit)
    assert.ok(!hasMore || events.length === limit)
    assert.equal(nextCursor, events.at(-1)?.id ?? cursor)
    found.push(...events)
    cursor = nextCursor
    if (events.length === 0) await sleep(5)
  }
  return found
}

const handles = (events: Page['events']) => events.map(({ data }) => data.handle)

test('a client that continues from its cursor reads every event once, in order, byte for byte as stored', async () => {
  const ada = await t.as('ada')
  const client = await withKey(t, ada, ['webhooks:read'])
  assert.deepEqual(await page(client), { events: [], nextCursor: null, hasMore: false })
  const profileId = await createProfile(ada)
  for (const handle of ['a', 'b', 'c', 'd', 'e']) await inTx(t.db, (tx) => emitEvent(tx, uidOf(ada), profileId, handle))
  const found = await walked(client, 5, 2)
  assert.deepEqual(handles(found), ['a', 'b', 'c', 'd', 'e'])
  const stored = await t.db
    .selectFrom('event')
    .select('body')
    .where('ownerUid', '=', uidOf(ada))
    .where('body', 'is not', null)
    .orderBy('id')
    .execute()
  const { text } = await client.get('/v1/events')
  assert.ok(text.startsWith(`{"events":[${stored.map(({ body }) => body).join(',')}],`))
  const last = found.at(-1)!.id
  assert.deepEqual(await page(client, `?after=${last}`), { events: [], nextCursor: last, hasMore: false })
})

test('an event that commits late is not skipped: the cursor waits for it', async (test) => {
  const bob = await t.as('bob')
  const profileId = await createProfile(bob)
  const elsewhere = openDb(openPool(t.connection, { name: 'elsewhere', max: 2, statementTimeoutMs: 5_000 }, () => {}))
  test.after(() => elsewhere.destroy())
  await inTx(elsewhere, async (late) => {
    await emitEvent(late, uidOf(bob), profileId, 'begun first')
    await inTx(t.db, (tx) => emitEvent(tx, uidOf(bob), profileId, 'committed first'))
    assert.deepEqual((await page(bob)).events, [])
  })
  assert.deepEqual(handles(await walked(bob, 2, 1)), ['begun first', 'committed first'])
})

test('users read their own events; a key that is limited to profiles reads only those profiles’ events', async () => {
  const [cyd, dan] = [await t.as('cyd'), await t.as('dan')]
  const [one, other] = [await createProfile(cyd), await createProfile(cyd)]
  const [ofDan] = [await createProfile(dan)]
  await inTx(t.db, async (tx) => {
    await emitEvent(tx, uidOf(cyd), one, 'of the one')
    await emitEvent(tx, uidOf(dan), ofDan, 'of dan')
    await emitEvent(tx, uidOf(cyd), other, 'of the other')
  })
  assert.deepEqual(handles(await walked(cyd, 2, 100)), ['of the one', 'of the other'])
  const narrow = await withKey(t, cyd, ['webhooks:read'], { profileIds: [toWire('prof', other)] })
  assert.deepEqual(handles((await page(narrow)).events), ['of the other'])
  const [{ id: idOfDan }] = (await walked(dan, 1, 100)) as [Page['events'][number]]
  for (const id of [idOfDan, toWire('evt', newId(t.now()))]) {
    const { status, body } = await cyd.get(`/v1/events?after=${id}`)
    assert.deepEqual([status, body.code], [400, 'cursor_invalid'])
    assert.match(body.detail, /Omit it to start with the oldest event/)
  }
})

test('events are filtered by one or more types, and the cursor continues within the filter', async () => {
  const dee = await t.as('dee')
  const profileId = await createProfile(dee)
  for (const handle of ['one', 'two']) await inTx(t.deps.db, (tx) => emitEvent(tx, uidOf(dee), profileId, handle))
  await walked(dee, 2, 25)
  const first = await page(dee, '?type=account.connected&limit=1')
  assert.deepEqual([first.events[0]?.data.handle, first.hasMore], ['one', true])
  const second = await page(dee, `?type=account.connected,post.failed&after=${first.nextCursor}`)
  assert.deepEqual(
    second.events.map(({ data }) => data.handle),
    ['two'],
  )
  assert.deepEqual((await page(dee, '?type=post.failed')).events, [])
  assert.equal((await dee.get('/v1/events?type=post.lost')).body.errors[0].path, '/query/type')
})
