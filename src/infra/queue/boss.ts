import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from './job.ts'
import type { QueueSettings } from './settings.ts'

const schema = 'jobs'

export interface BossOptions {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly log: Log
  /** The supervisor fails jobs of dead workers and sweeps finished ones away; one process is enough, more do no harm. */
  readonly supervise: boolean
  readonly migrate: boolean
}

export function openBoss({ pool, clock, log, supervise, migrate }: BossOptions): PgBoss {
  const boss = new PgBoss({
    schema,
    supervise,
    migrate,
    schedule: false,
    // The defaults keep finished jobs for a week, look for dead workers once a minute, and for flows, which are not
    // used, every five seconds.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    maintenanceIntervalSeconds: 60,
    flowIntervalSeconds: 3_600,
    db: { executeSql: (text, values) => pool.query(text, values ? [...values] : undefined) },
    clock: {
      now: () => clock.now().getTime(),
      // Its housekeeping must not keep a process alive.
      setTimeout: (work, ms) => setTimeout(work, ms).unref(),
      clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
      setInterval: (work, ms) => setInterval(work, ms).unref(),
      clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
    },
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue could not do its housekeeping'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
  return boss
}

/** Makes the queues what the jobs say. */
export async function createQueues(boss: PgBoss, wanted: readonly QueueSettings[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const { name, ...options } of wanted) {
    if (existing.has(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
}

/** The jobs that a statement has reached, i.e. whose try was still ours. pg-boss tells, though its types do not. */
export function settledIds(response: object): readonly string[] {
  return (response as { settled?: readonly string[] }).settled ?? []
}
