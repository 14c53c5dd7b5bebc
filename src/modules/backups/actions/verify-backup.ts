import { inNewDatabase, markTable, quote, withSession } from '#infra/db/snapshot/index.ts'
import { countWords } from '#rules/count-words.ts'
import { type Manifest, readManifest } from '../contents/manifest.ts'
import { checkFiles } from '../contents/put-files-back.ts'
import { checkTexts, loadTables, requireSame } from '../contents/tables.ts'
import { BackupFault, type TargetDeps } from '../deps.ts'
import { dropScratchDatabases, newScratchName } from '../scratch-databases.ts'

/**
 * Verifies a backup: restores it into a scratch database, and compares the rows and checksums of each table with those
 * at the time of the backup. Also reads each file. The scratch database is dropped.
 */
export async function verifyBackup(deps: TargetDeps, name: string): Promise<Manifest> {
  const { vault, connection, say, signal } = deps
  const manifest = await readManifest(deps, name)
  await checkTexts(vault, manifest, signal)
  await dropScratchDatabases(connection)
  const scratch = newScratchName()
  await onServer(deps, `create database ${quote(scratch)} template template0`)
  try {
    const there = inNewDatabase(connection, scratch)
    // While this session is open, others can see that the database is in use.
    await withSession(there, async (session) => {
      await deps.migrateTo(there, manifest.migrations)
      await loadTables(session, deps, manifest)
      for (const table of manifest.tables) {
        signal.throwIfAborted()
        requireSame(name, table, await markTable(session, table))
      }
    })
  } finally {
    await onServer(deps, `drop database if exists ${quote(scratch)} with (force)`)
  }
  const files = await checkFiles(vault, name, signal)
  say(
    `  verified: restored into a scratch database, ${countWords(manifest.tables.length, 'table')} and ${countWords(files, 'file')} are the same`,
  )
  return manifest
}

const noPrivilege = '42501'

async function onServer({ connection }: TargetDeps, statement: string): Promise<void> {
  await withSession(connection, async (session) => {
    await session.query(statement).catch((error: { readonly code?: string }) => {
      if (error.code !== noPrivilege) throw error
      throw new BackupFault(
        'The backup cannot be verified, because this account is not allowed to create a scratch database. Run `alter role … createdb`, or verify with an account that is.',
      )
    })
  })
}
