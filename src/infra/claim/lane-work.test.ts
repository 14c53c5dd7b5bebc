import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createDbGate } from '#infra/db/db-gate.ts'
import { addLanes, addTask, laneId, openLanes } from '#test/harness/lanes.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { until } from '#test/harness/queue.ts'
import type { HeldLane } from './held-lanes.ts'
import { createLaneWork, type LaneWork, type LaneWorkOptions, type Turn } from './lane-work.ts'

/** Creates lane work that clears due rows and records each lane and group; every option can be replaced. */
async function open(t: TestContext) {
  const works: LaneWork[] = []
  t.after(() => Promise.all(works.map((one) => one.stop())))
  const lanes = await openLanes(t, { group: 'network' })
  const { db, claim, clock } = lanes
  const logged: { readonly level: string; readonly message: string; readonly lane: unknown }[] = []
  const write = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, message, lane: (fields as { lane?: unknown }).lane })
  const turns: { readonly lane: string; readonly group: string }[] = []
  const done = async (lane: HeldLane, group: string): Promise<Turn> => {
    turns.push({ lane: lane.id, group })
    await sql`update task set due_at = null where lane_id = ${lane.id}`.execute(db)
    return { worked: 1, more: false }
  }
  const placesEach = 2
  const work = (more: Partial<LaneWorkOptions> = {}) => {
    const made = createLaneWork({
      db,
      clock,
      log: { info: write('info'), warn: write('warn'), error: write('error') },
      claim,
      dbGate: createDbGate(3),
      what: 'our lane',
      async *claimMore(busy) {
        for (const group of ['net', 'other']) {
          const places = placesEach - busy(group)
          if (places > 0) yield { group, lanes: await claim.claim(db, { lanes: places, room: { [group]: places } }) }
        }
      },
      turn: done,
      afterFault: async () => {},
      ...more,
    })
    works.push(made)
    return made
  }
  const holders = async () =>
    (await sql<{ holder: string | null }>`select holder from lane order by id`.execute(db)).rows.map(
      (row) => row.holder,
    )
  return { ...lanes, work, turns, done, logged, holders }
}

test('each claimed lane gets a turn and is then released', async (t) => {
  const { db, work, turns, holders } = await open(t)
  await addLanes(db, 2)
  await addTask(db, 1)
  await addTask(db, 2, 1, 'other')
  const one = work()
  assert.equal(await one.tick(), 2)
  assert.deepEqual(turns, [
    { lane: laneId(1), group: 'net' },
    { lane: laneId(2), group: 'other' },
  ])
  assert.deepEqual(await holders(), [null, null])
  assert.equal(one.lanes.size, 0)
  assert.equal(await one.tick(), 0)
})

test('a hanging group fills only its own places, which are freed when it continues', async (t) => {
  const hangs = Promise.withResolvers<void>()
  t.after(() => hangs.resolve())
  const { db, work, turns, done } = await open(t)
  await addLanes(db, 6)
  for (const lane of [1, 2, 3]) await addTask(db, lane, 60)
  for (const lane of [4, 5, 6]) await addTask(db, lane, 1, 'other')
  const groups = () => turns.map(({ group }) => group)
  const one = work({
    async turn(lane, group) {
      if (group === 'net') await hangs.promise
      return done(lane, group)
    },
  })
  one.start()
  await until('the others are done', () => turns.length === 3 && one.lanes.size === 2)
  assert.deepEqual(groups(), ['other', 'other', 'other'])
  hangs.resolve()
  await until('they too', () => turns.length === 6)
})

