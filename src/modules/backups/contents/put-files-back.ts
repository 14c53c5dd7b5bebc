import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { countText, markText } from '#infra/db/snapshot/index.ts'
import type { Vault } from '#infra/storage/vault/index.ts'
import { BackupFault, type RestoreDeps } from '../deps.ts'
import { type ListedFile, readMediaList } from './media-list.ts'
import { fileKey, mediaListKey } from './names.ts'

/** Copies each file of a backup to storage, unless it is already there. Returns the number of copied files. */
export async function putFilesBack(
  { vault, storage, scratch, signal }: Pick<RestoreDeps, 'vault' | 'storage' | 'scratch' | 'signal'>,
  name: string,
): Promise<number> {
  let put = 0
  for await (const file of readMediaList(vault, mediaListKey(name))) {
    signal.throwIfAborted()
    // The bytes of a key never change, so a file of this size is this file.
    if ((await storage.sizeOf(file.key)) === file.size) continue
    const path = await scratch.newPath()
    try {
      const counted = countText()
      await pipeline(await openFile(vault, file), counted.through, createWriteStream(path))
      refuseOther(file, counted.mark())
      await storage.putFile(file.key, path, file.contentType)
      put += 1
    } finally {
      await rm(path, { force: true })
    }
  }
  return put
}

/** Reads each file of a backup and compares it with its checksum. Returns their number. */
export async function checkFiles(vault: Vault, name: string, signal: AbortSignal): Promise<number> {
  let files = 0
  for await (const file of readMediaList(vault, mediaListKey(name))) {
    signal.throwIfAborted()
    refuseOther(file, await markText(await openFile(vault, file)))
    files += 1
  }
  return files
}

async function openFile(vault: Vault, { key }: ListedFile) {
  const body = await vault.read(fileKey(key))
  if (!body) throw new BackupFault(`The file ${key} is missing in ${vault.place}. Take another backup.`)
  return body
}

function refuseOther({ key, size, sha256 }: ListedFile, found: { readonly bytes: number; readonly sha256: string }) {
  if (found.bytes !== size || found.sha256 !== sha256)
    throw new BackupFault(
      `The file ${key} differs from the one that was backed up: its checksum does not match. Take another backup.`,
    )
}
