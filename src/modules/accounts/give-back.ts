import type { Tx } from '#infra/db/client.ts'
import { defineJob } from '#infra/queue/index.ts'
import type { AccountDeps } from './deps.ts'
import { retireUnusedGrant } from './grant-store.ts'

/** Tells a network that Posthorn no longer needs a grant. */
export const revokeGrant = defineJob<{ readonly grantId: string }>('accounts.revoke')

/** Retires a grant that nothing uses: the job revokes it at the network and wipes it. */
export async function giveBackUnused({ queue }: Pick<AccountDeps, 'queue'>, tx: Tx, grantId: string): Promise<void> {
  if (await retireUnusedGrant(tx, grantId)) await queue.enqueue(tx, revokeGrant, { grantId })
}
