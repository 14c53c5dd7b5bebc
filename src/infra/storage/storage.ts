import type { Readable } from 'node:stream'

/**
 * The permanent store of files: a folder, or an S3-compatible store. Both provide the same guarantees, checked by one
 * test suite. We create the keys, never a client, so a malformed key is a bug and not a refusal.
 */
export interface Storage {
  readonly kind: 'local' | 's3'
  /**
   * Stores the file at `path` as the object, completely or not at all. Local storage moves the file (rename); S3 only
   * reads it. After a failure the file is still there.
   */
  putFile(key: string, path: string, contentType: string): Promise<void>
  /**
   * Reads the object, or the bytes of the range as far as they exist. Throws StorageMissing if the object does not
   * exist.
   */
  read(key: string, range?: Range): Promise<Readable>
  /** Returns the size, or null if the object does not exist. */
  sizeOf(key: string): Promise<number | null>
  /** Removes the object. Succeeds if it is already gone. */
  remove(key: string): Promise<void>
  /**
   * Returns a URL to which a client may PUT the object itself, with exactly this Content-Type; null if this storage has
   * no such URLs.
   */
  presignPut(key: string, contentType: string, forMs: number): Promise<string | null>
  /** Checks the storage; throws StorageAway with the reason. For doctor and readiness. */
  probe(): Promise<void>
  close(): Promise<void>
}

/** A range of bytes; the end is exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

export class StorageMissing extends Error {
  override readonly name = 'StorageMissing'
  constructor(key: string) {
    super(`The object ${key} does not exist in storage.`)
  }
}

/** Thrown when storage is unavailable, for a reason that an operator can read. The message never contains a secret. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway'
}

const keyShape = /^(media|incoming)\/([0-9a-z]{26,40}(?:-poster)?)$/

export function splitKey(key: string): { readonly area: 'media' | 'incoming'; readonly name: string } {
  const [, area, name] = keyShape.exec(key) ?? []
  if (area === undefined || name === undefined)
    throw new Error(`"${key}" is not a storage key; a key is media/ or incoming/ and 26 to 40 letters and digits.`)
  return { area: area === 'media' ? 'media' : 'incoming', name }
}

/** Returns the length of a range; throws if it is invalid. */
export function lengthOf({ start, end }: Range): number {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new Error(
      `${start} to ${end} is not a range of bytes; the start must be at least 0, and the end not before it.`,
    )
  return end - start
}
