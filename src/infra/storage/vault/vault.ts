import type { Readable } from 'node:stream'

/** A folder or a bucket that holds backups. It stores streams of unknown length, in constant memory. */
export interface Vault {
  /** Names the place in messages; without secrets. */
  readonly place: string
  /** Stores the object completely or not at all, replacing any previous one. */
  write(key: string, source: Readable): Promise<void>
  /** Reads the object; null when there is none. */
  read(key: string): Promise<Readable | null>
  /** Returns the size, or null if the object does not exist. */
  sizeOf(key: string): Promise<number | null>
  /** Lists the keys that begin so, in their order. */
  list(prefix: string): AsyncIterable<string>
  /** Removes the object. Succeeds when it is gone already. */
  remove(key: string): Promise<void>
  close(): Promise<void>
}

/** Thrown for a place that cannot be one. */
export class VaultUnusable extends Error {
  override readonly name = 'VaultUnusable'
}
