import type { Config } from '#infra/config/config.ts'
import type { Setting } from '#infra/config/table/setting.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Json } from '#kernel/json.ts'
import type { SecretsInForce } from './in-force.ts'

/** The result of testing a secret against its service. */
export interface SecretCheck {
  readonly ok: boolean
  /** Describes the test, its result and the remedy. Never contains the secret. */
  readonly detail: string
}

export interface SecretDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly log: Log
  readonly secretsInForce: SecretsInForce
  /** Every setting of this version. */
  readonly everySetting: Readonly<Record<string, Setting>>
  /** The settings from the environment only. */
  readonly environment: Config
  /** Tests the named setting against its server or network, using these settings. */
  checkSecret(name: string, config: Config): Promise<SecretCheck>
  /**
   * Refuses without a code of the caller's second factor. Identity is in a higher layer, so the application passes it.
   */
  requireSecondFactor(caller: Caller, code: string | undefined): Promise<void>
  /** Passed in, because audit is a module of the same layer. */
  writeAudit(
    tx: Tx,
    entry: {
      readonly at: Date
      readonly caller: Caller
      readonly ownerUid: null
      readonly action: string
      readonly subject: string
      readonly changes?: { readonly [field: string]: { readonly from: Json | Date; readonly to: Json | Date } }
    },
  ): Promise<void>
}
