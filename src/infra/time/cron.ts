import { type Db, inTx } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Queue } from '#infra/queue/index.ts'
import { after, before, type Clock, hours } from '#kernel/clock.ts'
import { cronFaults, latestRun, nextRun } from '#kernel/cron/cron.ts'
import { isTimezone } from '#kernel/local-time.ts'
import { type Start, startRuns } from './cron-runs.ts'
import { type CronConfig, readCronConfigs, readLatestRuns } from './cron-store.ts'
import type { Cron } from './planned-run.ts'
import { createTicker, type Ticker } from './ticker.ts'

/** The scheduler. A tick starts the runs that have become due since the last tick. */
type Crons = Ticker

interface CronsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly queue: Pick<Queue, 'enqueueMany'>
  readonly crons: readonly Cron[]
  readonly log: Log
}

/** A cron with its current settings and next run; null while it is turned off. */
interface Plan {
  readonly settings: string
  readonly schedule: string
  readonly next: Date | null
}

const everyMs = 1_000
/** The interval at which an operator's changes are read while no run is due. */
const readEveryMs = 10_000
/** A run that was missed by more than this is skipped. */
const lateMaxMs = hours(24)

/**
 * Starts scheduled runs. A scheduled run is a row, keyed by name and scheduled time and written together with its job:
 * any number of nodes may tick, and only one of them starts it. Of the runs missed while no node ticked, only the
 * latest is made up for. An operator's changes take effect within seconds.
 */
export function createCrons({ db, clock, queue, crons, log }: CronsOptions): Crons {
  refuseUnusable(crons)
  let born = clock.now()
  const plans = new Map<string, Plan>()
  let latest: ReadonlyMap<string, Date> | null = null
  let readAt = new Date(0)

  /** Reschedules everything after the clock was set back, because the scheduled times are now far away. */
  const forgetPlans = (now: Date): void => {
    plans.clear()
    latest = null
    readAt = new Date(0)
    born = now
  }

  /** Schedules a cron that is not scheduled yet, or that an operator has changed. */
  const planOf = (cron: Cron, config: CronConfig | undefined, last: Date | undefined, now: Date): Plan => {
    const schedule = config?.schedule ?? cron.schedule
    const settings = JSON.stringify([schedule, config?.enabled, config?.updatedAt])
    const known = plans.get(cron.name)
    if (known?.settings === settings) return known
    // A cron that has never run has not missed a run: its schedule begins with this process, and a changed schedule
    // with the change.
    const from = last ?? born
    const begins = config && config.updatedAt > from && config.updatedAt <= now ? config.updatedAt : from
    const next = (config?.enabled ?? true) ? nextRun(schedule, cron.timezone ?? 'UTC', begins) : null
    return { settings, schedule, next }
  }

  /** Starts runs that are due, in one transaction, because many crons are scheduled for the same minute. */
  const start = async (due: readonly Start[]): Promise<void> => {
    if (due.length === 0) return
    for (const { cron, scheduledFor } of await inTx(db, (tx) => startRuns(queue, tx, due)))
      log.info({ event: 'cron.run_started', cron: cron.name, scheduledFor }, 'Scheduled run was started')
  }

  const look = async (): Promise<void> => {
    const now = clock.now()
    if (now < readAt) forgetPlans(now)
    const isDue = [...plans.values()].some(({ next }) => next !== null && next <= now)
    if (!isDue && now < after(readAt, readEveryMs)) return
    latest ??= await readLatestRuns(db)
    const configs = await readCronConfigs(db)
    readAt = now
    const due: Start[] = []
    const nextPlans: [string, Plan][] = []
    for (const cron of crons) {
      const plan = planOf(cron, configs.get(cron.name), latest.get(cron.name), now)
      plans.set(cron.name, plan)
      if (!plan.next || plan.next > now) continue
      const timezone = cron.timezone ?? 'UTC'
      const scheduledFor = latestRun(plan.schedule, timezone, before(plan.next, 1), now) ?? plan.next
      if (now.getTime() - scheduledFor.getTime() < lateMaxMs) due.push({ cron, scheduledFor })
      else
        log.warn(
          { event: 'cron.run_skipped', cron: cron.name, scheduledFor },
          'Scheduled run was missed by more than a day and is skipped',
        )
      nextPlans.push([cron.name, { ...plan, next: nextRun(plan.schedule, timezone, now) }])
    }
    await start(due)
    // Only now, so that runs whose transaction fails are due again at the next check.
    for (const [name, plan] of nextPlans) plans.set(name, plan)
  }

  return createTicker(everyMs, look, (error) =>
    log.warn({ event: 'cron.failed', err: error }, 'Scheduled runs could not be started and will be retried'),
  )
}

function refuseUnusable(crons: readonly Cron[]): void {
  const faults = crons.flatMap(({ name, schedule, timezone }, at) => [
    ...cronFaults(schedule).map((fault) => `${name}: ${fault.message}`),
    ...(timezone === undefined || isTimezone(timezone)
      ? []
      : [`${name}: "${timezone}" is not an IANA time zone such as Europe/Berlin.`]),
    ...(crons.findIndex((cron) => cron.name === name) < at
      ? [`${name}: two crons have this name; names must be unique.`]
      : []),
  ])
  if (faults.length > 0) throw new Error(`The crons in app/jobs/crons.ts cannot be used:\n${faults.join('\n')}`)
}
