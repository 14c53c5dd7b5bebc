import type { Config } from '#infra/config/config.ts'
import type { Inside } from '#infra/http/inside.ts'
import type { Logger } from '#infra/log/log.ts'

export interface McpDeps {
  readonly config: Pick<Config, 'publicUrl' | 'corsOrigins'>
  readonly inside: Inside
  readonly log: Logger
  /** The version of this program, which agents show. */
  readonly version: string
}
