import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { until } from '#test/harness/queue.ts'
import { openPublishing, type Publishing } from '#test/world/publishing.ts'
import { cancel, type KillPoint } from '../index.ts'

/** The ways in which a network can recognize a post: by a key, by reading what was sent, or not at all. */
const classes = {
  'knows keys': { post: { repeat: { forMs: hours(1) }, settleMs: 0 }, canFind: false },
  'can be read': { post: { repeat: 'once' as const } },
  'knows nothing': { post: { repeat: 'once' as const }, canFind: false },
} as const

const points: readonly KillPoint[] = ['claimed', 'before-intent', 'after-intent', 'answered', 'saved']

const openFor = async (t: Parameters<typeof openPublishing>[0], kind: keyof typeof classes) => {
  const p = await openPublishing(t, classes[kind])
  p.network.knowsKeys = kind === 'knows keys'
  return p
}

/** Stops an engine at this point. Its leases end, and another engine takes over. */
async function takeOverAt(p: Publishing, point: KillPoint) {
  const frozen = p.freezeAt(point)
  const zombie = p.engine({ probe: frozen.probe })
  const zombieEnds = zombie.tick()
  await frozen.reached
  await p.advance(seconds(31))
  const heir = p.engine()
  await p.settle(heir)
  await p.settleFor(heir, minutes(3), seconds(25))
  return { frozen, zombieEnds, heir }
}

for (const kind of Object.keys(classes) as (keyof typeof classes)[]) {
  for (const point of points) {
    test(`a network that ${kind}: a process that dies at "${point}" leaves one post or an unknown one, never two`, async (t) => {
      const p = await openFor(t, kind)
      const target = await p.submit({ text: 'once' })
      await takeOverAt(p, point)
      const mayBeLost = kind === 'knows nothing' && (point === 'after-intent' || point === 'answered')
      const expected = mayBeLost ? 'unknown' : 'published'
      assert.equal((await p.row(target)).status, expected)
      assert.equal(p.texts().length, kind === 'knows nothing' && point === 'after-intent' ? 0 : 1)
    })

    test(`a network that ${kind}: a process that resumes at "${point}" after a takeover adds nothing`, async (t) => {
      const p = await openFor(t, kind)
      const target = await p.submit({ text: 'once' })
      const { frozen, zombieEnds, heir } = await takeOverAt(p, point)
      frozen.wake()
      await zombieEnds
      await p.settleFor(heir, minutes(3), seconds(25))
      assert.ok(p.texts().length <= 1, p.texts().join())
      const isSent = p.texts().length === 1
      assert.equal((await p.row(target)).status, isSent ? 'published' : 'unknown')
      assert.deepEqual(
        p.changes.filter((change) => change.to === 'published').map((change) => change.remoteId),
        isSent ? ['p1'] : [],
      )
    })
  }
}

test('a process that was suspended between the intent and the call makes no call, even without a takeover', async (t) => {
  const p = await openPublishing(t)
  await p.submit()
  const frozen = p.freezeAt('after-intent')
  const ends = p.engine({ probe: frozen.probe }).tick()
  await frozen.reached
  await p.advance(seconds(21))
  frozen.wake()
  await ends
  assert.deepEqual(p.network.calls, [])
})

test('a lease that is too short for a call is extended before the call is made', async (t) => {
  const p = await openPublishing(t)
  await p.submit()
  const before = p.freezeAt('before-intent')
  const leftMs: number[] = []
  const ends = p
    .engine({
      async probe(point, info) {
        await before.probe(point, info)
        if (point !== 'after-intent') return
        const { rows } = await sql<{ leftMs: number }>`
          select (extract(epoch from lease_until - ph.now()) * 1000)::int as "leftMs" from remote_account`.execute(p.db)
        leftMs.push(rows[0]?.leftMs ?? 0)
      },
    })
    .tick()
  await before.reached
  await p.advance(seconds(9))
  before.wake()
  await ends
  assert.deepEqual(leftMs, [30_000])
  assert.deepEqual(p.texts(), ['hello'])
})

test('no call begins under an expired lease', async (t) => {
  const p = await openPublishing(t)
  await p.submit()
  const frozen = p.freezeAt('before-intent')
  const ends = p.engine({ probe: frozen.probe }).tick()
  await frozen.reached
  await p.advance(seconds(30))
  frozen.wake()
  await ends
  const { rows } = await sql`select from publication_call`.execute(p.db)
  assert.deepEqual([rows.length, p.network.calls.length], [0, 0])
})

