import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, inTx } from '#infra/db/client.ts'
import { epoch, setTestClock } from '#test/harness/clock.ts'
import { addLanes, addTask, laneId, openLanes } from '#test/harness/lanes.ts'
import { dueOn, type Lane, watchClaims } from './index.ts'

const ids = (lanes: readonly Lane[]) => lanes.map((lane) => lane.id).sort()
const only = (lanes: readonly Lane[]): Lane => {
  assert.equal(lanes.length, 1)
  return lanes[0]!
}

test('a claim takes free lanes with due work, most overdue first, and no others', async (t) => {
  const { db, claim } = await openLanes(t)
  await addLanes(db, 4)
  await addTask(db, 1, 10)
  await addTask(db, 2, 30)
  await addTask(db, 3, -1)
  assert.deepEqual(ids(await claim.claim(db, { lanes: 1 })), [laneId(2)])
  assert.deepEqual(ids(await claim.claim(db, { lanes: 10 })), [laneId(1)])
  assert.deepEqual(await claim.claim(db, { lanes: 10 }), [])
})

test('rule a: a row that commits while its lane is being released is found by the next claim', async (t) => {
  const { db, elsewhere, claim } = await openLanes(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  const lane = only(await claim.claim(db, { lanes: 1 }))
  await sql`update task set due_at = null`.execute(db)
  await inTx(elsewhere, async (tx) => {
    await addTask(tx, 1)
    await claim.release(db, [lane])
    assert.deepEqual(await claim.claim(db, { lanes: 1 }), [])
  })
  assert.deepEqual(ids(await claim.claim(db, { lanes: 1 })), [laneId(1)])
})

test('rule b: 20,000 due rows of one leased lane do not starve the others', async (t) => {
  const { db, claim } = await openLanes(t, { group: 'network' })
  await addLanes(db, 3)
  await addTask(db, 1, 60)
  assert.deepEqual(ids(await claim.claim(db, { lanes: 5, room: { net: 5 } })), [laneId(1)])
  await sql`insert into task (lane_id, due_at)
    select ${laneId(1)}, ph.now() - interval '1 hour' from generate_series(1, 20000)`.execute(db)
  await addTask(db, 2)
  await addTask(db, 3)
  await sql`analyze task`.execute(db)
  assert.deepEqual(ids(await claim.claim(db, { lanes: 5, room: { net: 5 } })), [laneId(2), laneId(3)])
})

test('deep lanes: 20,000 due rows of a lane, leased or free, do not take a claim’s places from other lanes', async (t) => {
  const { db, claim, claimElsewhere } = await openLanes(t, { deep: true })
  await addLanes(db, 5)
  await sql`insert into task (lane_id, due_at)
    select ${laneId(1)}, ph.now() - interval '1 hour' from generate_series(1, 20000)`.execute(db)
  await addTask(db, 2, 10)
  await addTask(db, 3, 30)
  await addTask(db, 4, -1)
  assert.deepEqual(ids(await claim.claim(db, { lanes: 2 })), [laneId(1), laneId(3)])
  assert.deepEqual(ids(await claimElsewhere.claim(db, { lanes: 5 })), [laneId(2)])
  assert.deepEqual(await claim.claim(db, { lanes: 5 }), [])
  await sql`update lane set lease_until = '-infinity' where id in (${laneId(1)}, ${laneId(3)})`.execute(db)
  assert.deepEqual(ids(await claim.claim(db, { lanes: 3 })), [laneId(1), laneId(3)])
})

test('deep lanes: a lane’s due rows are read from its own index, even if another lane has nearly all due rows', async (t) => {
  const { db } = await openLanes(t)
  await sql`create index task_by_time on task (due_at) where due_at is not null`.execute(db)
  await addLanes(db, 50)
  // Rows ordered by time but not by lane, as when events arrive for all lanes.
  await sql`insert into task (lane_id, due_at)
    select case no % 7 when 0 then ${laneId(2)}::uuid when 3 then ${laneId(3)}::uuid else ${laneId(1)}::uuid end,
      ph.now() - interval '1 hour' + no * interval '1 ms' from generate_series(1, 20000) no`.execute(db)
  await sql`analyze task, lane`.execute(db)
  const { rows } = await sql<{ plan: string }>`explain select first.due_at from lane l cross join lateral (
    select d.due_at from task d where ${dueOn(sql`d.lane_id`, sql`d.due_at`, sql`l.id`)} and d.note is null
    order by d.lane_id, d.due_at limit l.fence) first`.execute(db)
  const plan = rows.flatMap(Object.values).join('\n')
  assert.match(plan, /Index Scan using task_lane_id_due_at_idx/)
  assert.doesNotMatch(plan, /task_by_time|Seq Scan on task/)
})

for (const deep of [false, true]) {
  test(`rule c: only work due and unclaimed for 5 s is reported${deep ? ', also on deep lanes' : ''}`, async (t) => {
    const { db, claim, advance } = await openLanes(t, { deep })
    const logged: object[] = []
    const log = { info() {}, warn() {}, error: (fields: object) => void logged.push(fields) }
    const watch = watchClaims({ db, claims: [claim], log })
    await addLanes(db, 2)
    await addTask(db, 1, 0)
    await advance(4_999)
    assert.deepEqual(await watch.look(), [])
    const lane = only(await claim.claim(db, { lanes: 1 }))
    await advance(10_000)
    assert.deepEqual(await watch.look(), [], 'leased')
    await claim.release(db, [lane])
    await advance(4_999)
    assert.deepEqual(await watch.look(), [], 'free for less than five seconds')
    await advance(1)
    assert.deepEqual(await watch.look(), ['task'])
    assert.deepEqual(logged, [
      {
        event: 'claim.overdue',
        due: 'task',
        lane: laneId(1),
        since: new Date(epoch.getTime() + 14_999),
        waitedMs: 5_000,
      },
    ])
  })
}

test('the fence grows with each claim', async (t) => {
  const { db, claim } = await openLanes(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  for (const fence of [1, 2, 3]) {
    const lane = only(await claim.claim(db, { lanes: 1 }))
    assert.equal(lane.fence, fence)
    await claim.release(db, [lane])
  }
})

test('a lane is taken over only after its lease ends', async (t) => {
  const { db, claim, claimElsewhere, advance } = await openLanes(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  const lane = only(await claim.claim(db, { lanes: 1 }))
  assert.deepEqual(lane.leaseUntil, new Date(epoch.getTime() + 30_000))
  await advance(29_999)
  assert.deepEqual(await claimElsewhere.claim(db, { lanes: 1 }), [])
  await advance(1)
  assert.equal(only(await claimElsewhere.claim(db, { lanes: 1 })).fence, 2)
})

test("a zombie's write under an old fence, or with too short a lease, affects nothing", async (t) => {
  const { db, claim, advance } = await openLanes(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  const write = async (lane: Lane, leastMs: number) => {
    const { numAffectedRows } = await sql`update task set note = 'written'
      where lane_id = ${lane.id} and ${claim.holds(lane, leastMs)}`.execute(db)
    return numAffectedRows
  }
  const zombie = only(await claim.claim(db, { lanes: 1 }))
  assert.equal(await write(zombie, 29_999), 1n)
  assert.equal(await write(zombie, 30_000), 0n)
  await advance(30_000)
  assert.equal(await write(zombie, 0), 0n, 'the lease has ended, although no worker took over')
  const heir = only(await claim.claim(db, { lanes: 1 }))
  assert.equal(await write(zombie, 0), 0n)
  assert.equal(await write(heir, 0), 1n)
  assert.equal(await inTx(db, (tx) => claim.stillHolds(tx, zombie)), false)
  assert.equal(await inTx(db, (tx) => claim.stillHolds(tx, heir)), true)
})

test('while a fenced write commits, no worker can take over the lane', async (t) => {
  const { db, elsewhere, claim, claimElsewhere, advance } = await openLanes(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  const lane = only(await claim.claim(db, { lanes: 1 }))
  await inTx(db, async (tx) => {
    assert.ok(await claim.stillHolds(tx, lane))
    await advance(60_000)
    assert.deepEqual(await claimElsewhere.claim(elsewhere, { lanes: 1 }), [])
  })
  assert.equal((await claimElsewhere.claim(elsewhere, { lanes: 1 })).length, 1)
})

test('a heartbeat extends valid leases and reports lost ones', async (t) => {
  const { db, claim, claimElsewhere, advance } = await openLanes(t)
  await addLanes(db, 3)
  await addTask(db, 1)
  await addTask(db, 2)
  const early = await claim.claim(db, { lanes: 2 })
  await advance(20_000)
  await addTask(db, 3, 0)
  const late = only(await claim.claim(db, { lanes: 1 }))
  await advance(10_000)
  const taken = only(await claimElsewhere.claim(db, { lanes: 1 }))
  const { kept, lost } = await claim.beat(db, [...early, late])
  assert.deepEqual([...kept], [laneId(3)])
  assert.deepEqual(lost.map((lane) => lane.id).sort(), [laneId(1), laneId(2)])
  await advance(29_999)
  assert.deepEqual(ids(await claimElsewhere.claim(db, { lanes: 5 })).includes(laneId(3)), false)
  assert.ok([laneId(1), laneId(2)].includes(taken.id))
  assert.deepEqual((await claim.beat(db, [])).lost, [])
})

test('a release returns a lane at once, unless another worker has taken it', async (t) => {
  const { db, claim, claimElsewhere, advance } = await openLanes(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  const first = only(await claim.claim(db, { lanes: 1 }))
  await claim.release(db, [first])
  const second = only(await claim.claim(db, { lanes: 1 }))
  await advance(30_000)
  const heir = only(await claimElsewhere.claim(db, { lanes: 1 }))
  await claim.release(db, [second])
  assert.ok((await claimElsewhere.beat(db, [heir])).kept.has(heir.id))
})

test('a heartbeat that waited for a release does not renew the released lease', async (t) => {
  const { db, elsewhere, claim, claimElsewhere, advance } = await openLanes(t)
  await addLanes(db, 1)
  await addTask(db, 1)
  const lane = only(await claim.claim(db, { lanes: 1 }))
  const { beating } = await inTx(elsewhere, async (tx) => {
    await setTestClock(tx, new Date(epoch.getTime() + 1))
    await claim.release(tx, [lane])
    // Returned in an object: a transaction would await a bare promise, and the beat waits for the transaction.
    const beating = claim.beat(db, [lane])
    while (!(await isWaitedFor(tx))) await pause(5)
    return { beating }
  })
  assert.deepEqual((await beating).lost, [lane])
  await advance(1)
  assert.equal(only(await claimElsewhere.claim(db, { lanes: 1 })).fence, 2)
})

const isWaitedFor = async (db: Db): Promise<boolean> =>
  (
    await sql<{ found: boolean }>`select exists (select from pg_stat_activity
      where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))) as found`.execute(db)
  ).rows[0]?.found ?? false

test('only a dead predecessor’s lanes are freed at once', async (t) => {
  const { db, claim, claimElsewhere } = await openLanes(t)
  await addLanes(db, 2)
  await addTask(db, 1, 2)
  await addTask(db, 2, 1)
  await claimElsewhere.claim(db, { lanes: 1 })
  const living = only(await claim.claim(db, { lanes: 1 }))
  assert.equal(await claim.releaseAllOf(db, 'elsewhere'), 1)
  assert.deepEqual(ids(await claim.claim(db, { lanes: 5 })), [laneId(1)])
  assert.ok((await claim.beat(db, [living])).kept.has(laneId(2)))
})

test('a parked lane is not claimed before its time', async (t) => {
  const { db, claim, advance } = await openLanes(t, { notBefore: ['parked_until'] })
  await addLanes(db, 1)
  await addTask(db, 1)
  await sql`update lane set parked_until = ph.now() + interval '1 minute'`.execute(db)
  await advance(59_999)
  assert.deepEqual(await claim.claim(db, { lanes: 1 }), [])
  assert.equal(await claim.overdue(db, 5_000), null)
  await advance(1)
  assert.equal((await claim.claim(db, { lanes: 1 })).length, 1)
})

test('each group has a separate number of places, and an omitted group is not claimed', async (t) => {
  const { db, claim } = await openLanes(t, { group: 'network' })
  await addLanes(db, 30)
  for (let lane = 1; lane <= 20; lane++) await addTask(db, lane, 60, 'hangs')
  for (let lane = 21; lane <= 30; lane++) await addTask(db, lane, 1, 'works')
  assert.deepEqual(ids(await claim.claim(db, { lanes: 50, room: { works: 2 } })).length, 2)
  assert.deepEqual(ids(await claim.claim(db, { lanes: 50, room: { works: 10, hangs: 1 } })).length, 9)
})

test('two concurrent claims never share a lane and together get all of them', async (t) => {
  const { db, elsewhere, claim, claimElsewhere } = await openLanes(t)
  const count = 200
  await addLanes(db, count)
  await sql`insert into task (lane_id, due_at) select id, ph.now() from lane, generate_series(1, 3)`.execute(db)
  const takeAll = async (source: Db, from: typeof claim) => {
    const taken: string[] = []
    for (let empty = 0; empty < 3; ) {
      const lanes = await from.claim(source, { lanes: 7 })
      taken.push(...lanes.map((lane) => lane.id))
      empty = lanes.length === 0 ? empty + 1 : 0
    }
    return taken
  }
  const taken = await Promise.all([
    takeAll(db, claim),
    takeAll(elsewhere, claimElsewhere),
    takeAll(db, claim),
    takeAll(elsewhere, claimElsewhere),
  ])
  const all = taken.flat()
  assert.equal(all.length, count)
  assert.equal(new Set(all).size, count)
})
