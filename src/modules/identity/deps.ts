import type { Config } from '#infra/config/load.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'
import type { Limit, Plans } from '#modules/plans/index.ts'
import type { PasswordCost } from './passwords.ts'

/** What reading a credential needs. */
export interface CredentialDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly log: { warn(fields: object, message: string): void }
  readonly config: Pick<Config, 'publicUrl' | 'oidc'>
}

/** What reading the tokens of an outer provider needs besides. */
export interface OuterDeps extends CredentialDeps {
  readonly emit: Emit
  readonly outbound: Pick<Outbound, 'request'>
  readonly config: Pick<Config, 'publicUrl' | 'oidc' | 'signUp' | 'isOpenToOthers' | 'defaultPlan'>
}

export interface IdentityDeps extends CredentialDeps {
  readonly emit: Emit
  readonly queue: Pick<Queue, 'enqueue'>
  readonly config: Pick<
    Config,
    'publicUrl' | 'oidc' | 'signUp' | 'isOpenToOthers' | 'signInAttemptsPerMinute' | 'defaultPlan' | 'corsOrigins'
  >
  readonly plans: Plans
  /** Other than usual in tests only, where many people sign up. */
  readonly passwordCost?: PasswordCost
  /** How much of each plan limit a person uses, asked of the modules that keep what is counted. */
  readonly meters: { readonly [Name in Limit]?: (db: Db, uid: UserId) => Promise<number> }
  /** What the other modules do in the transaction in which a person leaves for good. */
  readonly erasers: readonly ((tx: Tx, uid: UserId) => Promise<void>)[]
  /** Whether the person may reach each of these profiles. */
  reachableProfiles(db: Db, uid: UserId, ids: readonly ProfileId[]): Promise<boolean>
}

/** Where a request without a credential comes from, and its id. */
export interface Sender {
  /** What one party is given of the internet. */
  readonly place: string
  readonly requestId: string
}

/** What mailing a person needs. */
export type MailingDeps = Pick<IdentityDeps, 'db' | 'clock' | 'seal' | 'queue'> & {
  readonly config: Pick<Config, 'publicUrl' | 'oidc'>
}

/** Whom the embedded provider's tokens are for. */
export const audience = 'posthorn'
