import type { ClaimOptions } from '#infra/claim/index.ts'
import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import type { WebhookHttp } from '../webhook-http.ts'
import type { Policy } from './policy.ts'

export interface DelivererDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly log: Log
  readonly queue: Pick<Queue, 'enqueue'>
  readonly webhookHttp: WebhookHttp
  readonly config: Pick<Config, 'webhookPolicy' | 'publicUrl'>
  /** The node and its boot, or a name that is reused only after its previous user is known to be dead. */
  readonly holder: string
  /**
   * While this is false in the database, nothing is claimed: the database may have been restored to an earlier state.
   */
  readonly onlyIf?: ClaimOptions['onlyIf']
  /** Overrides the policy in the settings. */
  readonly policy?: Policy
  /** Returns a number between 0 and 1. */
  readonly random?: () => number
  readonly beatEveryMs?: number
  readonly graceMs?: number
}
