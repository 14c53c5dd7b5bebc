import type { Config } from '#infra/config/config.ts'
import type { BackupSettings } from '#infra/config/stores.ts'
import type { Db } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Log } from '#infra/log/log.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Cron } from '#infra/time/planned-run.ts'
import type { Clock } from '#kernel/clock.ts'
import type { AnalyticsDeps } from '#modules/analytics/index.ts'
import type { IdentityDeps } from '#modules/identity/index.ts'
import type { SendDeps, TemplateDeps } from '#modules/mail/index.ts'
import type { WebhookRetryDeps } from '#modules/webhooks/index.ts'
import type { BusinessDeps } from './business/routes.ts'
import type { SelfTestDeps } from './self-tests/deps.ts'

/** Dependencies of the parts of this module. Each part declares its own. */
export type AdminDeps = UpkeepDeps &
  TicketDeps &
  CronDeps &
  AlertDeps &
  OverviewDeps &
  PlatformDeps &
  QueueDeps &
  UserDeps &
  AuditLogDeps &
  BackupDeps &
  BusinessDeps &
  MailTemplateDeps &
  SelfTestDeps

export interface FigureDeps {
  readonly db: Db
  readonly clock: Clock
  readonly crons: readonly Cron[]
  readonly config: { readonly backup: BackupSettings | null }
}

export interface WatchDeps extends FigureDeps {
  readonly log: Log
  readonly emit: Emit
  readonly queue: Pick<Queue, 'enqueue'>
  readonly seal: Pick<Seal, 'seal'>
  readonly mailer: SendDeps['mailer']
  readonly config: FigureDeps['config'] & SendDeps['config'] & { readonly publicUrl: string }
}

export interface AlertDeps {
  readonly db: Db
  readonly clock: Clock
}

export interface AuditLogDeps {
  readonly db: Db
  readonly clock: Clock
}

export interface BackupDeps {
  readonly db: Db
  readonly clock: Clock
  readonly config: { readonly backup: BackupSettings | null }
}

export interface CronDeps {
  readonly db: Db
  readonly clock: Clock
  readonly queue: Pick<Queue, 'enqueueMany'>
  /** Every cron of this version. */
  readonly crons: readonly Cron[]
}

export interface MailTemplateDeps extends TemplateDeps {
  readonly queue: Pick<Queue, 'enqueue'>
  readonly seal: Pick<Seal, 'seal'>
  readonly config: { readonly publicUrl: string }
}

export interface OverviewDeps {
  readonly db: Db
  readonly clock: Clock
}

export interface PlatformDeps {
  readonly db: Db
  readonly clock: Clock
  readonly emit: Emit
  readonly config: Pick<Config, 'networks' | 'publicUrl' | 'sandbox'>
  /** Loads the settings that are stored in the database. */
  readonly secretsInForce: { refresh(): Promise<boolean> }
}

export interface QueueDeps {
  readonly db: Db
  readonly clock: Clock
  readonly queue: Pick<Queue, 'depth'>
}

export interface TicketDeps {
  readonly db: Db
  readonly clock: Clock
  readonly queue: Pick<Queue, 'enqueue'>
  readonly seal: Pick<Seal, 'seal'>
  readonly config: { readonly publicUrl: string }
}

export type UpkeepDeps = AnalyticsDeps & WebhookRetryDeps

export type UserDeps = IdentityDeps
