import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { createQueue, defineJob, handle } from '#infra/queue/index.ts'
import { newId, type ProfileId } from '#kernel/ids.ts'
import { epoch } from '#test/harness/clock.ts'
import { openTestDatabase } from '#test/harness/database.ts'
import { createEmit, each, type ReceivedEvent, type Subscriptions } from './index.ts'

const firstJob = defineJob<ReceivedEvent<'profile.created'>>('test.told-first')
const secondJob = defineJob<ReceivedEvent>('test.told-second')
const nobody = { now: [], later: [] }

/** No external subscriber receives events of profiles. */
const outside = { bodyOf: () => null, deliver: async () => {} }

const owner = newId<'usr'>(epoch)
const profileId: ProfileId = newId(epoch)
const created = { type: 'profile.created', ownerUid: owner, profileId } as const

/** Creates a real queue on a real database, with one listener of each kind for `profile.created`. */
async function open(t: TestContext, listen: Partial<Subscriptions> = {}) {
  const database = await openTestDatabase()
  const { db, connection } = database
  const clock = { now: () => epoch }
  const log = { info() {}, warn() {}, error() {} }
  const queue = createQueue({ connection, log, clock, jobs: [firstJob, secondJob] })
  t.after(async () => {
    await queue.stop({ graceMs: 0 })
    await database[Symbol.asyncDispose]()
  })
  const received: { who: string; event: ReceivedEvent }[] = []
  const subscriptions: Subscriptions = {
    'user.created': nobody,
    'user.deleted': nobody,
    'user.plan_changed': nobody,
    'test.progress': nobody,
    'user.disabled': nobody,
    'user.enabled': nobody,
    'user.timezone_changed': nobody,
    'profile.created': { now: [], later: [firstJob, secondJob] },
    'profile.updated': { now: [], later: [secondJob] },
    'profile.deleted': nobody,
    'profile.restored': nobody,
    'profile.made_writable': nobody,
    'profile_member.added': nobody,
    'profile_member.changed': nobody,
    'profile_member.removed': nobody,
    'label.merged': nobody,
    'account.connected': nobody,
    'account.disconnected': nobody,
    'account.needs_reconnect': nobody,
    'analytics.synced': nobody,
    'post.queued': nobody,
    'post.published': nobody,
    'post.partial': nobody,
    'post.failed': nobody,
    'post.needs_attention': nobody,
    'post.removed': nobody,
    'post.approval_requested': nobody,
    'post.approved': nobody,
    'post.rejected': nobody,
    'post.commented': nobody,
    'post.team_commented': nobody,
    'post.team_comment_changed': nobody,
    'post.team_thread_resolved': nobody,
    'post.team_thread_reopened': nobody,
    'inbox.received': nobody,
    'inbox.changed': nobody,
    'inbox.approval_requested': nobody,
    'inbox.reply_sent': nobody,
    'inbox.reply_failed': nobody,
    'inbox.reply_needs_attention': nobody,
    'alert.raised': nobody,
    'alert.closed': nobody,
    'webhook.test': nobody,
    ...listen,
  }
  await queue.work(
    [
      handle(firstJob, async (event) => void received.push({ who: 'first', event })),
      handle(secondJob, async (event) => void received.push({ who: 'second', event })),
    ],
    { manual: true },
  )
  const emit = createEmit({ clock, queue, subscriptions, outside })
  return { db, connection, queue, emit, received }
}

test('an event is stored in one row with one ID, which every listener receives', async (t) => {
  const now: ReceivedEvent[] = []
  const { db, queue, emit, received } = await open(t, {
    'profile.created': { now: [async (_tx, events) => void now.push(...events)], later: [firstJob, secondJob] },
  })
  await inTx(db, (tx) => emit(tx, created))
  assert.equal(await queue.drain(), 2)
  const rows = await db.selectFrom('event').selectAll().execute()
  assert.equal(rows.length, 1)
  const { id, type, ownerUid, data, createdAt } = rows[0]!
  assert.deepEqual(
    { type, ownerUid, data, createdAt },
    { type: 'profile.created', ownerUid: owner, data: { profileId }, createdAt: epoch },
  )
  const expected = { ...created, eventId: id }
  assert.deepEqual(now, [expected])
  assert.deepEqual(received.map(({ who }) => who).sort(), ['first', 'second'])
  for (const { event } of received) assert.deepEqual(event, expected)
})

test('a `now` listener receives all events of its type in one call, in order', async (t) => {
  const calls: string[][] = []
  const note = async (_tx: unknown, events: readonly ReceivedEvent[]) => void calls.push(events.map(({ type }) => type))
  const { db, emit } = await open(t, {
    'profile.created': { now: [note], later: [] },
    'profile.updated': { now: [note], later: [] },
  })
  const updated = { ...created, type: 'profile.updated' } as const
  await inTx(db, (tx) => emit(tx, created, updated, created))
  assert.deepEqual(calls, [['profile.created', 'profile.created'], ['profile.updated']])
})

test('a rolled back transaction leaves no event and no job', async (t) => {
  const { db, queue, emit, received } = await open(t)
  await assert.rejects(
    inTx(db, async (tx) => {
      await emit(tx, created)
      throw new Error('no')
    }),
  )
  assert.deepEqual(await db.selectFrom('event').selectAll().execute(), [])
  assert.equal(await queue.drain(), 0)
  assert.deepEqual(received, [])
})

test('a `now` listener writes in the emitting transaction, and its failure rolls the transaction back', async (t) => {
  let fails = false
  const { db, queue, emit } = await open(t, {
    'profile.created': {
      now: [
        async (tx) => {
          await sql`insert into cron_run (name, scheduled_for, started_at) values ('heard', ph.now(), ph.now())`.execute(
            tx,
          )
          if (fails) throw new Error('listener broke')
        },
      ],
      later: [firstJob],
    },
  })
  fails = true
  await assert.rejects(
    inTx(db, (tx) => emit(tx, created)),
    /listener broke/,
  )
  assert.deepEqual(await db.selectFrom('cronRun').selectAll().execute(), [])
  assert.deepEqual(await db.selectFrom('event').selectAll().execute(), [])
  assert.equal(await queue.drain(), 0)
  fails = false
  await inTx(db, (tx) => emit(tx, created))
  assert.equal((await db.selectFrom('cronRun').selectAll().execute()).length, 1)
})

test('a `now` listener may emit events', async (t) => {
  const { db, queue, emit, received } = await open(t, {
    'profile.created': {
      now: [each((tx, { ownerUid }) => emit(tx, { type: 'profile.updated', ownerUid, profileId }))],
      later: [],
    },
  })
  await inTx(db, (tx) => emit(tx, created))
  assert.equal(await queue.drain(), 1)
  assert.deepEqual(
    received.map(({ event }) => event.type),
    ['profile.updated'],
  )
})

test('any number of events takes one statement for the rows and one for the jobs', async (t) => {
  const { db, emit } = await open(t)
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await inTx(db, (tx) => emit(tx.withPlugin(counting), ...Array.from({ length: 50 }, () => created)))
  assert.equal(statements, 2)
  statements = 0
  await inTx(db, (tx) => emit(tx.withPlugin(counting), { type: 'user.created', ownerUid: owner }))
  assert.equal(statements, 1)
  await inTx(db, (tx) => emit(tx.withPlugin(counting)))
  assert.equal(statements, 1)
})
