import type { Readable } from 'node:stream'

/** A folder or a bucket for backups. It stores streams of unknown length in constant memory. */
export interface Vault {
  /** Identifies the location in messages, without secrets. */
  readonly place: string
  /** Stores the object completely or not at all, replacing any previous one. */
  write(key: string, source: Readable): Promise<void>
  /** Reads the object; null if it does not exist. */
  read(key: string): Promise<Readable | null>
  /** Returns the size, or null if the object does not exist. */
  sizeOf(key: string): Promise<number | null>
  /** Lists the keys with this prefix, sorted. */
  list(prefix: string): AsyncIterable<string>
  /** Removes the object. Succeeds if it is already gone. */
  remove(key: string): Promise<void>
  close(): Promise<void>
}

/** Thrown for an invalid location. */
export class VaultUnusable extends Error {
  override readonly name = 'VaultUnusable'
}
