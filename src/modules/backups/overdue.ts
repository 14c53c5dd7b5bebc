import type { Db } from '#infra/db/client.ts'
import { readCronConfigs } from '#infra/time/cron-store.ts'
import type { Clock } from '#kernel/clock.ts'
import { nextRun } from '#kernel/cron/cron.ts'
import { findFirstPlanned, findLastTaken } from './store.ts'

interface AgeDeps {
  readonly db: Db
  readonly clock: Clock
  readonly config: { readonly backup: { readonly place: string; readonly schedule: string } | null }
}

/**
 * Returns how long a newer backup is overdue: the time since the run that was scheduled after the newest one. Null if
 * no backups are scheduled, or the first is not due yet.
 */
export async function measureOverdue({ db, clock, config }: AgeDeps): Promise<number | null> {
  if (!config.backup) return null
  const changed = (await readCronConfigs(db)).get('backup')
  const { place, schedule } = config.backup
  const taken = await findLastTaken(db, place)
  const planned = taken ? nextRun(changed?.schedule ?? schedule, 'UTC', taken) : await findFirstPlanned(db, 'backup')
  return planned && Math.max(0, (clock.now().getTime() - planned.getTime()) / 1_000)
}
