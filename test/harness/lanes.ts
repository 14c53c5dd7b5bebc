import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { createClaim } from '#infra/claim/index.ts'
import { type Db, openDb, openPool } from '#infra/db/client.ts'
import { epoch, setTestClock } from './clock.ts'
import { openTestDatabase } from './database.ts'

/** Opens lanes and due rows for a test, with two connections that claim from them. */
export async function openLanes(
  t: TestContext,
  options: { group?: string; notBefore?: readonly string[]; deep?: boolean } = {},
) {
  const database = await openTestDatabase()
  const { db, connection } = database
  const elsewhere = openDb(openPool(connection, { name: 'elsewhere', max: 4, statementTimeoutMs: 10_000 }, () => {}))
  t.after(async () => {
    await elsewhere.destroy()
    await database[Symbol.asyncDispose]()
  })
  await sql`create table lane (id uuid primary key, lease_until timestamptz not null default '-infinity',
    holder text, fence bigint not null default 0, parked_until timestamptz not null default '-infinity')`.execute(db)
  await sql`create table task (id int primary key generated always as identity, lane_id uuid not null references lane,
    network text not null default 'net', due_at timestamptz, note text)`.execute(db)
  await sql`create index on task (network, due_at) where due_at is not null`.execute(db)
  await sql`create index on task (lane_id, due_at) where due_at is not null`.execute(db)
  const shared = {
    lanes: { table: 'lane', ...(options.notBefore ? { notBefore: options.notBefore } : {}) },
    due: {
      table: 'task',
      lane: 'lane_id',
      dueAt: 'due_at',
      ...(options.group ? { group: options.group } : {}),
      ...(options.deep ? { deep: true } : {}),
    },
  }
  const claim = createClaim({ ...shared, holder: 'here' })
  const claimElsewhere = createClaim({ ...shared, holder: 'elsewhere' })
  let at = epoch
  const clock = { now: () => at }
  const advance = async (ms: number) => {
    at = new Date(at.getTime() + ms)
    await setTestClock(db, at)
  }
  return { db, elsewhere, claim, claimElsewhere, clock, advance }
}

export const laneId = (no: number) => `00000000-0000-7000-8000-${String(no).padStart(12, '0')}`

export async function addLanes(db: Db, count: number): Promise<void> {
  await sql`insert into lane (id) select ('00000000-0000-7000-8000-' || lpad(no::text, 12, '0'))::uuid
    from generate_series(1, ${count}) no`.execute(db)
}

/** Adds a task that was due this many seconds ago. */
export async function addTask(db: Db, lane: number, agoSeconds = 1, network = 'net'): Promise<void> {
  await sql`insert into task (lane_id, due_at, network)
    values (${laneId(lane)}, ph.now() - ${agoSeconds} * interval '1 s', ${network})`.execute(db)
}
