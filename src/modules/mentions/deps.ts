import type { Db } from '#infra/db/client.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'

export interface MentionDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
}
