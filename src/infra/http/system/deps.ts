import type { Db } from '#infra/db/client.ts'
import type { HomeFacts } from '../docs/home.ts'

export interface Figure {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The numbers of the service as a whole, for Prometheus. */
export interface Figures {
  readonly all: readonly { readonly name: string; readonly about: string }[]
  /** Every label that a figure may have. */
  readonly labels: readonly string[]
  read(): Promise<readonly Figure[]>
}

export interface SystemDeps {
  readonly figures: Figures
  /** Null where the web face is served, which has its own first page. */
  readonly home: HomeFacts | null
  readonly db: Db
  /**
   * Tries to write to this machine's disk, and throws a refusal when it cannot. Null where no other process could do
   * better: the database is on the same disk.
   */
  readonly tryDisk: (() => Promise<void>) | null
  readonly queue: { depth(): Promise<readonly { job: string; ready: number; oldestReadyMs: number; failed: number }[]> }
}
