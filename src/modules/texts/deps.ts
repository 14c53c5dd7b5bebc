import type { Connector } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'

export interface TextDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  /** Connectors by network, for the limits of hashtags and texts. */
  readonly connectors: Readonly<Partial<Record<string, Connector>>>
}
