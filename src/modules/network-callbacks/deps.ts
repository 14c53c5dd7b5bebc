import type { Config } from '#infra/config/config.ts'
import type { AccountDeps, AccountGuards } from '#modules/accounts/index.ts'
import type { PublishingGuards } from '#modules/publishing/index.ts'

/** Dependencies for the calls that networks make to us. */
export type CallbackDeps = Pick<AccountDeps, 'db' | 'clock' | 'emit' | 'seal' | 'queue' | 'connectors' | 'log'> & {
  readonly guards: AccountGuards & PublishingGuards
  readonly config: Pick<Config, 'networks' | 'publicUrl'>
}
