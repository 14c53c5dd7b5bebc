import type { Log } from '#infra/log/log.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { Vault } from '#infra/storage/vault/index.ts'
import { hours, minutes } from '#kernel/clock.ts'
import { BackupUnderWay, makeBackup } from './actions/make-backup.ts'
import { pruneBackups } from './actions/prune-backups.ts'
import { BackupFault, type MakeDeps } from './deps.ts'

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
