import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { AuditLogDeps } from '../deps.ts'

/** Records who exported the whole log. */
export const noteExport = ({ db }: AuditLogDeps, caller: Caller, at: Date): Promise<void> =>
  inTx(db, (tx) => writeAudit(tx, { at, caller, ownerUid: null, action: 'audit.exported', subject: 'audit log' }))