test('lanes claimed before a failed claim are processed and released', async (t) => {
  const { db, claim, work, turns, holders, logged } = await open(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  const one = work({
    async *claimMore() {
      yield { group: 'net', lanes: await claim.claim(db, { lanes: 1, room: { net: 1 } }) }
      throw new Error('the next lane cannot be claimed')
    },
  })
  one.start()
  await until('it had its turn and is free', async () => turns.length === 1 && (await holders())[0] === null)
  await until('it is notified', () => logged.some(({ message }) => message === 'Claim failed'))
})

test('a lane whose work fails with an internal error is parked before its release', async (t) => {
  const { db, work, holders, logged } = await open(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  const rested: (string | null)[] = []
  const one = work({
    turn: () => Promise.reject(new TypeError('a mistake')),
    afterFault: async () => void rested.push(...(await holders())),
  })
  assert.equal(await one.tick(), 0)
  assert.deepEqual(rested, ['here'])
  assert.deepEqual(await holders(), [null])
  assert.deepEqual(logged, [{ level: 'error', message: 'Work on our lane was interrupted', lane: laneId(1) }])
})

test('a lane that cannot be parked is released anyway', async (t) => {
  const { db, work, holders, logged } = await open(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  const fails = () => Promise.reject(new TypeError('a mistake'))
  await work({ turn: fails, afterFault: fails }).tick()
  assert.deepEqual(await holders(), [null])
  assert.deepEqual(
    logged.map(({ message }) => message),
    ['Work on our lane was interrupted', 'Lane could not be parked'],
  )
})

test('an unavailable database does not cause a lane to be parked', async (t) => {
  const { db, work, logged } = await open(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  const one = work({
    turn: () => Promise.reject(new Error('Connection terminated')),
    afterFault: () => Promise.reject(new Error('it rests')),
  })
  await one.tick()
  assert.deepEqual(
    logged.map(({ level }) => level),
    ['warn'],
  )
})

test('leases are renewed during work, and work on a lost lane is aborted', async (t) => {
  const goes = Promise.withResolvers<void>()
  t.after(() => goes.resolve())
  const { db, work, done, claimElsewhere, advance } = await open(t)
  await addLanes(db, 2)
  await addTask(db, 1)
  await addTask(db, 2)
  const held: HeldLane[] = []
  let beats = 0
  const one = work({
    beatEveryMs: 10,
    beforeBeat() {
      beats += 1
    },
    async turn(lane, group) {
      held.push(lane)
      await goes.promise
      return done(lane, group)
    },
  })
  one.start()
  await until('both are at work', () => held.length === 2)
  const prolonged = async () => {
    const before = beats
    await until('a full beat interval has passed', () => beats > before + 1)
  }
  await advance(20_000)
  await prolonged()
  await advance(20_000)
  await prolonged()
  assert.deepEqual(await claimElsewhere.claim(db, { lanes: 2, room: { net: 2 } }), [], 'both are ours after 40 s')
  await sql`update lane set fence = fence + 1, holder = 'elsewhere' where id = ${laneId(1)}`.execute(db)
  const [lost, kept] = held[0]!.id === laneId(1) ? [held[0]!, held[1]!] : [held[1]!, held[0]!]
  await until('it is notified', () => lost.isLost() && lost.signal.aborted)
  assert.equal(kept.isLost(), false)
})

test('work on a lost and reclaimed lane is aborted before the new work begins', async (t) => {
  const goes = Promise.withResolvers<void>()
  t.after(() => goes.resolve())
  const { db, work, done, advance } = await open(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  const held: HeldLane[] = []
  const one = work({
    async turn(lane, group) {
      held.push(lane)
      if (held.length === 1) await goes.promise
      return done(lane, group)
    },
  })
  const first = one.tick()
  await until('it is at work', () => held.length === 1)
  // No beat renewed the lease, as when the database was unavailable.
  await advance(31_000)
  await one.tick()
  assert.deepEqual(
    held.map((lane) => [lane.id, lane.fence]),
    [1, 2].map((fence) => [laneId(1), fence]),
  )
  assert.equal(held[0]?.isLost(), true)
  assert.equal(held[1]?.isLost(), false)
  goes.resolve()
  await first
})

test('neither a wake-up nor a turn with remaining work waits for a poll', async (t) => {
  const { db, work, turns, holders } = await open(t)
  await addLanes(db, 1)
  let rounds = 0
  let left = 40
  const one = work({
    async *claimMore() {
      rounds += 1
      yield { group: 'net', lanes: left > 0 ? [lane()] : [] }
    },
    async turn(given, group) {
      // The loop begins to wait during this query.
      await holders()
      turns.push({ lane: given.id, group })
      left -= 1
      return { worked: 1, more: left > 0 }
    },
  })
  const lane = () => ({ id: laneId(1), fence: turns.length, group: null, leaseUntil: new Date(0) })
  const started = performance.now()
  one.start()
  await until('all of it is done', () => left === 0)
  for (let kicks = 1; kicks <= 40; kicks++) {
    const before = rounds
    one.kick()
    await until(`round ${kicks} has begun`, () => rounds > before)
  }
  assert.ok(performance.now() - started < patienceMs(40 * 100), 'with polls alone, each takes longer')
})

test('a stop starts no more work and waits for running work, which is aborted after the grace period', async (t) => {
  const { db, work, holders, turns } = await open(t)
  await addLanes(db, 2)
  await addTask(db, 1)
  const order: string[] = []
  const one = work({
    graceMs: 20,
    whenStopping: async () => {
      order.push(`stopping ${one.isStopping()}`)
      await addTask(db, 2)
    },
    turn: (lane, group) =>
      new Promise((resolve) => {
        turns.push({ lane: lane.id, group })
        lane.signal.addEventListener('abort', () => {
          order.push('broken off')
          resolve({ worked: 0, more: true })
        })
      }),
  })
  one.start()
  await until('it is at work', () => turns.length === 1)
  await one.stop()
  assert.deepEqual(order, ['stopping true', 'broken off'])
  assert.deepEqual([turns.length, await holders()], [1, [null, null]])
})
