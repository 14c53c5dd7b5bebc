import type { Db } from '#infra/db/client.ts'
import type { HomeFacts } from '../docs/home.ts'

export interface Figure {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The metrics of the whole service, for Prometheus. */
export interface Figures {
  readonly all: readonly { readonly name: string; readonly about: string }[]
  /** All labels that a metric may have. */
  readonly labels: readonly string[]
  read(): Promise<readonly Figure[]>
}

export interface SystemDeps {
  readonly figures: Figures
  /** Null if the web app is served, which has its own home page. */
  readonly home: HomeFacts | null
  readonly db: Db
  /**
   * Tries to write to this machine's disk and throws a refusal if it cannot. Null if no other process could do better,
   * because the database is on the same disk.
   */
  readonly tryDisk: (() => Promise<void>) | null
  readonly queue: { depth(): Promise<readonly { job: string; ready: number; oldestReadyMs: number; failed: number }[]> }
}
