import { inTx } from '#infra/db/client.ts'
import { startRuns } from '#infra/time/cron-runs.ts'
import { listRuns, readCronConfigs, upsertCronConfig } from '#infra/time/cron-store.ts'
import type { Cron } from '#infra/time/planned-run.ts'
import type { Caller } from '#kernel/caller.ts'
import { cronFaults } from '#kernel/cron/cron.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { changesBetween } from '#kernel/json.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { CronDeps } from '../deps.ts'
import { presentConfig, presentRun, settingsOf } from './read-crons.ts'

interface Wish {
  readonly enabled?: boolean | undefined
  readonly schedule?: string | null | undefined
}

/** Changes a cron's schedule, or turns it off. Takes effect on every process within a second. */
export function changeCron(deps: CronDeps, caller: Caller, name: string, params: Wish) {
  const cron = requireCron(deps, name)
  const faults = typeof params.schedule === 'string' ? cronFaults(params.schedule) : []
  if (faults.length > 0)
    refuseInput(
      ...faults.map(({ field, message }) => ({
        path: '/schedule',
        code: 'cron_unusable',
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
