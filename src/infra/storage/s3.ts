import { Readable } from 'node:stream'
import type { S3Settings } from '#infra/config/stores.ts'
import { isNamed, s3Fault, statusOf } from './s3-faults.ts'
import { type S3Door, uploadFile } from './s3-parts.ts'
import { watchedBody } from './s3-read.ts'
import { lengthOf, type Storage, StorageAway, StorageMissing, splitKey } from './storage.ts'

export interface S3Limits {
  readonly connectMs: number
  /** The longest time that a connection may be silent in both directions. */
  readonly idleMs: number
  readonly tries: number
}

export const usualLimits: S3Limits = { connectMs: 5_000, idleMs: 30_000, tries: 3 }

/** The clients of the store, created at first use: the SDK is heavy, and most installations never need it. */
interface Doors {
  readonly calls: S3Door
  /** The client for reading objects. A slow reader must not end its connection. */
  readonly reads: S3Door
}

/** Stores objects in a bucket of an S3-compatible store, each under its key. */
export function createS3Storage(settings: S3Settings, limits: S3Limits = usualLimits): Storage {
  const { bucket: Bucket } = settings
  let opened: Promise<Doors> | null = null
  const use = async <T>(key: string | null, work: (doors: Doors) => Promise<T>): Promise<T> => {
    opened ??= openDoors(settings, limits)
    const doors = await opened
    try {
      return await work(doors)
    } catch (error) {
      throw s3Fault(error, settings, key)
    }
  }
  const sizeOf = async (key: string): Promise<number | null> => {
    splitKey(key)
    try {
      return await use(key, async ({ calls: { sdk, client } }) => {
        const found = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: key }))
        return found.ContentLength ?? 0
      })
    } catch (error) {
      if (error instanceof StorageMissing) return null
      throw error
    }
  }
  return {
    kind: 's3',
    sizeOf,
    async putFile(key, path, contentType) {
      splitKey(key)
      const target = { Bucket, Key: key, ContentType: contentType, ContentDisposition: 'attachment' }
      await use(null, ({ calls }) => uploadFile(calls, target, path))
    },
    async read(key, range) {
      splitKey(key)
      const length = range ? lengthOf(range) : null
      if (length === 0) {
        if ((await sizeOf(key)) === null) throw new StorageMissing(key)
        return nothing()
      }
      return await use(key, async ({ reads: { sdk, client } }) => {
        const Range = range ? `bytes=${range.start}-${range.end - 1}` : undefined
        const answer = await client
          .send(new sdk.GetObjectCommand({ Bucket, Key: key, Range }), { requestTimeout: limits.idleMs })
          .catch((error: unknown) => {
            // The range begins at or after the end of the object.
            if (statusOf(error) === 416) return null
            throw error
          })
        if (answer === null) return nothing()
        const body = answer.Body as Readable
        if (length !== null && answer.$metadata.httpStatusCode !== 206) {
          body.destroy()
          throw new StorageAway('The store ignores ranges; it must answer 206 with the bytes that were asked for.')
        }
        return watchedBody(body, limits.idleMs, (error) => s3Fault(error, settings, key))
      })
    },
    async remove(key) {
      splitKey(key)
      await use(null, async ({ calls: { sdk, client } }) => {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key })).catch((error: unknown) => {
          if (!isNamed(error, 'NoSuchKey')) throw error
        })
      })
    },
    async presignPut(key, contentType, forMs) {
      splitKey(key)
      return await use(null, async ({ calls: { sdk, client } }) => {
        const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
        return await getSignedUrl(client, new sdk.PutObjectCommand({ Bucket, Key: key, ContentType: contentType }), {
          expiresIn: Math.max(1, Math.floor(forMs / 1_000)),
          // Signed, so that the store refuses any other type; by default the SDK leaves it out.
          signableHeaders: new Set(['content-type']),
        })
      })
    },
    async probe() {
      // The key needs permission to list: without it, a store returns 403 instead of 404 for a missing object.
      await use(null, async ({ calls: { sdk, client } }) => {
        const list = new sdk.ListObjectsV2Command({ Bucket, Prefix: 'media/', MaxKeys: 1 })
        // A readiness check has a shorter time limit than an upload.
        await client.send(list, { requestTimeout: limits.connectMs })
      })
    },
    async close() {
      const doors = await opened
      doors?.calls.client.destroy()
      doors?.reads.client.destroy()
    },
  }
}

const nothing = (): Readable => Readable.from([], { objectMode: false })

export async function openDoors(settings: S3Settings, limits: S3Limits): Promise<Doors> {
  const sdk = await import('@aws-sdk/client-s3')
  const open = (idleMs: number): S3Door => ({
    sdk,
    client: new sdk.S3Client({
      region: settings.region,
      ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
      ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
      forcePathStyle: settings.forcePathStyle,
      // The SDK's own checksums would become part of presigned URLs, and other stores refuse those.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Waiting for 100-continue would open a connection for each part.
      expectContinueHeader: false,
      maxAttempts: limits.tries,
      requestHandler: {
        connectionTimeout: limits.connectMs,
        socketTimeout: idleMs,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets: 256 },
        httpsAgent: { maxSockets: 256 },
      },
    }),
  })
  return { calls: open(limits.idleMs), reads: open(0) }
}
