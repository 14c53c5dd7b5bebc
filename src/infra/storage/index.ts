import type { S3Settings } from '#infra/config/load.ts'
import { createLocalStorage } from './local.ts'
import { createS3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

export { diskFault } from './disk.ts'
export { createScratch, type Scratch } from './scratch.ts'
export { type Range, type Storage, StorageAway, StorageMissing } from './storage.ts'

/** Creates the storage that the settings name: a bucket, or else DATA_DIR/media. */
export function createStorage(options: { readonly dataDir: string; readonly s3: S3Settings | null }): Storage {
  return options.s3 ? createS3Storage(options.s3) : createLocalStorage(options)
}
