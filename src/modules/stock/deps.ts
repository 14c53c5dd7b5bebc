import type { Config } from '#infra/config/config.ts'
import type { Log } from '#infra/log/log.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import type { MediaDeps } from '#modules/media/index.ts'
import type { StockMemory } from './memory.ts'

/** Dependencies for calling a provider. */
export interface StockCallDeps {
  readonly config: Pick<Config, 'stock'>
  readonly outbound: Pick<Outbound, 'request'>
}

export interface StockDeps extends MediaDeps {
  readonly config: Pick<Config, 'stock' | 'publicUrl'>
  readonly outbound: Pick<Outbound, 'request' | 'stream'>
  readonly log: Log
}

/** The dependencies of the routes, with what they keep in memory. */
export type StockRouteDeps = StockDeps & { readonly memory: StockMemory }
