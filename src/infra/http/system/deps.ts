import type { Db } from '#infra/db/client.ts'
import type { HomeFacts } from '../docs/home.ts'

export interface SystemDeps {
  readonly home: HomeFacts
  readonly db: Db
  readonly queue: { depth(): Promise<readonly { job: string; ready: number; oldestReadyMs: number; failed: number }[]> }
}
