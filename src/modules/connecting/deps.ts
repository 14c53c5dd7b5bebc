import type { Config } from '#infra/config/config.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'

export interface ConnectingDeps extends AccountDeps {
  readonly config: Pick<Config, 'networks' | 'publicUrl' | 'allowedRedirects'>
}
