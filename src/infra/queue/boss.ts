import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Log } from '#infra/log/log.ts'
import type { Clock } from '#kernel/clock.ts'
import type { QueueSettings } from './settings.ts'

const schema = 'jobs'

export interface BossOptions {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly log: Log
  /**
   * The supervisor fails the jobs of dead workers and deletes finished ones. One process is enough; more do no harm.
   */
  readonly supervise: boolean
  readonly migrate: boolean
}

export function openBoss({ pool, clock, log, supervise, migrate }: BossOptions): PgBoss {
  const boss = new PgBoss({
    schema,
    supervise,
    migrate,
    schedule: false,
    // The defaults keep finished jobs for a week, look for dead workers once a minute, and look every five seconds for
    // flows, which Posthorn does not use.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    maintenanceIntervalSeconds: 60,
    flowIntervalSeconds: 3_600,
    db: { executeSql: (text, values) => pool.query(text, values ? [...values] : undefined) },
    clock: {
      now: () => clock.now().getTime(),
      // The housekeeping must not keep a process alive.
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

/** Creates or updates the queues that the jobs need. */
export async function createQueues(boss: PgBoss, wanted: readonly QueueSettings[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const { name, ...options } of wanted) {
    if (existing.has(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
}

/**
 * Returns the ids of the jobs that a statement changed, whose attempt was still ours. pg-boss returns them, though its
 * types do not say so.
 */
export function settledIds(response: object): readonly string[] {
  return (response as { settled?: readonly string[] }).settled ?? []
}
