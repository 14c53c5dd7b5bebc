import type { Db, Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Json } from '#kernel/json.ts'

/** What changing a template needs. */
export interface TemplateDeps {
  readonly db: Db
  readonly clock: Clock
  /** Asked for, since mail and the audit log are on one level and do not know each other. */
  writeAudit(
    tx: Tx,
    entry: {
      readonly at: Date
      readonly caller: Caller
      readonly ownerUid: null
      readonly action: string
      readonly subject: string
      readonly changes: { readonly [field: string]: { readonly from: Json; readonly to: Json } }
    },
  ): Promise<void>
}
