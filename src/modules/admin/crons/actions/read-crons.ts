import { type CronConfig, type CronRun, listRuns, readCronConfigs } from '#infra/time/cron-store.ts'
import type { Cron } from '#infra/time/planned-run.ts'
import { before, days, minutes } from '#kernel/clock.ts'
import { latestRun, nextRuns } from '#kernel/cron/cron.ts'
import type { UserId } from '#kernel/ids.ts'
import type { CronDeps } from '../deps.ts'

const shownRuns = 20
/** A run that no process has started after this long counts as missed. */
const missedAfterMs = minutes(2)

/** Lists the crons with their schedules, and when they run next. */
export async function readConfigs({ db, clock, crons }: CronDeps) {
  const configs = await readCronConfigs(db)
  const now = clock.now()
  return { configs: crons.map((cron) => presentConfig(cron, configs.get(cron.name), now)) }
}

export function presentConfig(cron: Cron, config: CronConfig | undefined, now: Date) {
  const { schedule, enabled, timezone } = settingsOf(cron, config)
  return {
    name: cron.name,
    schedule,
    builtInSchedule: cron.schedule,
    timezone,
    enabled,
    nextRuns: enabled ? nextRuns(schedule, timezone, now, 5) : [],
    updatedAt: config?.updatedAt ?? null,
    updatedByUid: (config?.updatedBy ?? null) as UserId | null,
  }
}

/** Returns the effective settings: an operator's, or else the built-in ones. */
export const settingsOf = (cron: Cron, config: Pick<CronConfig, 'schedule' | 'enabled'> | undefined) => ({
  schedule: config?.schedule ?? cron.schedule,
  enabled: config?.enabled ?? true,
  timezone: cron.timezone ?? 'UTC',
})

/** Lists the crons with their last runs, and those that should have run but did not. */
export async function readStatus({ db, clock, crons }: Pick<CronDeps, 'db' | 'clock' | 'crons'>) {
  const [configs, runs] = await Promise.all([
    readCronConfigs(db),
    listRuns(
      db,
      crons.map(({ name }) => name),
      shownRuns,
    ),
  ])
  const now = clock.now()
  const runsOf = Map.groupBy(runs, ({ name }) => name)
  return {
    crons: crons.map((cron) => {
      const config = configs.get(cron.name)
      const { schedule, enabled, timezone } = settingsOf(cron, config)
      const own = runsOf.get(cron.name) ?? []
      return {
        name: cron.name,
        enabled,
        schedule,
        nextRunAt: (enabled && nextRuns(schedule, timezone, now, 1)[0]) || null,
        missedAt: enabled ? findMissed({ schedule, timezone, own, since: config?.updatedAt ?? null, now }) : null,
        runs: own.map(presentRun),
      }
    }),
  }
}

/**
 * Returns the latest time at which a cron should have run, if no run started then or later. A cron that never ran has
 * missed none: its schedule begins with the first process.
 */
function findMissed(of: {
  readonly schedule: string
  readonly timezone: string
  readonly own: readonly CronRun[]
  readonly since: Date | null
  readonly now: Date
}): Date | null {
  const last = of.own[0]?.scheduledFor
  if (!last) return null
  const from = of.since && of.since > last ? of.since : last
  const until = before(of.now, missedAfterMs)
  const due =
    until > from
      ? latestRun(
          of.schedule,
          of.timezone,
          new Date(Math.max(from.getTime() + 1, before(until, days(2)).getTime())),
          until,
        )
      : null
  return due && due > last ? due : null
}

export const presentRun = ({ name: _name, begunAt, finishedAt, byUid, ...run }: CronRun) => ({
  ...run,
  begunAt,
  finishedAt,
  byUid: byUid as UserId | null,
  durationMs: begunAt && finishedAt ? finishedAt.getTime() - begunAt.getTime() : null,
})
