import type { Readable } from 'node:stream'
import { loadSnapshot, markText, type Session, type TextMark } from '#infra/db/snapshot/index.ts'
import type { Vault } from '#infra/storage/vault/index.ts'
import { BackupFault, type TargetDeps } from '../deps.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import { mediaListKey, tableKey } from './names.ts'
import { readPacked } from './packed.ts'

/** Reads every table of the backup and its file list, and compares them with their checksums. */
export async function checkTexts(vault: Vault, { name, tables, media }: Manifest, signal: AbortSignal): Promise<void> {
  const texts = [
    ...tables.map((table) => ({ what: `the table ${table.name}`, key: tableKey(name, table.name), ...table })),
    { what: 'the list of files', key: mediaListKey(name), sha256: media.sha256 },
  ]
  for (const { what, key, sha256 } of texts) {
    signal.throwIfAborted()
    await requireText(vault, { name, what, key, sha256 })
  }
}

async function requireText(
  vault: Vault,
  { name, what, key, sha256 }: Readonly<Record<'name' | 'what' | 'key' | 'sha256', string>>,
): Promise<void> {
  const found = await markText(await readPacked(vault, key)).catch((error: unknown) => {
    // Data that cannot be unpacked is damaged. Errors of the disk or store report themselves.
    if (String((error as NodeJS.ErrnoException).code).match(/^(?:ZSTD_|Z_|ERR_)/)) return null
    throw error
  })
  if (found?.sha256 !== sha256) refuseDamaged(name, what)
}

/** Verifies that the file list is the one that the manifest signs. */
export async function checkFileList(vault: Vault, { name, media }: Manifest): Promise<void> {
  await requireText(vault, { name, what: 'the list of files', key: mediaListKey(name), sha256: media.sha256 })
}

/** Fills a database that has the backup's schema but no rows. */
export function loadTables(
  session: Session,
  { vault }: Pick<TargetDeps, 'vault'>,
  { name, tables, partitions, sequences }: Manifest,
): Promise<void> {
  return loadSnapshot<BackedUpTable>(session, {
    tables,
    partitions,
    sequences,
    open: (table): Promise<Readable> => readPacked(vault, tableKey(name, table.name)),
    check: (table, written) => requireSame(name, table, written),
  })
}

export function requireSame(name: string, table: BackedUpTable, { rows, sha256 }: TextMark): void {
  if (rows !== table.rows || sha256 !== table.sha256) refuseDamaged(name, `the table ${table.name}`)
}

function refuseDamaged(name: string, what: string): never {
  throw new BackupFault(`The backup ${name} is damaged: ${what} differs from what was backed up. Use another backup.`)
}
