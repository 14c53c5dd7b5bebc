import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder, onDisk, settleFile, syncFolder } from '../disk.ts'
import type { Vault } from './vault.ts'

/** Stores objects as files below a folder. A file gets its name only after its bytes are on the disk. */
export function createFolderVault(root: string): Vault {
  const fileOf = (key: string): string => join(root, ...key.split('/'))
  const sizeOf = (key: string) => onDisk(() => orNull(async () => (await stat(fileOf(key))).size))
  return {
    place: root,
    sizeOf,
    async write(key, source) {
      const target = fileOf(key)
      const draft = `${target}.part-${randomBytes(4).toString('hex')}`
      await onDisk(async () => {
        const file = await openDraft(draft)
        try {
          await pipeline(source, file.createWriteStream())
          await settleFile(draft)
          await rename(draft, target)
        } catch (error) {
          await rm(draft, { force: true })
          throw error
        }
        await syncFolder(dirname(target))
      })
    },
    async read(key) {
      return (await sizeOf(key)) === null ? null : createReadStream(fileOf(key))
    },
    async *list(prefix) {
      const folder = dirname(`${prefix}x`)
      const entries = await onDisk(() =>
        orNull(() => readdir(fileOf(folder), { recursive: true, withFileTypes: true })),
      )
      const keys = (entries ?? [])
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(root.length + 1)
            .replaceAll('\\', '/'),
        )
      yield* keys.filter((key) => key.startsWith(prefix)).sort()
    },
    remove: (key) =>
      onDisk(async () => {
        await rm(fileOf(key), { force: true })
        // Removing the last file in a folder also removes the folder.
        await rmdir(dirname(fileOf(key))).catch(() => {})
      }),
    close: async () => {},
  }
}

/** Opens a new file. Creates its folder again if another process removes the folder's last file at this moment. */
async function openDraft(path: string): Promise<FileHandle> {
  await makeFolder(dirname(path))
  const found = await orNull(() => open(path, 'wx', 0o600))
  if (found) return found
  await makeFolder(dirname(path))
  return await open(path, 'wx', 0o600)
}

async function orNull<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
