import { followSettings } from '#infra/config/live-config.ts'
import type { S3Settings } from '#infra/config/stores.ts'
import { createLocalStorage } from './local.ts'
import { createS3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** Creates the storage that the settings name: a bucket, or else DATA_DIR/media. */
export function createStorage(options: { readonly dataDir: string; readonly s3: S3Settings | null }): Storage {
  return options.s3 ? createS3Storage(options.s3) : createLocalStorage(options)
}

/**
 * Stores files with the current credentials. Transfers that began with previous credentials end with them, so the
 * previous clients stay open until the process stops.
 */
export function createLiveStorage(settings: { readonly dataDir: string; readonly s3: S3Settings | null }): Storage {
  const opened: Storage[] = []
  const current = followSettings(
    () => settings.s3,
    (s3) => {
      const storage = createStorage({ dataDir: settings.dataDir, s3 })
      opened.push(storage)
      return storage
    },
  )
  return {
    get kind() {
      return current().kind
    },
    putFile: (key, path, contentType) => current().putFile(key, path, contentType),
    read: (key, range) => current().read(key, range),
    sizeOf: (key) => current().sizeOf(key),
    remove: (key) => current().remove(key),
    presignPut: (key, contentType, forMs) => current().presignPut(key, contentType, forMs),
    probe: () => current().probe(),
    async close() {
      for (const storage of opened) await storage.close()
    },
  }
}
