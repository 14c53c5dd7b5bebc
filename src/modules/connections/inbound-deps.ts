import type { Config } from '#infra/config/load.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'

/** What is needed to hear networks, whose calls come by themselves. */
export type InboundDeps = Pick<
  AccountDeps,
  'db' | 'clock' | 'emit' | 'seal' | 'queue' | 'connectors' | 'guards' | 'log'
> & {
  readonly config: Pick<Config, 'networks' | 'publicUrl'>
}
