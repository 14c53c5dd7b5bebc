import {
  copyOut,
  copyQuery,
  inSessionTx,
  listMigrations,
  listPartitions,
  listSequences,
  listTables,
  type Session,
  takeSessionLock,
  withSession,
} from '#infra/db/snapshot/index.ts'
import { countWords } from '#rules/count-words.ts'
import { copyFiles } from '../contents/copy-files.ts'
import { type Manifest, peekManifest, readManifest, writeManifest } from '../contents/manifest.ts'
import { listNames, newName, tableKey, wantedKey } from '../contents/names.ts'
import { writePacked } from '../contents/packed.ts'
import { checkFileList } from '../contents/tables.ts'
import { BackupFault, type MakeDeps } from '../deps.ts'
import { dropScratchDatabases } from '../scratch-databases.ts'
import { findIdentity, insertBackup, wantedFiles } from '../store.ts'
import { verifyBackup } from './verify-backup.ts'

/** Thrown if another process is making a backup of this installation. */
export class BackupUnderWay extends BackupFault {}

/**
 * Makes a backup while the service runs: the tables as of one moment, then the files they name, and the manifest last.
 * The transaction that provides the snapshot ends with the tables, so it never waits for files.
 */
export async function makeBackup(deps: MakeDeps, options: { readonly verify: boolean }): Promise<Manifest> {
  const { vault, seal, db, clock, say } = deps
  await dropScratchDatabases(deps.connection)
  const name = newName(clock.now())
  say(`Backup ${name} to ${vault.place}`)
  const manifest = await withSession(deps.connection, async (session) => {
    if (!(await takeSessionLock(session, 'posthorn backup')))
      throw new BackupUnderWay('Another backup of this installation is in progress. Wait until it finishes.')
    const snapshot = await inSessionTx(session, 'begin isolation level repeatable read read only', () =>
      readSnapshot(deps, session, name),
    )
    const earlier = await findEarlier(deps, snapshot.installationId)
    const media = await copyFiles(deps, name, earlier)
    await vault.remove(wantedKey(name))
    say(`  ${countWords(media.files, 'file')}, ${media.copied} of them new`)
    const made = { ...snapshot, finishedAt: clock.now().toISOString(), media }
    await writeManifest(vault, seal, made)
    return made
  })
  if (options.verify) await verifyBackup(deps, name)
  await insertBackup(db, {
    name,
    place: vault.place,
    takenAt: new Date(manifest.takenAt),
    finishedAt: new Date(manifest.finishedAt),
    rows: sum(manifest, 'rows'),
    bytes: sum(manifest, 'bytes'),
    mediaFiles: manifest.media.files,
    mediaBytes: manifest.media.bytes,
    isVerified: options.verify,
  })
  return manifest
}

const sum = ({ tables }: Pick<Manifest, 'tables'>, of: 'rows' | 'bytes'): number =>
  tables.reduce((total, table) => total + table[of], 0)

async function readSnapshot({ vault, seal, say, signal, version }: MakeDeps, session: Session, name: string) {
  const identity = await findIdentity(session)
  if (!identity) throw new BackupFault('This database has not been used yet, so nothing can be backed up.')
  const tables: Manifest['tables'] = []
  for (const table of await listTables(session)) {
    signal.throwIfAborted()
    const mark = await copyOut(session, table, (text) => writePacked(vault, tableKey(name, table.name), text))
    tables.push({ ...table, columns: [...table.columns], ...mark })
    if (mark.rows >= listedRows) say(`  ${table.name}: ${countWords(mark.rows, 'row')}`)
  }
  await copyQuery(session, wantedFiles, (text) => writePacked(vault, wantedKey(name), text))
  say(`  ${countWords(tables.length, 'table')}, ${countWords(sum({ tables }, 'rows'), 'row')}`)
  return {
    format: 1 as const,
    name,
    installationId: identity.id,
    takenAt: identity.takenAt.toISOString(),
    posthorn: version,
    key: seal.head.toString('hex'),
    migrations: await listMigrations(session),
    tables,
    partitions: await listPartitions(session),
    sequences: await listSequences(session),
  }
}

/** Larger tables get their own line. */
const listedRows = 100_000

/**
 * Returns the newest complete backup in this location, whose files need not be copied. The backup and its file list are
 * verified: with a forged list, files would be missing from this backup. Refuses a location that belongs to another
 * installation.
 */
async function findEarlier(deps: MakeDeps, installationId: string): Promise<string | null> {
  const { vault } = deps
  for (const name of (await listNames(vault)).reverse()) {
    const found = await peekManifest(vault, name)
    if (!found) continue
    if (found.installationId === installationId) {
      if (await isProven(deps, name)) return name
      continue
    }
    throw new BackupFault(
      `${vault.place} contains backups of another installation. Use a separate location for each installation.`,
    )
  }
  return null
}

async function isProven(deps: MakeDeps, name: string): Promise<boolean> {
  try {
    await checkFileList(deps.vault, await readManifest(deps, name))
    return true
  } catch (error) {
    if (error instanceof BackupFault) return false
    throw error
  }
}
