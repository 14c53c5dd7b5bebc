import type { Db } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'

export interface AuditLogDeps {
  readonly db: Db
  readonly clock: Clock
}
