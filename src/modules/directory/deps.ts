import type { Config } from '#infra/config/config.ts'
import type { IdentityDeps } from '#modules/identity/index.ts'

export interface DirectoryDeps
  extends Pick<IdentityDeps, 'db' | 'clock' | 'emit' | 'queue' | 'seal' | 'callers' | 'log'> {
  readonly config: IdentityDeps['config'] & Pick<Config, 'scimToken'>
}
