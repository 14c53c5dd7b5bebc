import type { Readable } from 'node:stream'

/**
 * Where files are kept for good: a folder, or a store that speaks S3. Both keep the same promises, held by one suite.
 * A key is made by us and never by a client, so one that looks otherwise is a bug and not a refusal.
 */
export interface Storage {
  readonly kind: 'local' | 's3'
  /**
   * The file at `path` becomes the object: whole or not at all. Local takes the file away (rename); S3 only reads it.
   * After a failure the file is still there.
   */
  putFile(key: string, path: string, contentType: string): Promise<void>
  /** Throws StorageMissing when there is none. Bytes of the range as far as there are any, or all. */
  read(key: string, range?: Range): Promise<Readable>
  /** Null when there is none. */
  sizeOf(key: string): Promise<number | null>
  /** Also good when it is gone already. */
  remove(key: string): Promise<void>
  /**
   * Where a client may PUT the object itself, with exactly this Content-Type; null: this storage has no door of its own.
   */
  presignPut(key: string, contentType: string, forMs: number): Promise<string | null>
  /** Answers, or throws StorageAway with the reason: for doctor and readiness. */
  probe(): Promise<void>
  close(): Promise<void>
}

/** Bytes, the end exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

export class StorageMissing extends Error {
  override readonly name = 'StorageMissing'
  constructor(key: string) {
    super(`There is no object ${key} in storage.`)
  }
}

/** Storage does not do its work just now, for a reason that an operator can read. It never names a secret. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway'
}

const keyShape = /^(media|incoming)\/([0-9a-z]{26,40}(?:-poster)?)$/

export function splitKey(key: string): { readonly area: 'media' | 'incoming'; readonly name: string } {
  const [, area, name] = keyShape.exec(key) ?? []
  if (area === undefined || name === undefined)
    throw new Error(`"${key}" is no storage key; one is media/ or incoming/ and 26 to 40 letters and digits.`)
  return { area: area === 'media' ? 'media' : 'incoming', name }
}

/** How many bytes it asks for; throws when it is none. */
export function lengthOf({ start, end }: Range): number {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new Error(`${start} to ${end} is no range of bytes; the start is at least 0 and the end not before it.`)
  return end - start
}
