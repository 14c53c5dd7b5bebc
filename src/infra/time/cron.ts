import { sql } from 'kysely'
import { type Db, inTx } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Job, Queue } from '#infra/queue/index.ts'
import { before, type Clock, days, hours } from '#kernel/clock.ts'
import { cronFaults, isTimezone, latestRun, nextRun } from '#kernel/cron.ts'
import { createTicker, type Ticker } from './ticker.ts'

/** The data of the job of a planned run. */
export interface PlannedRun {
  /** The planned time as ISO 8601, in UTC. */
  readonly scheduledFor: string
}

/** A job and its schedule. */
export interface Cron {
  readonly name: string
  readonly schedule: string
  /** UTC when absent. */
  readonly timezone?: string
  readonly job: Job<PlannedRun>
}

/** The scheduler. A tick starts the runs that have become due since the last tick. */
export type Crons = Ticker

export interface CronsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly queue: Pick<Queue, 'enqueue'>
  readonly crons: readonly Cron[]
  readonly log: Log
}

const everyMs = 1_000
/** A run that was missed by more than this is skipped. */
const lateMaxMs = hours(24)
const keptMs = days(30)

/**
 * Starts planned runs. A planned run is a row, keyed by name and planned time and written together with its job: any
 * number of nodes may tick, and one of them starts it. Of the runs missed while no node ticked, only the latest is made
 * up for.
 */
export function createCrons({ db, clock, queue, crons, log }: CronsOptions): Crons {
  refuseUnusable(crons)
  const born = clock.now()
  let upcoming: Map<string, Date | null> | null = null
  const nextOf = (cron: Cron, from: Date) => nextRun(cron.schedule, cron.timezone ?? 'UTC', from)

  const readUpcoming = async (): Promise<Map<string, Date | null>> => {
    const { rows } = await sql<{ name: string; last: Date }>`
      select name, max(scheduled_for) as last from cron_run group by name`.execute(db)
    const lastByName = new Map(rows.map((row) => [row.name, row.last]))
    // A cron that never ran has missed no run: its schedule begins with this process.
    return new Map(crons.map((cron) => [cron.name, nextOf(cron, lastByName.get(cron.name) ?? born)]))
  }

  const run = async (cron: Cron, scheduledFor: Date): Promise<void> => {
    const first = await inTx(db, async (tx) => {
      const { numAffectedRows } = await sql`
        insert into cron_run (name, scheduled_for, started_at) values (${cron.name}, ${scheduledFor}, ph.now())
        on conflict do nothing`.execute(tx)
      if (!numAffectedRows) return false
      await sql`delete from cron_run where name = ${cron.name} and scheduled_for < ${before(scheduledFor, keptMs)}`.execute(
        tx,
      )
      await queue.enqueue(tx, cron.job, { scheduledFor: scheduledFor.toISOString() })
      return true
    })
    if (first) log.info({ event: 'cron.run_started', cron: cron.name, scheduledFor }, 'A planned run was started')
  }

  const look = async (): Promise<void> => {
    upcoming ??= await readUpcoming()
    const now = clock.now()
    for (const cron of crons) {
      const next = upcoming.get(cron.name)
      if (!next || next > now) continue
      const latest = latestRun(cron.schedule, cron.timezone ?? 'UTC', before(next, 1), now) ?? next
      if (now.getTime() - latest.getTime() < lateMaxMs) await run(cron, latest)
      else
        log.warn(
          { event: 'cron.run_skipped', cron: cron.name, scheduledFor: latest },
          'A planned run was missed by more than a day and is skipped',
        )
      upcoming.set(cron.name, nextOf(cron, now))
    }
  }

  return createTicker(everyMs, look, (error) =>
    log.warn({ event: 'cron.failed', err: error }, 'Planned runs could not be started; trying again'),
  )
}

function refuseUnusable(crons: readonly Cron[]): void {
  const faults = crons.flatMap(({ name, schedule, timezone }, at) => [
    ...cronFaults(schedule).map((fault) => `${name}: ${fault.message}`),
    ...(timezone === undefined || isTimezone(timezone)
      ? []
      : [`${name}: "${timezone}" is not an IANA time zone such as Europe/Berlin.`]),
    ...(crons.findIndex((cron) => cron.name === name) < at
      ? [`${name}: two crons have this name; each needs its own.`]
      : []),
  ])
  if (faults.length > 0) throw new Error(`The crons in app/jobs/crons.ts cannot be used:\n${faults.join('\n')}`)
}
