import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { Clock } from '#kernel/clock.ts'
import { appendHead, headOf } from './chain/heads.ts'
import { findHead } from './chain/store.ts'

/** Writes the chain's head to the log and to a file, both outside the database. A cron enqueues it. */
export const recordAuditHead = defineJob('audit.head')

interface AuditJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly config: { readonly dataDir: string }
}

export function auditHandlers({ db, clock, log, config }: AuditJobDeps): readonly Handled[] {
  return [
    handle(recordAuditHead, async () => {
      const seal = await findHead(db)
      if (!seal) return
      const head = headOf(seal, clock.now())
      await appendHead(config.dataDir, head)
      log.info({ event: 'audit.head_recorded', auditHead: head }, 'Audit log head recorded')
    }),
  ]
}
