import type { Config } from '#infra/config/config.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'
import type { FaceDeps } from '#modules/faces/index.ts'
import type { Limit, Plans } from '#modules/plans/index.ts'
import type { CallerCache } from './caller-cache.ts'
import type { ClientDocuments } from './connected-apps/clients/client-documents.ts'
import type { PasswordCost } from './passwords/passwords.ts'
import type { Exporters } from './people/export/exporter.ts'
import type { KeyRing } from './provider/key-ring.ts'
import type { RequestLog } from './request-log/request-log.ts'

/** Dependencies for reading a credential. */
export interface CredentialDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly log: { warn(fields: object, message: string): void }
  readonly config: Pick<Config, 'publicUrl' | 'oidc'>
  readonly keyRing: KeyRing
  readonly callers: CallerCache
}

/** Dependencies for reading the tokens of an external identity provider. */
export interface OuterDeps extends CredentialDeps {
  readonly emit: Emit
  readonly outbound: Pick<Outbound, 'request'>
  readonly config: Pick<Config, 'publicUrl' | 'oidc' | 'signUp' | 'isOpenToOthers' | 'defaultPlan'>
}

/** Dependencies for fetching a user's photo. */
export interface PhotoDeps extends FaceDeps {
  readonly db: Db
  readonly clock: Clock
}

export interface IdentityDeps extends CredentialDeps, Pick<FaceDeps, 'scratch' | 'mediaWorker'> {
  readonly emit: Emit
  readonly queue: Pick<Queue, 'enqueue'>
  readonly outbound: Pick<Outbound, 'request'>
  readonly config: Pick<
    Config,
    | 'publicUrl'
    | 'web'
    | 'oidc'
    | 'company'
    | 'signUp'
    | 'isOpenToOthers'
    | 'signInAttemptsPerMinute'
    | 'defaultPlan'
    | 'corsOrigins'
  >
  readonly plans: Plans
  readonly clientDocuments: ClientDocuments
  readonly requestLog: Pick<RequestLog, 'flush'>
  /** Set only in tests, which sign up many users. */
  readonly passwordCost?: PasswordCost
  /** Returns a user's usage of each plan limit. The modules that own the counted rows provide these functions. */
  readonly meters: { readonly [Name in Limit]?: (db: Db, uid: UserId) => Promise<number> }
  /** Deletions by other modules, in the transaction that deletes a user. */
  readonly erasers: readonly ((tx: Tx, uid: UserId) => Promise<void>)[]
  /** Lists the data included in a user's data export. */
  readonly exporters: Exporters
  /** Creates the first profile for the owner of a new installation. */
  makeFirstProfile(tx: Tx, owner: Caller, name: string): Promise<void>
  /** True if the user can access all of these profiles. */
  reachableProfiles(db: Db, uid: UserId, ids: readonly ProfileId[]): Promise<boolean>
}

/** The origin of an unauthenticated request, and the request ID. */
export interface Sender {
  /** The IPv4 address, or the IPv6 network of 64 bits, of the sender. */
  readonly place: string
  /** The User-Agent header, shortened. */
  readonly agent: string | null
  readonly requestId: string
}

/** Dependencies for emailing a user. */
export type MailingDeps = Pick<IdentityDeps, 'db' | 'clock' | 'seal' | 'queue'> & {
  readonly config: Pick<Config, 'publicUrl' | 'oidc'>
}

/** The audience (`aud`) of the embedded provider's tokens. */
export const audience = 'posthorn'
