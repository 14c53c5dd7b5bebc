import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createS3Storage, type S3Limits } from '#infra/storage/s3.ts'
import { patienceMs } from '../../harness/patience.ts'
import { startS3Server } from './server.ts'

export const partBytes = 8 * 1024 * 1024

/**
 * Short timeouts for a store that is deliberately silent; longer on a busy machine, so that a slow response does not
 * count as none.
 */
export const impatient = (): S3Limits => ({ connectMs: patienceMs(5_000), idleMs: patienceMs(500), tries: 1 })

export const newKey = (area = 'media'): string => `${area}/${randomBytes(16).toString('hex')}`

/** Opens a store, a client of it and files to upload, all removed with the test. */
export async function openS3(t: TestContext, limits?: S3Limits) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-s3-test-'))
  const server = await startS3Server()
  const storage = createS3Storage(server.settings, limits)
  t.after(async () => {
    await storage.close()
    await server[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  return {
    server,
    storage,
    async fileOf(size: number): Promise<string> {
      const path = join(folder, randomBytes(8).toString('hex'))
      await writeFile(path, 'begins')
      await truncate(path, size)
      return path
    },
  }
}
