import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { deadLetters, type Job } from './job.ts'
import { type QueueSettings, schemaVersion } from './settings.ts'

/**
 * Our own statements on pg-boss's tables, where its interface would need one for each kind of job: storing a mixed
 * batch, finding the kinds that have work, counting. They rely on the layout of the pinned version, which tests check.
 */

export interface NewJob {
  readonly job: Job
  readonly data: object
  readonly runAt?: Date
  readonly key?: string
}

export interface Depth {
  readonly job: string
  readonly ready: number
  readonly oldestReadyMs: number
  readonly failed: number
}

/**
 * Stores any mix of kinds with one statement, in the caller's transaction. A keyed job that meets a waiting one under
 * its key updates it instead of doing nothing. That locks the waiting row, so no worker can run it before the caller's
 * transaction is committed, and the job sees what the caller wrote.
 */
export async function insertJobs(tx: Tx, nextId: () => string, jobs: readonly NewJob[]): Promise<void> {
  const keyed = new Set<string>()
  const distinct = jobs.filter(({ job, key }) => {
    const seen = key !== undefined && keyed.has(`${job.name} ${key}`)
    if (key !== undefined) keyed.add(`${job.name} ${key}`)
    return !seen
  })
  if (distinct.length === 0) return
  const rows = distinct.map(({ job, data, runAt, key }) => ({ id: nextId(), name: job.name, data, run_at: runAt, key }))
  const { rows: stored } = await sql<{ name: string }>`
    insert into jobs.job_common (id, name, data, start_after, created_on, keep_until, singleton_key, policy,
      expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, dead_letter, heartbeat_seconds)
    select x.id, q.name, x.data, coalesce(x.run_at, jobs.job_now()), jobs.job_now(),
      coalesce(x.run_at, jobs.job_now()) + q.retention_seconds * interval '1 s', x.key,
      case when x.key is null then q.policy else 'short' end, q.expire_seconds,
      q.deletion_seconds, q.retry_limit, q.retry_delay, false, q.dead_letter, q.heartbeat_seconds
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id uuid, name text, data jsonb, run_at timestamptz, key text)
    join jobs.queue q on q.name = x.name
    order by x.key nulls first, x.id
    on conflict (name, coalesce(singleton_key, '')) where state = 'created' and policy = 'short'
      do update set start_after = least(job_common.start_after, excluded.start_after)
    returning name`.execute(tx)
  if (stored.length < distinct.length) {
    const known = new Set(stored.map((row) => row.name))
    const unknown = distinct.find(({ job }) => !known.has(job.name))?.job.name
    throw new Error(`The job ${unknown} is not installed; add it to the list in app/jobs.ts and migrate.`)
  }
}

/** Returns the kinds that have a job ready to run. One statement, however many kinds there are. */
export async function readyNames(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select q.name from unnest(${names}::text[]) as q(name)
    where exists (select from jobs.job_common j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= jobs.job_now())`.execute(db)
  return rows.map((row) => row.name)
}

/**
 * Sets the wait before the next attempt. Call it before the attempt is failed, so that no worker can take the job in
 * between.
 */
export async function setRetryDelay(db: Db, name: string, attempt: Attempt, delaySeconds: number): Promise<void> {
  await sql`update jobs.job_common set retry_delay = ${delaySeconds}
    where name = ${name} and id = ${attempt.id} and retry_count = ${attempt.retryCount} and state = 'active'`.execute(
    db,
  )
}

export interface Attempt {
  readonly id: string
  readonly retryCount: number
}

/** Hands running jobs back as if they had not begun: stopping a process is no failed attempt. */
export async function handBack(db: Db, attempts: readonly Attempt[]): Promise<void> {
  await sql`update jobs.job_common j set state = 'retry', started_on = null, heartbeat_on = null,
      start_after = jobs.job_now()
    from unnest(${attempts.map((a) => a.id)}::uuid[], ${attempts.map((a) => a.retryCount)}::int[]) as x(id, retry_count)
    where j.id = x.id and j.retry_count = x.retry_count and j.state = 'active'`.execute(db)
}

export async function installedNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from jobs.queue where name <> ${deadLetters} and name not like '\\_\\_%' order by name`.execute(db)
  return rows.map((row) => row.name)
}

/** True when the schema and the queues are already as wanted, as at every start except the first after an upgrade. */
export async function isInstalled(db: Db, wanted: readonly QueueSettings[]): Promise<boolean> {
  const { rows: there } = await sql<{ there: boolean }>`
    select to_regclass('jobs.version') is not null as there`.execute(db)
  if (!there[0]?.there) return false
  const { rows } = await sql<{ version: number; same: boolean }>`
    with wanted as (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(name text,
      "retryLimit" int, "expireInSeconds" int, "heartbeatSeconds" int, "retentionSeconds" int, "deleteAfterSeconds" int))
    select version, not exists (
      select from wanted w full join (select * from jobs.queue where name not like '\\_\\_%') q on q.name = w.name
      where w.name is null or q.name is null or q.retention_seconds <> w."retentionSeconds"
        or q.deletion_seconds <> w."deleteAfterSeconds" or q.retry_limit <> w."retryLimit"
        or q.expire_seconds <> w."expireInSeconds" or q.heartbeat_seconds is distinct from w."heartbeatSeconds") as same
    from jobs.version`.execute(db)
  return rows[0]?.version === schemaVersion && rows[0].same
}

/** Moves jobs of a kind that this version no longer knows to the dead letters, so that none is lost unseen. */
export async function buryJobs(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with old as (delete from jobs.job_common where name = ${name} returning *)
    insert into jobs.job_common (name, data, start_after, created_on, keep_until, retry_limit, expire_seconds,
      deletion_seconds, source_name, source_id, source_created_on, source_retry_count, source_output)
    select q.name, old.data, jobs.job_now(), jobs.job_now(), jobs.job_now() + q.retention_seconds * interval '1 s',
      q.retry_limit, q.expire_seconds, q.deletion_seconds, old.name, old.id, old.created_on, old.retry_count,
      '{"message": "this version of Posthorn no longer knows the job"}'
    from old join jobs.queue q on q.name = ${deadLetters} where old.state < 'completed'
    returning id`.execute(db)
  return rows.length
}

export async function readDepth(db: Db): Promise<Depth[]> {
  const { rows } = await sql<Depth>`
    select q.name as job, coalesce(w.ready, 0) as ready, coalesce(w.oldest_ms, 0)::float8 as "oldestReadyMs",
      coalesce(d.failed, 0) as failed
    from jobs.queue q
    left join (select name, count(*)::int as ready,
        extract(epoch from jobs.job_now() - min(greatest(start_after, created_on))) * 1000 as oldest_ms
      from jobs.job_common where state < 'active' and start_after <= jobs.job_now() group by name) w on w.name = q.name
    left join (select source_name, count(*)::int as failed
      from jobs.job_common where name = ${deadLetters} group by source_name) d on d.source_name = q.name
    where q.name <> ${deadLetters} and q.name not like '\\_\\_%'
    order by q.name`.execute(db)
  return rows
}
