import type { Db } from '#infra/db/client.ts'

export interface SystemDeps {
  readonly db: Db
  readonly queue: { depth(): Promise<readonly { job: string; ready: number; oldestReadyMs: number; failed: number }[]> }
}
