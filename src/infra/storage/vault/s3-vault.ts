import type { Readable } from 'node:stream'
import type { S3Settings } from '#infra/config/stores.ts'
import { openDoors, usualLimits } from '../s3.ts'
import { isNamed, s3Fault, statusOf } from '../s3-faults.ts'
import { partBytes } from '../s3-parts.ts'
import { watchedBody } from '../s3-read.ts'
import type { Vault } from './vault.ts'

/** Stores objects in a bucket below a prefix. Data is uploaded in parts, of which two are in memory. */
export function createS3Vault(settings: S3Settings, prefix: string): Vault {
  const { bucket: Bucket } = settings
  const opened = openDoors(settings, usualLimits)
  const keyOf = (key: string): string => (prefix === '' ? key : `${prefix}/${key}`)
  const use = async <T>(work: (doors: Awaited<typeof opened>) => Promise<T>): Promise<T> => {
    try {
      return await work(await opened)
    } catch (error) {
      throw s3Fault(error, settings, null)
    }
  }
  const orNull = <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error: unknown) => {
      if (isNamed(error, 'NoSuchKey') || (isNamed(error, 'NotFound') && statusOf(error) === 404)) return null
      throw error
    })
  return {
    place: `s3://${Bucket}${prefix === '' ? '' : `/${prefix}`}`,
    write: (key, source) => {
      // An error in the source is not an error in the store.
      let broken: Error | null = null
      source.once('error', (error) => {
        broken = error
      })
      return use(async ({ calls: { client } }) => {
        const { Upload } = await import('@aws-sdk/lib-storage')
        const params = { Bucket, Key: keyOf(key), Body: source, ContentType: 'application/octet-stream' }
        await new Upload({ client, params, partSize: partBytes, queueSize: 2 }).done()
      }).catch((error: unknown) => {
        throw broken ?? error
      })
    },
    read: (key) =>
      use(async ({ reads: { sdk, client } }) => {
        const { idleMs } = usualLimits
        const get = new sdk.GetObjectCommand({ Bucket, Key: keyOf(key) })
        const answer = await orNull(client.send(get, { requestTimeout: idleMs }))
        return answer && watchedBody(answer.Body as Readable, idleMs, (error) => s3Fault(error, settings, null))
      }),
    sizeOf: (key) =>
      use(async ({ calls: { sdk, client } }) => {
        const found = await orNull(client.send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(key) })))
        return found && (found.ContentLength ?? 0)
      }),
    async *list(start) {
      let StartAfter: string | undefined
      for (;;) {
        const page = await use(({ calls: { sdk, client } }) =>
          client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: keyOf(start), StartAfter })),
        )
        const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]))
        for (const key of keys) yield prefix === '' ? key : key.slice(prefix.length + 1)
        StartAfter = keys.at(-1)
        if (!page.IsTruncated || StartAfter === undefined) return
      }
    },
    remove: (key) =>
      use(
        async ({ calls: { sdk, client } }) =>
          void (await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(key) }))),
      ),
    async close() {
      const doors = await opened
      doors.calls.client.destroy()
      doors.reads.client.destroy()
    },
  }
}
