import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { eraseFromAudit } from '#modules/audit/index.ts'
import { eraseFromFlags } from '#modules/flags/index.ts'
import { eraseProfiles } from '#modules/profiles/index.ts'

/** What each module does when a person leaves for good, in one transaction. Whoever keeps rows of an owner is here. */
export const erasers: readonly ((tx: Tx, uid: UserId) => Promise<void>)[] = [
  eraseProfiles,
  eraseFromFlags,
  eraseFromAudit,
]
