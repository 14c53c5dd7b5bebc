import { inTx } from '#infra/db/client.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { before, hours } from '#kernel/clock.ts'
import type { AccountDeps } from '../../deps.ts'
import { deletePageChoicesBefore, listUnchosenGrants } from '../page-choice-store.ts'
import { retireGrantIfUnused } from '../retire-grant.ts'
import { lockGrant } from '../store.ts'

const keptMs = hours(24)

/** Drops page choices that have been open for a day, and revokes their grants if no account uses them. */
export async function dropOldPageChoices(deps: Pick<AccountDeps, 'db' | 'clock' | 'queue' | 'log'>): Promise<void> {
  const since = before(deps.clock.now(), keptMs)
  for (const grantId of await listUnchosenGrants(deps.db, since)) {
    try {
      await inTx(deps.db, async (tx) => {
        // Lock order everywhere: the grant, then its choices.
        await lockGrant(tx, grantId)
        await deletePageChoicesBefore(tx, grantId, since)
        await retireGrantIfUnused(deps, tx, grantId)
      })
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      deps.log.error(
        { event: 'accounts.retire_unchosen_failed', err: error, grantId },
        'Unused grant could not be revoked',
      )
    }
  }
}
