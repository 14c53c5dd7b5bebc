import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { Vault } from '#infra/storage/vault/index.ts'
import { readCronConfigs } from '#infra/time/cron-store.ts'
import { type Clock, hours, minutes } from '#kernel/clock.ts'
import { nextRun } from '#kernel/cron/cron.ts'
import { BackupUnderWay, makeBackup } from './actions/make-backup.ts'
import { pruneBackups } from './actions/prune-backups.ts'
import { BackupFault, type MakeDeps } from './deps.ts'
import { findFirstPlanned, findLastTaken } from './store.ts'

/** Makes the scheduled backup, and removes those that are too old. A cron enqueues it. */
export const backUp = defineJob('backups.make', {
  retries: 2,
  retryDelaysMs: [minutes(10), minutes(30)],
  expireAfterMs: hours(24),
})

interface BackupJobDeps extends Omit<MakeDeps, 'vault' | 'say' | 'signal'> {
  readonly log: Log
  readonly config: { readonly backup: { readonly place: string; readonly keep: number } | null }
  readonly openVault: (place: string) => Vault
}

export function backupHandlers({ log, openVault, ...deps }: BackupJobDeps): readonly Handled[] {
  return [
    handle(backUp, async (_data, { signal }) => {
      const { backup } = deps.config
      if (!backup) return
      const vault = openVault(backup.place)
      const say = (line: string) => log.info({ event: 'backups.progress' }, line.trim())
      try {
        const { name, media } = await makeBackup({ ...deps, vault, say, signal }, { verify: false })
        log.info({ event: 'backups.made', backup: name, files: media.files, copied: media.copied }, 'Backup made')
        if (media.missing > 0)
          log.warn(
            { event: 'backups.files_missing', backup: name, missing: media.missing },
            'Storage lacks files that the database references',
          )
        await pruneBackups({ ...deps, vault, say, signal }, backup.keep, name).catch((error: unknown) => {
          // The backup is complete. A retry would make another one.
          if (!(error instanceof BackupFault)) throw error
          log.error({ event: 'backups.not_pruned', reason: error.message }, 'Old backups were not removed')
        })
      } catch (error) {
        if (!(error instanceof BackupUnderWay)) throw error
        log.info({ event: 'backups.under_way' }, 'Another process is making a backup')
      } finally {
        await vault.close()
      }
    }),
  ]
}

export interface AgeDeps {
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
