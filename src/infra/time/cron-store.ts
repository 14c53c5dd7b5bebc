import { sql } from 'kysely'
import { isLeased } from '#infra/claim/index.ts'
import type { Db, Tx } from '#infra/db/client.ts'

/** The settings of a cron that an operator has changed. */
export interface CronConfig {
  readonly name: string
  /** Null for the built-in schedule. */
  readonly schedule: string | null
  readonly enabled: boolean
  readonly updatedAt: Date
  readonly updatedBy: string | null
}

/**
 * The state of a scheduled run. `died`: its process ended while it was running; another process retries it unless that
 * has happened too often.
 */
type RunState = 'waiting' | 'running' | 'retrying' | 'done' | 'failed' | 'died'

export interface CronRun {
  readonly name: string
  readonly scheduledFor: Date
  readonly state: RunState
  readonly begunAt: Date | null
  readonly finishedAt: Date | null
  readonly attempts: number
  readonly error: string | null
  readonly byUid: string | null
}

export async function readCronConfigs(db: Db): Promise<ReadonlyMap<string, CronConfig>> {
  const rows = await db.selectFrom('cronConfig').selectAll('cronConfig').execute()
  return new Map(rows.map((row) => [row.name, row]))
}

export async function upsertCronConfig(tx: Tx, config: CronConfig): Promise<void> {
  await sql`
    insert into cron_config (name, schedule, enabled, updated_at, updated_by)
    values (${config.name}, ${config.schedule}, ${config.enabled}, ${config.updatedAt}, ${config.updatedBy})
    on conflict (name) do update set schedule = excluded.schedule, enabled = excluded.enabled,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(tx)
}

/**
 * Returns the time of each cron's latest run. Runs that are later than now were started before a clock was set back.
 */
export async function readLatestRuns(db: Db): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ name: string; last: Date }>`
    select name, max(scheduled_for) as last from cron_run where scheduled_for <= ph.now() group by name`.execute(db)
  return new Map(rows.map((row) => [row.name, row.last]))
}

interface NewRun {
  readonly name: string
  readonly scheduledFor: Date
  readonly jobId: string
  readonly byUid: string | null
}

/**
 * Inserts runs and returns the IDs of their jobs, without those that another process has already inserted. A run whose
 * start is in the future is from before the clock was set back, and runs again.
 */
export async function insertRuns(tx: Tx, runs: readonly NewRun[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ jobId: string }>`
    insert into cron_run (name, scheduled_for, started_at, job_id, by_uid)
    select x."name", x."scheduledFor", ph.now(), x."jobId", x."byUid"
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb)
      as x("name" text, "scheduledFor" timestamptz, "jobId" uuid, "byUid" uuid)
    order by x."name"
    on conflict (name, scheduled_for) do update set started_at = excluded.started_at, job_id = excluded.job_id,
      by_uid = excluded.by_uid, begun_at = null, finished_at = null, attempts = 0, outcome = null, error = null
      where cron_run.started_at > ph.now() + interval '2 seconds'
    returning job_id`.execute(tx)
  return new Set(rows.map(({ jobId }) => jobId))
}

export async function deleteOldRuns(tx: Tx, names: readonly string[], before: Date): Promise<void> {
  await sql`delete from cron_run where name = any(${[...names]}) and scheduled_for < ${before}`.execute(tx)
}

interface RunKey {
  readonly cron: string
  readonly scheduledFor: string
}

export async function recordBegin(db: Db, { cron, scheduledFor }: RunKey, attempt: number): Promise<void> {
  await sql`update cron_run set begun_at = coalesce(begun_at, ph.now()), attempts = ${attempt}, error = null
    where name = ${cron} and scheduled_for = ${scheduledFor}::timestamptz`.execute(db)
}

/** Records the end of an attempt. `outcome` is null if the run will be retried. */
export async function recordEnd(
  db: Db,
  { cron, scheduledFor }: RunKey,
  { outcome, error }: { readonly outcome: 'done' | 'failed' | null; readonly error: string | null },
): Promise<void> {
  await sql`update cron_run set outcome = ${outcome}, error = ${error},
      finished_at = case when ${outcome}::text is not null then ph.now() end
    where name = ${cron} and scheduled_for = ${scheduledFor}::timestamptz`.execute(db)
}

/**
 * Lists the latest runs of each cron, newest first. The state of a run without an outcome is derived from its job: no
 * worker holds a job whose process died.
 */
export async function listRuns(db: Db, names: readonly string[], most: number): Promise<readonly CronRun[]> {
  const { rows } = await sql<CronRun>`
    select r.name, r.scheduled_for, r.begun_at, r.finished_at, r.attempts, r.error, r.by_uid,
      case when r.outcome is not null then r.outcome
        when j.id is null or j.failed_at is not null then 'died'
        when r.error is not null then 'retrying'
        when ${isLeased('j')} and r.begun_at is not null then 'running'
        when r.begun_at is null then 'waiting'
        else 'died' end as state
    from unnest(${[...names]}::text[]) as n(name)
    cross join lateral (
      select * from cron_run c where c.name = n.name order by c.scheduled_for desc limit ${most}) r
    left join job j on j.id = r.job_id
    order by r.name, r.scheduled_for desc`.execute(db)
  return rows
}
