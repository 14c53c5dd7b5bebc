import type { Connector } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Log } from '#infra/log/log.ts'
import type { MediaDeps } from '#modules/media/index.ts'
import type { QuotaMemory } from './check/quota-memory.ts'

export interface PostDeps extends Omit<MediaDeps, 'config'> {
  readonly config: Pick<Config, 'publicUrl' | 'lateMs' | 'networks'>
  readonly emit: Emit
  readonly log: Log
  /** Connectors by network. */
  readonly connectors: Readonly<Partial<Record<string, Connector>>>
  readonly quotaMemory: QuotaMemory
}
