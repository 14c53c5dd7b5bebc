import type { BackupSettings } from '#infra/config/stores.ts'
import type { Db } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Log } from '#infra/log/log.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Cron } from '#infra/time/planned-run.ts'
import type { Clock } from '#kernel/clock.ts'
import type { SendDeps } from '#modules/mail/index.ts'

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
