import type { Db } from '#infra/db/client.ts'
import type { HomeFacts } from '../docs/home.ts'

export interface SystemDeps {
  /** Null where the web face is served, which has a first page of its own. */
  readonly home: HomeFacts | null
  readonly db: Db
  readonly queue: { depth(): Promise<readonly { job: string; ready: number; oldestReadyMs: number; failed: number }[]> }
}
