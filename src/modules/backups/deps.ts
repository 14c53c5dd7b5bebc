import type { Connection, Db } from '#infra/db/client.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Scratch, Storage } from '#infra/storage/index.ts'
import type { Vault } from '#infra/storage/vault/index.ts'
import type { Clock } from '#kernel/clock.ts'

/** Prints a line of progress. */
type Say = (line: string) => void

/** The location of a backup, and the keys that verify it. */
export interface SourceDeps {
  readonly vault: Vault
  readonly seal: Pick<Seal, 'hmacMatches' | 'knownHeads'>
}

/** The server to which a backup can be restored. */
export interface TargetDeps extends SourceDeps {
  /** Connects directly to the server, bypassing a pooler. */
  readonly connection: Connection
  /** Migrates an empty database to exactly these migrations. Refuses migrations that this version does not know. */
  readonly migrateTo: (connection: Connection, names: readonly string[]) => Promise<void>
  readonly say: Say
  readonly signal: AbortSignal
}

export interface MakeDeps extends TargetDeps {
  readonly seal: Pick<Seal, 'hmac' | 'hmacMatches' | 'head' | 'knownHeads'>
  readonly db: Db
  readonly clock: Clock
  readonly storage: Pick<Storage, 'read'>
  readonly version: string
}

export interface RestoreDeps extends TargetDeps {
  readonly storage: Pick<Storage, 'putFile' | 'sizeOf'>
  readonly scratch: Pick<Scratch, 'newPath'>
}

/** Thrown if a backup cannot be made, read or restored. The message says what to do. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}
