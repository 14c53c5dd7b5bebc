import type { Tx } from '#infra/db/client.ts'
import { defineJob } from '#infra/queue/index.ts'
import type { AccountDeps } from '../deps.ts'
import { retireUnusedGrant } from './store.ts'

/** Revokes a grant that is no longer used at its network. */
export const revokeGrant = defineJob<{ readonly grantId: string }>('accounts.revoke')

/** Retires a grant if nothing uses it: the job revokes it at the network and wipes it. */
export async function retireGrantIfUnused(
  { queue }: Pick<AccountDeps, 'queue'>,
  tx: Tx,
  grantId: string,
): Promise<void> {
  if (await retireUnusedGrant(tx, grantId)) await queue.enqueue(tx, revokeGrant, { grantId })
}