test('the response to a process that has lost its lane overrides a doubt and a scheduled retry', async (t) => {
  const p = await openPublishing(t)
  p.network.knowsKeys = false
  p.network.lagMs = hours(1)
  const target = await p.submit()
  const frozen = p.freezeAt('answered')
  const ends = p.engine({ probe: frozen.probe }).tick()
  await frozen.reached
  await p.advance(seconds(31))
  const heir = p.engine()
  await p.settle(heir)
  assert.equal((await p.row(target)).status, 'publishing', 'the successor waits until an absence counts')
  frozen.wake()
  await ends
  const row = await p.row(target)
  assert.deepEqual([row.status, row.remoteId], ['published', 'p1'])
  await p.settleFor(heir, minutes(5), seconds(30))
  assert.deepEqual(p.texts(), ['hello'])
})

test('the next process continues a thread after a part whose outcome became known late', async (t) => {
  const p = await openPublishing(t)
  p.network.knowsKeys = false
  p.network.lagMs = hours(1)
  const target = await p.submit({ text: 'one', thread: ['two'] })
  const frozen = p.freezeAt('answered')
  const ends = p.engine({ probe: frozen.probe }).tick()
  await frozen.reached
  await p.advance(seconds(31))
  const heir = p.engine()
  await p.settle(heir)
  frozen.wake()
  await ends
  await p.settle(heir)
  assert.deepEqual(p.texts(), ['one', 'two'])
  assert.equal((await p.row(target)).status, 'published')
})

/** Begins the due publications with an engine that dies at the first step. */
async function dieOnce(p: Publishing) {
  const frozen = p.freezeAt('before-poll')
  void p.engine({ probe: frozen.probe }).tick()
  await frozen.reached
  await p.advance(seconds(31))
}

test('a step that kills its process is retried with growing delays, and finally fails as an internal error', async (t) => {
  const p = await openPublishing(t, { uploads: true })
  const target = await p.submit()
  const waits: number[] = []
  let deaths = 0
  while ((await p.row(target)).status !== 'failed') {
    const frozen = p.freezeAt('before-poll')
    const ended = p.engine({ probe: frozen.probe }).tick()
    if (await Promise.race([frozen.reached.then(() => true), ended.then(() => false)])) {
      deaths += 1
      await p.advance(seconds(31))
      continue
    }
    const { nextAttemptAt } = await p.row(target)
    if (!nextAttemptAt) continue
    waits.push((nextAttemptAt.getTime() - p.now().getTime()) / 60_000)
    await p.advance(nextAttemptAt.getTime() - p.now().getTime())
  }
  const row = await p.row(target)
  assert.deepEqual([deaths, waits], [8, [0.5, 2, 10, 30, 120]])
  assert.deepEqual([row.status, row.errorCode, row.retryable], ['failed', 'internal', true])
  assert.deepEqual(p.network.calls, [])
})

test('six crashes of the whole service during a post do not make it fail, and its account’s other posts are published', async (t) => {
  const p = await openPublishing(t, { uploads: true })
  const target = await p.submit({ text: 'innocent' })
  for (let life = 0; life < 3; life++) await dieOnce(p)
  const engine = p.engine()
  await p.settle(engine)
  const waiting = await p.row(target)
  assert.deepEqual([waiting.status, waiting.attempts], ['queued', 0])
  assert.match(waiting.error ?? '', /Retrying later/)
  for (let life = 0; life < 3; life++) {
    await p.submit({ text: `other ${life}` })
    await dieOnce(p)
  }
  await p.settleFor(p.engine(), minutes(2), seconds(10))
  assert.deepEqual(p.texts().toSorted(), ['innocent', 'other 0', 'other 1', 'other 2'])
})

test('a takeover does not count as an attempt', async (t) => {
  const p = await openPublishing(t, { uploads: true })
  const target = await p.submit()
  await takeOverAt(p, 'before-poll')
  assert.deepEqual([(await p.row(target)).attempts, p.texts()], [1, ['hello']])
})

test('a post cancelled before the intent is not sent', async (t) => {
  const p = await openPublishing(t, { uploads: true })
  const target = await p.submit()
  const frozen = p.freezeAt('before-intent')
  const ends = p.engine({ probe: frozen.probe }).tick()
  await frozen.reached
  assert.deepEqual(await inTx(p.db, (tx) => cancel(tx, [target])), { cancelled: [target], inFlight: [] })
  frozen.wake()
  await ends
  assert.deepEqual(p.texts(), [])
  assert.equal((await p.row(target)).status, 'cancelled')
})

