import { withSession } from '#infra/db/snapshot/index.ts'
import type { Vault } from '#infra/storage/vault/index.ts'
import { countWords } from '#rules/count-words.ts'
import { type Manifest, readManifest } from '../contents/manifest.ts'
import { listNames, listSets } from '../contents/names.ts'
import { putFilesBack } from '../contents/put-files-back.ts'
import { checkTexts, loadTables } from '../contents/tables.ts'
import { BackupFault, type RestoreDeps } from '../deps.ts'
import { countOthers, dropSchema, isUnused } from '../store.ts'

/**
 * Restores a backup into an installation without users. The entire backup is checked before anything changes, and the
 * rows are inserted in one transaction, so that a failed restore can be repeated. With `replace`, existing data is
 * removed first.
 */
export async function restoreBackup(
  deps: RestoreDeps,
  name: string,
  { replace }: { readonly replace: boolean },
): Promise<Manifest> {
  const { vault, connection, say, signal } = deps
  const manifest = await readManifest(deps, name)
  await withSession(connection, async (session) => {
    const others = await countOthers(session)
    if (others > 0)
      throw new BackupFault(
        `Posthorn is running on this database (${others} connections). Stop all its processes, then restore.`,
      )
    if (!replace && !(await isUnused(session)))
      throw new BackupFault(
        'This database has users, and a restore would replace all of it. Set DATABASE_URL or DATA_DIR to an empty one, or add --replace.',
      )
  })
  say(`Restoring ${name} of ${manifest.takenAt}`)
  await checkTexts(vault, manifest, signal)
  say('  the checksums of all tables match')
  const put = await putFilesBack(deps, name)
  say(`  ${countWords(manifest.media.files, 'file')}, ${put} of them copied to storage`)
  await withSession(connection, dropSchema)
  await deps.migrateTo(connection, manifest.migrations)
  await withSession(connection, (session) => loadTables(session, deps, manifest))
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`  ${countWords(manifest.tables.length, 'table')}, ${countWords(rows, 'row')}`)
  return manifest
}

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
