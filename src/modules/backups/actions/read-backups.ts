import { type AgeDeps, measureOverdue } from '../jobs.ts'
import { listBackups, type MadeBackup } from '../store.ts'

interface Backups {
  /** Null if automatic backups are off. */
  readonly plan: { readonly place: string; readonly schedule: string; readonly keep: number } | null
  /** The delay of the next backup, in seconds. Null if no backup is scheduled or due yet. */
  readonly overdueSeconds: number | null
  readonly backups: readonly MadeBackup[]
}

interface ReadDeps extends AgeDeps {
  readonly config: {
    readonly backup: { readonly place: string; readonly schedule: string; readonly keep: number } | null
  }
}

/** Reads the plan for backups, and the latest ones that were recorded. */
export async function readBackups(deps: ReadDeps): Promise<Backups> {
  const [overdueSeconds, backups] = await Promise.all([measureOverdue(deps), listBackups(deps.db)])
  return { plan: deps.config.backup, overdueSeconds, backups }
}
