import { inTx } from '#infra/db/client.ts'
import { startRuns } from '#infra/time/cron-runs.ts'
import { type CronConfig, type CronRun, listRuns, readCronConfigs, upsertCronConfig } from '#infra/time/cron-store.ts'
import type { Cron } from '#infra/time/planned-run.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, days, minutes } from '#kernel/clock.ts'
import { cronFaults, latestRun, nextRuns } from '#kernel/cron/cron.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { writeAudit } from '#modules/audit/index.ts'
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

function presentConfig(cron: Cron, config: CronConfig | undefined, now: Date) {
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
const settingsOf = (cron: Cron, config: Pick<CronConfig, 'schedule' | 'enabled'> | undefined) => ({
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

const presentRun = ({ name: _name, begunAt, finishedAt, byUid, ...run }: CronRun) => ({
  ...run,
  begunAt,
  finishedAt,
  byUid: byUid as UserId | null,
  durationMs: begunAt && finishedAt ? finishedAt.getTime() - begunAt.getTime() : null,
})

interface CronChange {
  readonly enabled?: boolean | undefined
  readonly schedule?: string | null | undefined
}

/** Changes a cron's schedule, or turns it off. Takes effect on every process within a second. */
export function changeCron(deps: CronDeps, caller: Caller, name: string, params: CronChange) {
  const cron = requireCron(deps, name)
  const faults = typeof params.schedule === 'string' ? cronFaults(params.schedule) : []
  if (faults.length > 0)
    refuseInput(
      ...faults.map(({ field, message }) => ({
        path: '/schedule',
        code: 'cron_invalid',
        message,
        params: { field },
      })),
    )
  return inTx(deps.db, async (tx) => {
    const config = (await readCronConfigs(tx)).get(name)
    const before = settingsOf(cron, config)
    const wanted = {
      schedule: params.schedule === undefined ? (config?.schedule ?? null) : params.schedule,
      enabled: params.enabled ?? before.enabled,
    }
    const at = deps.clock.now()
    const { schedule, enabled } = settingsOf(cron, wanted)
    const { audit, isEmpty } = changesBetween(
      { schedule: before.schedule, enabled: before.enabled },
      { schedule, enabled },
    )
    if (isEmpty) return presentConfig(cron, config, at)
    const stored = { name, ...wanted, updatedAt: at, updatedBy: caller.uid }
    await upsertCronConfig(tx, stored)
    await writeAudit(tx, { at, caller, ownerUid: null, action: 'cron.changed', subject: name, changes: audit })
    return presentConfig(cron, stored, at)
  })
}

/** Starts a run of a cron now, in addition to its schedule, even if it is turned off. */
export function runCron(deps: CronDeps, caller: Caller, name: string) {
  const cron = requireCron(deps, name)
  return inTx(deps.db, async (tx) => {
    const at = deps.clock.now()
    const [started] = await startRuns(deps.queue, tx, [{ cron, scheduledFor: at, byUid: caller.uid }])
    if (!started) refuse('cron_runs_now', { detail: `${name} is being started right now. Check its runs.` })
    await writeAudit(tx, { at, caller, ownerUid: null, action: 'cron.run', subject: name })
    const [run] = await listRuns(tx, [name], 1)
    if (!run) throw new Error('The run that was just stored does not exist.')
    return presentRun(run)
  })
}

function requireCron({ crons }: CronDeps, name: string): Cron {
  return crons.find((cron) => cron.name === name) ?? refuse('cron_not_found')
}
