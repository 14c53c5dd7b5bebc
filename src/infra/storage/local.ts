import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { makeFolder, onDisk, settleFile, syncFolder } from './disk.ts'
import { lengthOf, type Storage, StorageMissing, splitKey } from './storage.ts'

/**
 * Stores objects as files below DATA_DIR/media, in folders of two letters. A file gets its name only after its bytes
 * are on disk, so a crash leaves a complete object or none.
 */
export function createLocalStorage(options: { readonly dataDir: string }): Storage {
  const root = join(options.dataDir, 'media')
  const fileOf = (key: string): string => {
    const { area, name } = splitKey(key)
    return join(root, area === 'media' ? '' : area, name.slice(0, 2), name)
  }
  return {
    kind: 'local',
    async putFile(key, path) {
      const target = fileOf(key)
      await onDisk(async () => {
        await makeFolder(dirname(target))
        await settleFile(path)
        await rename(path, target)
        await syncFolder(dirname(target))
      })
    },
    async read(key, range) {
      const length = range ? lengthOf(range) : null
      const path = fileOf(key)
      const file = await orNull(() => open(path, 'r'))
      if (!file) throw new StorageMissing(key)
      if (range && length === 0) {
        await file.close()
        return Readable.from([], { objectMode: false })
      }
      return file.createReadStream(range ? { start: range.start, end: range.end - 1 } : {})
    },
    async sizeOf(key) {
      const path = fileOf(key)
      const found = await orNull(() => stat(path))
      return found?.size ?? null
    },
    async remove(key) {
      const path = fileOf(key)
      await onDisk(() => rm(path, { force: true }))
    },
    presignPut: async (key) => {
      splitKey(key)
      return null
    },
    async probe() {
      const path = join(root, '.probe')
      await onDisk(async () => {
        await makeFolder(root)
        await writeFile(path, 'probe', { mode: 0o600 })
        await rm(path, { force: true })
      })
    },
    close: async () => {},
  }
}

/** Returns null if the file does not exist. */
const orNull = <T>(look: () => Promise<T>): Promise<T | null> =>
  onDisk(async () => {
    try {
      return await look()
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  })
