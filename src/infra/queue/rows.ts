import { sql } from 'kysely'
import { isLeased, type LaneKey } from '#infra/claim/index.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { storable } from '#kernel/text/storable.ts'
import type { Job } from './job.ts'

/** The statements on the job table, except those of the claim. */

export interface NewJob {
  readonly job: Job
  readonly data: object
  readonly runAt?: Date
  readonly key?: string
  readonly id?: string
}

export interface Depth {
  readonly job: string
  readonly ready: number
  readonly oldestReadyMs: number
  readonly failed: number
}

/** An attempt that has begun. */
export interface Attempt {
  readonly id: string
  readonly data: object
  /** 1 for the first attempt. */
  readonly attempt: number
  /** The reason why the previous attempt failed; null if it was interrupted. */
  readonly error: string | null
}

/**
 * Stores any mix of jobs with one statement, in the caller's transaction. If a job with the same key is already
 * waiting, it is updated instead of left unchanged. That locks the waiting row, so no worker can run it before the
 * caller's transaction is committed, and the job sees what the caller wrote.
 */
export async function insertJobs(tx: Tx, nextId: () => string, jobs: readonly NewJob[]): Promise<void> {
  const keyed = new Set<string>()
  const distinct = jobs.filter(({ job, key }) => {
    const isRepeated = key !== undefined && keyed.has(`${job.name} ${key}`)
    if (key !== undefined) keyed.add(`${job.name} ${key}`)
    return !isRepeated
  })
  if (distinct.length === 0) return
  const rows = distinct.map(({ job, data, runAt, key, id }) => ({
    id: id ?? nextId(),
    name: job.name,
    data,
    run_at: runAt,
    key,
  }))
  await sql`
    insert into job (id, name, data, key, due_at)
    select x.id, x.name, x.data, x.key, coalesce(x.run_at, ph.now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, name text, data jsonb, run_at timestamptz, key text)
    order by x.key nulls first, x.id
    on conflict (name, key) where key is not null and begun_at is null and due_at is not null
      do update set due_at = least(job.due_at, excluded.due_at)`.execute(tx)
}

const fenced = (lanes: readonly LaneKey[]) => sql`
  select j.id from job j
  join unnest(${lanes.map(({ id }) => id)}::uuid[], ${lanes.map(({ fence }) => fence)}::bigint[]) as x(id, fence)
    on j.id = x.id and j.fence = x.fence
  order by j.id for update of j`

/** Counts an attempt for each claimed job and returns it. A job that another worker has taken is omitted. */
export async function beginAttempts(db: Db, lanes: readonly LaneKey[]): Promise<ReadonlyMap<LaneKey, Attempt>> {
  const { rows } = await sql<Attempt>`
    with mine as (${fenced(lanes)})
    update job j set attempts = j.attempts + 1, begun_at = ph.now(), error = null
    from mine join job as before on before.id = mine.id where j.id = mine.id
    returning j.id, j.data, j.attempts as attempt, before.error`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return byLane(lanes, (lane) => byId.get(lane.id))
}

/**
 * Deletes finished jobs. Returns the lanes whose job was still ours. Only the fencing token is compared, so if a lease
 * expired while the database was unavailable, the job does not run twice unless another worker took it.
 */
export async function deleteJobs(db: Db, lanes: readonly LaneKey[]): Promise<ReadonlyMap<LaneKey, true>> {
  const { rows } = await sql<{ id: string }>`
    with mine as (${fenced(lanes)})
    delete from job j using mine where j.id = mine.id returning j.id`.execute(db)
  const ids = new Set(rows.map(({ id }) => id))
  return byLane(lanes, (lane) => (ids.has(lane.id) ? true : undefined))
}

const maxErrorChars = 4_000

/**
 * Stores a failed attempt and releases the job. Without a delay the job becomes a dead letter. Returns false if another
 * worker has taken the job. The error may quote a server.
 */
export async function failJob(db: Db, lane: LaneKey, error: string, retryInMs: number | null): Promise<boolean> {
  const delay = sql`ph.now() + ${retryInMs}::float8 * interval '1 ms'`
  const { numAffectedRows } = await sql`
    with mine as (${fenced([lane])})
    update job j set error = ${storable(error, maxErrorChars)}, due_at = ${delay}, lease_until = ph.now(), holder = null,
      failed_at = case when ${retryInMs}::float8 is null then ph.now() end
    from mine where j.id = mine.id`.execute(db)
  return numAffectedRows === 1n
}

/** Hands running jobs back as if they had not begun: stopping a process is not a failed attempt. */
export async function handBack(db: Db, lanes: readonly LaneKey[]): Promise<void> {
  await sql`
    with mine as (${fenced(lanes)})
    update job j set attempts = j.attempts - 1, due_at = ph.now(), lease_until = ph.now(), holder = null
    from mine where j.id = mine.id`.execute(db)
}

/** Postpones a job without counting anything, after its attempt could not be stored. */
export async function putOff(db: Db, lane: LaneKey, ms: number): Promise<void> {
  await sql`
    with mine as (${fenced([lane])})
    update job j set due_at = ph.now() + ${ms} * interval '1 ms' from mine where j.id = mine.id`.execute(db)
}

/** Moves jobs of kinds that this version does not know to the dead letters, so that none is lost unnoticed. */
export async function buryUnknown(db: Db, known: readonly string[], afterDays: number): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    update job set due_at = null, failed_at = ph.now(), lease_until = ph.now(), holder = null, fence = fence + 1,
      error = 'This version of Posthorn does not know the job.'
    where due_at < ph.now() - ${afterDays} * interval '1 day' and name <> all(${known}::text[]) returning name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Moves jobs that no process has taken for too long to the dead letters, and deletes old dead letters. */
export async function sweepJobs(db: Db, limits: { readonly waitDays: number; readonly deadDays: number }) {
  await sql`delete from job where failed_at < ph.now() - ${limits.deadDays} * interval '1 day'`.execute(db)
  await sql`
    update job j set due_at = null, failed_at = ph.now(), error = 'No worker took the job in time.'
    where j.due_at < ph.now() - ${limits.waitDays} * interval '1 day' and not ${isLeased('j')}`.execute(db)
}

/** Counts the jobs of each kind: those that may run now, and the dead letters. */
export async function readDepth(db: Db, names: readonly string[]): Promise<Depth[]> {
  const { rows } = await sql<Depth>`
    select x.name as job, count(j.id) filter (where j.due_at <= ph.now() and not ${isLeased('j')})::int as ready,
      coalesce(extract(epoch from ph.now() - min(j.due_at)
        filter (where j.due_at <= ph.now() and not ${isLeased('j')})) * 1000, 0)::float8 as "oldestReadyMs",
      count(j.failed_at)::int as failed
    from unnest(${names}::text[]) as x(name) left join job j on j.name = x.name
    group by x.name order by x.name`.execute(db)
  return rows
}

function byLane<Value>(
  lanes: readonly LaneKey[],
  find: (lane: LaneKey) => Value | undefined,
): ReadonlyMap<LaneKey, Value> {
  return new Map(
    lanes.flatMap((lane) => {
      const value = find(lane)
      return value === undefined ? [] : [[lane, value] as const]
    }),
  )
}
