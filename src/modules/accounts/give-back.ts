import type { Tx } from '#infra/db/client.ts'
import { defineJob } from '#infra/queue/index.ts'
import type { AccountDeps } from './deps.ts'
import { retireUnusedGrant } from './grant-store.ts'

/** Tells a network that we are done with what was granted. */
export const revokeGrant = defineJob<{ readonly grantId: string }>('accounts.revoke')

/** What nobody uses any more is given back to the network, and then forgotten. */
export async function giveBackUnused({ queue }: Pick<AccountDeps, 'queue'>, tx: Tx, grantId: string): Promise<void> {
  if (await retireUnusedGrant(tx, grantId)) await queue.enqueue(tx, revokeGrant, { grantId })
}
