import type { Vault } from '#infra/storage/vault/index.ts'
import { listNames, listSets } from '../contents/names.ts'
import { BackupFault } from '../deps.ts'

/** Returns the named backup, or the newest complete one. */
export async function findBackup(vault: Vault, wanted: string | null): Promise<string> {
  const names = await listNames(vault)
  if (wanted !== null && names.includes(wanted)) return wanted
  const last = names.at(-1)
  if (wanted === null && last !== undefined) return last
  const sets = await listSets(vault)
  if (wanted !== null && sets.has(wanted))
    throw new BackupFault(`The backup ${wanted} was not finished: it has no manifest. It cannot be restored.`)
  const more = sets.size > names.length ? ` ${sets.size - names.length} started there but did not finish.` : ''
  throw new BackupFault(
    wanted === null
      ? `${vault.place} contains no complete backup.${more}`
      : `There is no backup ${wanted} in ${vault.place}. Run \`posthorn backup list\` to see all backups.`,
  )
}
