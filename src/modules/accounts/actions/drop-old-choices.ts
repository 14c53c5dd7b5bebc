import { inTx } from '#infra/db/client.ts'
import { before, hours } from '#kernel/clock.ts'
import type { AccountDeps } from '../deps.ts'
import { giveBackUnused } from '../give-back.ts'
import { dropChoicesBefore } from '../page-choice-store.ts'

const keptMs = hours(24)

/** A consent that nobody has made use of within a day is given back to the network. */
export function dropOldChoices(deps: Pick<AccountDeps, 'db' | 'clock' | 'queue'>): Promise<void> {
  return inTx(deps.db, async (tx) => {
    for (const grantId of await dropChoicesBefore(tx, before(deps.clock.now(), keptMs)))
      await giveBackUnused(deps, tx, grantId)
  })
}
