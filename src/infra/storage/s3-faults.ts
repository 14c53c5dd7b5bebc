import type { S3Settings } from '#infra/config/stores.ts'
import { StorageAway, StorageMissing } from './storage.ts'

/** The fields that an error from the SDK or Node may have; any may be absent. */
interface Fault {
  readonly name?: unknown
  readonly code?: unknown
  readonly $metadata?: { readonly httpStatusCode?: number }
  readonly $response?: unknown
  readonly path?: unknown
}

export const statusOf = (error: unknown): number | null => (error as Fault | null)?.$metadata?.httpStatusCode ?? null

export const isNamed = (error: unknown, name: string): boolean => (error as Fault | null)?.name === name

/**
 * Converts what the SDK throws to our own errors. The SDK's message is not passed on, because a store may repeat in it
 * what it was sent. An error that comes from neither the store nor the network is a bug and stays unchanged.
 */
export function s3Fault(error: unknown, settings: S3Settings, key: string | null): unknown {
  if (!(error instanceof Error) || error instanceof StorageAway || error instanceof StorageMissing) return error
  // Only a disk error has a path.
  if ((error as Fault).path !== undefined) return error
  const where = settings.endpoint ?? `Amazon S3 in ${settings.region}`
  const { code } = error as Fault
  const status = statusOf(error)
  const word = plain(error.name)
  const away = (why: string) => new StorageAway(`The store ${where} ${why}`)

  if (word === 'NoSuchBucket')
    return away(`has no bucket "${settings.bucket}". Create it, or set S3_BUCKET to an existing bucket.`)
  if (word === 'NoSuchKey' || (status === 404 && word === 'NotFound'))
    return key === null
      ? away('does not respond like S3; S3_ENDPOINT must be the URL of its S3 API.')
      : new StorageMissing(key)
  if (word === 'AuthorizationHeaderMalformed')
    return away(`expects a different region than ${settings.region}; S3_REGION must be the bucket’s region.`)
  if (word === 'RequestTimeTooSkewed')
    return away('has a different time than this machine. Correct the machine’s clock.')
  if (status === 401 || status === 403)
    return away(
      `refuses the request (${word}); S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be those of an account that may list, read, write and delete in the bucket "${settings.bucket}".`,
    )
  if (word === 'CredentialsProviderError')
    return away('needs credentials, and this machine has none; set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  if (word === 'TimeoutError') return away('did not respond in time. Check that it is running and reachable from here.')
  if (status !== null && status >= 300 && status < 400)
    return away(`redirects elsewhere (${status}); S3_ENDPOINT and S3_REGION must be those of the bucket.`)
  if (status !== null && status >= 400) return away(`failed (${status} ${word}); check the store’s log.`)
  if (typeof code === 'string' && (error as Fault).$response === undefined)
    return away(`cannot be reached (${plain(code)}); check that it is running and reachable from here.`)
  if (status !== null || (error as Fault).$response !== undefined)
    return away('does not respond like S3; S3_ENDPOINT must be the URL of its S3 API.')
  return error
}

/** Returns the error code from a store or from Node, if it looks like one. */
const plain = (word: string): string => (/^[A-Za-z0-9_]{1,60}$/.test(word) ? word : 'no readable reason')
