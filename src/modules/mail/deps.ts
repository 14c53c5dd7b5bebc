import type { Db, Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Json } from '#kernel/json.ts'

/** Dependencies for changing a template. */
export interface TemplateDeps {
  readonly db: Db
  readonly clock: Clock
  /** Passed in, because mail and audit are modules of the same layer and do not import each other. */
  writeAudit(
    tx: Tx,
    entry: {
      readonly at: Date
      readonly caller: Caller
      readonly ownerUid: null
      readonly action: string
      readonly subject: string
      readonly changes: { readonly [field: string]: { readonly from: Json | Date; readonly to: Json | Date } }
    },
  ): Promise<void>
}