test('a post cancelled after the intent is published, and is reported as in flight', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit()
  const frozen = p.freezeAt('after-intent')
  const ends = p.engine({ probe: frozen.probe }).tick()
  await frozen.reached
  assert.deepEqual(await inTx(p.db, (tx) => cancel(tx, [target])), { cancelled: [], inFlight: [target] })
  frozen.wake()
  await ends
  assert.equal((await p.row(target)).status, 'published')
})

test('a post cancelled in flight without effect ends as cancelled immediately, and is not retried', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit()
  p.network.fail('post', { is: 'status', status: 429 })
  const frozen = p.freezeAt('after-intent')
  const engine = p.engine({ probe: frozen.probe })
  const ends = engine.tick()
  await frozen.reached
  await inTx(p.db, (tx) => cancel(tx, [target]))
  frozen.wake()
  await ends
  const { status, error, nextAttemptAt } = await p.row(target)
  assert.deepEqual([status, error, nextAttemptAt], ['cancelled', null, null])
  await p.settleFor(engine, minutes(10), minutes(5))
  assert.deepEqual([(await p.row(target)).status, p.texts()], ['cancelled', []])
})

test('a thread cancelled between two parts stops there', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit({ text: 'one', thread: ['two'] })
  const frozen = p.freezeAt('between-parts')
  const ends = p.engine({ probe: frozen.probe }).tick()
  await frozen.reached
  assert.deepEqual((await inTx(p.db, (tx) => cancel(tx, [target]))).inFlight, [target])
  frozen.wake()
  await ends
  const row = await p.row(target)
  assert.deepEqual([row.status, row.errorCode, p.texts()], ['published', 'thread_incomplete', ['one']])
})

test('if a cancellation and an intent are simultaneous, one wins, and both agree on which', async (t) => {
  const p = await openPublishing(t)
  for (let round = 0; round < 20; round++) {
    const target = await p.submit({ text: `round ${round}`, account: `account ${round}` })
    const frozen = p.freezeAt('before-intent')
    const ends = p.engine({ probe: frozen.probe }).tick()
    await frozen.reached
    const requested = inTx(p.db, (tx) => cancel(tx, [target]))
    frozen.wake()
    const [{ cancelled }] = await Promise.all([requested, ends])
    const isOut = p.texts().includes(`round ${round}`)
    assert.equal(isOut, cancelled.length === 0)
    assert.equal((await p.row(target)).status, isOut ? 'published' : 'cancelled')
  }
})

test('two engines share the due posts, and no post is published twice or out of order', async (t) => {
  const p = await openPublishing(t)
  p.network.knowsKeys = false
  const targets: string[] = []
  for (let no = 0; no < 90; no++) targets.push(await p.submit({ text: `${no}`, account: `account ${no % 15}` }))
  const engines = [p.engine(), p.engine()]
  for (let quiet = 0; quiet < 2; ) {
    const worked = await Promise.all(engines.map((engine) => engine.tick()))
    quiet = worked.some((count) => count > 0) ? 0 : quiet + 1
  }
  assert.equal(p.network.ledger.length, 90)
  for (let account = 0; account < 15; account++) {
    const order = p.network.ledger
      .filter((entry) => entry.account === `account ${account}`)
      .map(({ text }) => Number(text))
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    )
    assert.equal(order.length, 6)
  }
  for (const target of targets) assert.equal((await p.row(target)).status, 'published')
})

test('a lost lane’s calls are aborted, and a lane in use is kept for as long as its call takes', async (t) => {
  const p = await openPublishing(t)
  const never = Promise.withResolvers<void>()
  t.after(() => never.resolve())
  p.network.fail('post', { is: 'wait', for: never.promise, before: true })
  const target = await p.submit()
  const engine = p.engine({ beatEveryMs: 10 })
  engine.start()
  await until('the call is made', () => p.network.calls.length === 1)
  const leaseMs = async () => {
    const { rows } = await sql<{ leftMs: number }>`
      select extract(epoch from lease_until - ph.now()) * 1000 as "leftMs" from remote_account`.execute(p.db)
    return Number(rows[0]?.leftMs)
  }
  for (let beats = 0; beats < 3; beats++) {
    await p.advance(seconds(5))
    await until('the lease is extended', async () => (await leaseMs()) === 30_000)
  }
  await sql`update remote_account set fence = fence + 1, holder = 'someone else'`.execute(p.db)
  await until('the call is aborted', () => p.network.brokenOff === 1)
  await engine.stop()
  assert.equal((await p.row(target)).status, 'publishing', 'left to the holder of the lane')
})
